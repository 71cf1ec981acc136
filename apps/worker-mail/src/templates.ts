import type { MailTemplate } from '@tradepost/contracts/jobs';

/** What a mail says; every string is a Handlebars template. Paragraphs are plain text: the layout makes HTML of them. */
export interface MailWords {
  subject: string;
  /** Before the code or the button. */
  before: string[];
  /** Stands on a line of its own. */
  code?: string;
  list?: string;
  button?: { label: string; link: string };
  after?: string[];
}

const ignore = 'If this was not you, you can ignore this mail.';
const codeNote = 'The code is valid for 10 minutes. Nobody from Tradepost will ever ask you for it.';

/** A template without words does not compile. */
export const words: Record<MailTemplate, MailWords> = {
  'signup-code': {
    subject: 'Your Tradepost verification code',
    before: ['Hello {{firstName}},', 'Enter this code to verify your email, or open the link below.'],
    code: '{{code}}',
    button: { label: 'Verify my email', link: '{{link}}' },
    after: [codeNote, ignore],
  },
  'reset-code': {
    subject: 'Your Tradepost password reset code',
    before: ['Hello {{firstName}},', 'Enter this code to set a new password.'],
    code: '{{code}}',
    after: [codeNote, 'If you did not ask for it, your password stays as it is and you need not do anything.'],
  },
  'existing-account': {
    subject: 'You already have a Tradepost account',
    before: ['Hello {{firstName}},', 'Someone, probably you, signed up with this email, which has an account already. Sign in, or set a new password: {{resetLink}}'],
    button: { label: 'Sign in', link: '{{loginLink}}' },
    after: [ignore],
  },
  'password-changed': {
    subject: 'Your Tradepost password was changed',
    before: ['Hello {{firstName}},', 'Your password was changed and every device was signed out.', 'If this was not you, reset your password at once and tell your contact at Tradepost.'],
  },
  invitation: {
    subject: '{{companyName}} invites you to exchange data',
    before: ['{{companyName}} ({{inviterEmail}}) wants to share data with you on Tradepost.', 'Accept the invitation to see what is delivered to you.'],
    button: { label: 'Open the invitation', link: '{{link}}' },
    after: ['If you do not know this company, you can ignore this mail.'],
  },
  'invitation-accepted': {
    subject: '{{partnerEmail}} accepted your invitation',
    before: ['{{partnerEmail}} accepted the invitation of {{companyName}}. You can now deliver folders to this partner.'],
    button: { label: 'Open Tradepost', link: '{{link}}' },
  },
  'folder-delivered': {
    subject: '{{companyName}} delivered "{{folderName}}" to you',
    before: ['{{companyName}} delivered the folder "{{folderName}}" to you. Browse it and ask for the files you need.'],
    button: { label: 'See the folder', link: '{{link}}' },
  },
  'request-created': {
    subject: '{{receiverEmail}} requests files from you',
    before: ['{{receiverEmail}} asks {{companyName}} for these files:'],
    list: 'fileNames',
    button: { label: 'Accept or reject', link: '{{link}}' },
  },
  'request-rejected': {
    subject: '{{companyName}} rejected your request',
    before: ['{{companyName}} rejected your request for these files:'],
    list: 'fileNames',
    after: ['{{#if reason}}The reason given: {{reason}}{{/if}}'],
    button: { label: 'Open Tradepost', link: '{{link}}' },
  },
  'accept-code': {
    subject: 'Your code to accept a file request',
    before: ['Hello {{firstName}},', 'Enter this code to accept the request of {{companyName}}.'],
    code: '{{code}}',
    after: [codeNote, 'If you are not accepting a request right now, change your password.'],
  },
  'transfer-ready': {
    subject: 'Your files from {{companyName}} are ready',
    before: ['{{companyName}} accepted your request. These files wait for you until {{expiry}}:'],
    list: 'fileNames',
    button: { label: 'Download the files', link: '{{link}}' },
    after: ['Only you and the sender can open this link, after signing in.'],
  },
  'transfer-expiring': {
    subject: 'Your files from {{companyName}} expire soon',
    before: ['You have not downloaded these files yet. They wait for you until {{expiry}}:'],
    list: 'fileNames',
    button: { label: 'Download the files', link: '{{link}}' },
    after: ['Only you and the sender can open this link, after signing in.'],
  },
  'first-download': {
    subject: '{{receiverEmail}} downloaded your files',
    before: ['{{receiverEmail}} began to download what you delivered:'],
    list: 'fileNames',
    button: { label: 'See your transfers', link: '{{link}}' },
  },
  'kyc-decided': {
    subject: 'Your business registration: {{status}}',
    before: ['Your business registration is now: {{status}}.', '{{#if reason}}{{reason}}{{/if}}'],
    button: { label: 'Open the registration', link: '{{link}}' },
  },
};
