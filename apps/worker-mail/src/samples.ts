import type { MailTemplates } from '@tradepost/contracts/jobs';

const origin = 'https://trade.example.com';

const where = {
  agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ip: '203.0.113.7',
  at: '2026-11-30T08:15:00.000Z',
};

/** Sample data of each template for previews and tests. */
export const samples: MailTemplates = {
  'signup-code': { code: '01234', link: `${origin}/verify?a=1&b=2`, ...where },
  'reset-code': { firstName: 'Ann', code: '56789' },
  'existing-account': {
    firstName: 'Ann',
    loginLink: `${origin}/login`,
    resetLink: `${origin}/password-reset`,
    ...where,
  },
  'password-changed': { firstName: 'Ann', resetLink: `${origin}/password-reset` },
  'passkey-changed': {
    firstName: 'Ann',
    name: 'Office laptop',
    added: true,
    at: '2026-11-30T08:15:00.000Z',
    ip: '203.0.113.7',
    link: `${origin}/profile`,
  },
  'two-step-changed': {
    firstName: 'Ann',
    change: 'replaced',
    at: '2026-11-30T08:15:00.000Z',
    ip: '203.0.113.7',
    link: `${origin}/profile`,
  },
  'recovery-changed': {
    companyName: 'Ann Trading',
    step: 'started',
    by: 'ann@example.com',
    at: '2026-11-30T08:15:00.000Z',
    ip: '203.0.113.7',
    link: `${origin}/profile#encryption`,
  },
  'key-handover': { firstName: 'Ann', taken: false, ...where, link: `${origin}/profile#encryption` },
  'passkey-copied': {
    firstName: 'Ann',
    name: 'Office laptop',
    at: '2026-11-30T08:15:00.000Z',
    ip: '203.0.113.7',
    link: `${origin}/profile`,
  },
  'api-key-created': {
    firstName: 'Ann',
    name: 'Nightly delivery',
    scopes: ['read', 'upload', 'deliver', 'accept'],
    mayAcceptWithoutCode: true,
    opensSealed: true,
    expiresAt: '2027-11-30T08:15:00.000Z',
    at: '2026-11-30T08:15:00.000Z',
    ip: '203.0.113.7',
    link: `${origin}/profile`,
  },
  'api-key-expiring': {
    firstName: 'Ann',
    name: 'Nightly delivery',
    expiresAt: '2026-12-07T08:15:00.000Z',
    lastUsedAt: '2026-11-30T01:00:00.000Z',
    link: `${origin}/profile`,
  },
  'new-sign-in': {
    firstName: 'Ann',
    ...where,
    link: `${origin}/profile`,
  },
  welcome: { firstName: 'Ann', companyName: 'Harbour Grain Trading', isSender: true, link: origin },
  'partnership-ended': { companyName: 'Lisboa Imports', partnerName: 'Harbour Grain Trading', link: origin },
  invitation: {
    inviterEmail: 'ann@harbour.example',
    link: `${origin}/accept-invitation`,
  },
  'member-invitation': {
    inviterEmail: 'ann@harbour.example',
    expiresAt: '2026-12-14T08:15:00.000Z',
    link: `${origin}/login`,
  },
  'invitation-accepted': { companyName: 'Harbour Grain Trading', partnerEmail: 'rui@lisboa.example', link: origin },
  'folder-delivered': {
    senderEmail: 'ann@harbour.example',
    companyName: 'Harbour Grain Trading',
    folderName: 'Trade 2026',
    link: `${origin}/share-folders?folder=0199aaaa`,
  },
  'request-created': {
    companyName: 'Harbour Grain Trading',
    receiverEmail: 'rui@lisboa.example',
    fileNames: [
      'prices.csv',
      'volumes & routes.xlsx',
      'a-rather-long-file-name-that-no-phone-can-show-on-one-line-2026-final.pdf',
    ],
    link: `${origin}/requests/018f3c2e-7b1a-7c3d-9e4f-2a5b6c7d8e9f`,
  },
  'approval-needed': {
    companyName: 'Harbour Grain Trading',
    receiverEmail: 'rui@lisboa.example',
    fileNames: ['prices.csv', 'volumes & routes.xlsx'],
    link: `${origin}/requests/018f3c2e-7b1a-7c3d-9e4f-2a5b6c7d8e9f`,
  },
  'request-assigned': {
    companyName: 'Harbour Grain Trading',
    receiverEmail: 'rui@lisboa.example',
    by: 'max@harbour.example',
    fileNames: ['prices.csv', 'volumes & routes.xlsx'],
    link: `${origin}/requests/018f3c2e-7b1a-7c3d-9e4f-2a5b6c7d8e9f`,
  },
  'request-stand-in': {
    companyName: 'Harbour Grain Trading',
    receiverEmail: 'rui@lisboa.example',
    by: 'max@harbour.example',
    email: 'eve@harbour.example',
    until: '2026-12-01T23:59:00.000Z',
    fileNames: ['prices.csv', 'volumes & routes.xlsx'],
    link: `${origin}/requests/018f3c2e-7b1a-7c3d-9e4f-2a5b6c7d8e9f`,
  },
  'request-accepted': {
    companyName: 'Harbour Grain Trading',
    fileNames: ['prices.csv', 'volumes & routes.xlsx'],
    link: `${origin}/transfers/018f3c2e-7b1a-7c3d-9e4f-2a5b6c7d8e9f`,
    expiry: '2026-12-01T23:59:00.000Z',
  },
  'request-rejected': {
    companyName: 'Harbour Grain Trading',
    fileNames: ['prices.csv'],
    reason: 'These prices are still being checked. Please ask again next week.',
    link: `${origin}/share-folders?folder=0199aaaa`,
  },
  'accept-code': { firstName: 'Ann', code: '024680', companyName: 'Lisboa Imports' },
  'transfer-ready': {
    companyName: 'Harbour Grain Trading',
    fileNames: ['prices.csv', 'volumes & routes.xlsx'],
    link: `${origin}/dashboard?id=0199aaaa-1111-7222-8333-444455556666&expiry=2026-12-01T23%3A59%3A00.000Z`,
    expiry: '2026-12-01T23:59:00.000Z',
  },
  'transfer-expiring': {
    companyName: 'Harbour Grain Trading',
    fileNames: ['prices.csv'],
    link: `${origin}/dashboard?id=0199aaaa`,
    expiry: '2026-12-01T23:59:00.000Z',
  },
  'first-download': {
    receiverEmail: 'rui@lisboa.example',
    fileNames: ['prices.csv', 'volumes & routes.xlsx'],
    link: `${origin}/requests/018f3c2e-7b1a-7c3d-9e4f-2a5b6c7d8e9f`,
  },
  'kyc-decided': {
    status: 'Changes requested',
    reason: 'The tax certificate is older than a year. Please upload the current one.',
    asked: [
      'Tax Certificate: The document has expired. Please upload one that is valid.',
      'Website: It does not open.',
    ],
    link: `${origin}/kyc-approval`,
  },
  'deletion-requested': { firstName: 'Ann', deletionAt: '2026-12-05T10:00:00.000Z', link: `${origin}/profile` },
  'account-deleted': { firstName: 'Ann' },
  'webhook-off': { host: 'hooks.harbour.example', since: '2026-12-05T10:00:00.000Z', link: `${origin}/profile` },
  'reverification-due': { reverifyAt: '2027-05-04T10:00:00.000Z', link: `${origin}/kyc-approval` },
};
