import type { Event, Payload } from '@tradepost/contracts/define';
import { auditEvents } from '@tradepost/contracts/audit';
import { identityEvents, usualExpiries, type UsualExpiry } from '@tradepost/contracts/identity';
import { kycEvents } from '@tradepost/contracts/kyc';
import { requestEvents } from '@tradepost/contracts/requests';
import { storageEvents } from '@tradepost/contracts/storage';
import { webhookEvents } from '@tradepost/contracts/webhooks';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { unmarked } from './personal-texts';
import { byKey, listed } from './sentence';
import { sentences } from './sentences';

const actor = { userId: 'u-ann', email: 'ann@sender.example', companyId: 'c-ann', companyName: 'Ann', ip: '127.0.0.1' };
const meta: EventMeta = { id: 'e', subject: 's', at: '2026-01-02T03:04:05.000Z', requestId: 'r', actor };

const toSentence = <E extends Event>(event: E, payload: Payload<E>, by: EventMeta['actor'] = actor) => {
  const said = sentences.find((sentence) => sentence.event === event)!.toSentence(payload, { ...meta, actor: by });
  return { ...said, message: unmarked(said.message) };
};

const folder = { companyId: 'c-ann', companyName: 'Ann', folderId: 'f', folderName: 'Trade 2025' };
const request = {
  requestId: 'q',
  companyId: 'c-ann',
  companyName: 'Ann',
  receiverUserId: 'u-rita',
  receiverEmail: 'rita@buyer.example',
  receiverCompanyId: 'c-rita',
  receiverCompanyName: 'Rita',
  fileNames: ['prices.csv'],
  folderNames: ['Trade 2025'],
};

it('names the co-owner who acts for the company, not its owner', () => {
  const cora = { ...actor, userId: 'u-cora', email: 'cora@sender.example' };
  const owner = { companyId: 'c-ann', companyName: 'Ann', userId: 'u-ann', email: 'ann@sender.example' };
  const saved = { ...owner, firstName: 'Ann', userType: 'sender' as const, created: false };
  expect(toSentence(identityEvents.companySaved, saved, cora).message).toBe(
    'cora@sender.example changed the details of Ann',
  );
  expect(toSentence(identityEvents.sealingRequired, { ...owner, required: true }, cora).message).toMatch(/^cora@/);
  expect(toSentence(kycEvents.submitted, { ...owner, caseId: 'k', version: 1 }, cora).message).toBe(
    'cora@sender.example submitted the business registration of Ann',
  );
});

it('says what a company chose as the usual expiry, and who did', () => {
  const mia = { ...actor, userId: 'u-mia', email: 'mia@sender.example' };
  const messageOf = (usualExpiry: UsualExpiry) =>
    toSentence(identityEvents.usualExpiryChanged, { companyId: 'c-ann', usualExpiry }, mia).message;
  expect(usualExpiries.map(messageOf)).toEqual([
    'mia@sender.example removed the usual expiry of transfers',
    'mia@sender.example set the usual expiry of transfers to the next day',
    'mia@sender.example set the usual expiry of transfers to 7 days',
    'mia@sender.example set the usual expiry of transfers to 30 days',
    'mia@sender.example set the usual expiry of transfers to the end of the month',
  ]);
});

it('names the member who acts for the receiver, and the receiver where nobody of them acts', () => {
  const dan = { ...actor, userId: 'u-dan', email: 'dan@buyer.example', companyId: 'c-rita' };
  const theirs = { ...request, receiverCompanyId: 'c-rita' };
  for (const event of [
    requestEvents.created,
    requestEvents.signed,
    requestEvents.withdrawn,
    requestEvents.firstDownloaded,
  ]) {
    expect(toSentence(event, theirs, dan).message).toMatch(/^dan@buyer\.example /);
    expect(toSentence(event, theirs, null).message).toMatch(/^rita@buyer\.example /);
    expect(toSentence(event, { ...request, receiverCompanyId: null }, { ...dan, companyId: null }).message).toMatch(
      /^rita@buyer\.example /,
    );
  }
});

it.each([
  [[], 'no files'],
  [['a'], 'a'],
  [['a', 'b'], 'a and b'],
  [['a', 'b', 'c', 'd'], 'a, b, c and d'],
  [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more files'],
])('lists %j as %s', (names, read) => expect(listed(names)).toBe(read));

it('has one sentence for an event', () => {
  const subjects = sentences.map(({ event }) => event.subject);
  expect(new Set(subjects).size).toBe(subjects.length);
});

it('has readable sentences', () => {
  expect(
    toSentence(storageEvents.fileUploaded, {
      ...folder,
      fileId: 'x',
      name: 'prices.csv',
      size: 1,
      sha256: '',
      mode: 'managed',
    }).message,
  ).toBe('ann@sender.example uploaded prices.csv to Trade 2025');
  expect(
    [true, false].map((pinned) => toSentence(storageEvents.folderPinChanged, { ...folder, pinned }).message),
  ).toEqual(['ann@sender.example pinned the folder Trade 2025', 'ann@sender.example unpinned the folder Trade 2025']);
  expect(
    toSentence(storageEvents.infectedFileRejected, { ...folder, name: 'prices.csv', signature: 'Win.Test.EICAR_HDB-1' })
      .message,
  ).toBe(
    'ann@sender.example tried to upload prices.csv to Trade 2025; it contains malware (Win.Test.EICAR_HDB-1) and was not stored',
  );
  expect(
    toSentence(kycEvents.infectedDocumentRejected, {
      companyId: 'c-ann',
      document: 'memorandum',
      filename: 'bad.pdf',
      signature: 'X',
    }).message,
  ).toBe(
    'ann@sender.example tried to upload bad.pdf as the document Memorandum; it contains malware (X) and was not stored',
  );
  expect(
    toSentence(storageEvents.folderDelivered, { ...folder, emails: ['a@x', 'b@x', 'c@x', 'd@x', 'e@x'] }).message,
  ).toBe('ann@sender.example delivered Trade 2025 to a@x, b@x, c@x and 2 more addresses');
  const webhook = { companyId: 'c-ann', webhookId: 'w', host: 'hooks.ann.example' };
  expect(toSentence(webhookEvents.webhookSwitched, { ...webhook, enabled: true, because: null }).message).toBe(
    'ann@sender.example switched the webhook to hooks.ann.example on',
  );
  expect(
    toSentence(webhookEvents.webhookSwitched, { ...webhook, enabled: false, because: 'failing' }, null).message,
  ).toBe('The webhook to hooks.ann.example was switched off because deliveries failed for days');
  expect(
    toSentence(requestEvents.downloaded, {
      ...request,
      downloaded: ['prices.csv'],
      byUserId: 'u-rita',
      byEmail: 'rita@buyer.example',
    }).message,
  ).toBe('rita@buyer.example downloaded prices.csv from Trade 2025');
  expect(toSentence(requestEvents.accepted, { ...request, expiry: '2026-03-04T23:59:00.000Z' }).message).toBe(
    'ann@sender.example accepted the request of rita@buyer.example for prices.csv from Trade 2025, until 2026-03-04 23:59 UTC',
  );
  const until = '2026-03-04T23:59:00.000Z';
  expect(toSentence(requestEvents.rejected, { ...request, reason: 'Not for sale' }).message).toBe(
    'ann@sender.example rejected the request of rita@buyer.example for prices.csv from Trade 2025: Not for sale',
  );
  expect(toSentence(requestEvents.withdrawn, request).message).toBe(
    'rita@buyer.example withdrew the request for prices.csv from Trade 2025',
  );
  expect(toSentence(requestEvents.revoked, { ...request, reason: null }).message).toBe(
    'ann@sender.example revoked the transfer of prices.csv from Trade 2025 to rita@buyer.example',
  );
  expect(toSentence(requestEvents.extended, { ...request, expiry: until }).message).toBe(
    'ann@sender.example extended the transfer of prices.csv from Trade 2025 to rita@buyer.example, until 2026-03-04 23:59 UTC',
  );
  expect(toSentence(requestEvents.expiringSoon, { ...request, expiry: until }, null).message).toBe(
    'rita@buyer.example was reminded that prices.csv from Trade 2025 can be downloaded until 2026-03-04 23:59 UTC',
  );
  expect(toSentence(requestEvents.firstDownloaded, request).message).toBe(
    'rita@buyer.example started the first download of prices.csv from Trade 2025',
  );
  const note = { invitationId: 'i', companyId: 'c-ann', partnerEmail: 'rita@buyer.example' };
  expect([true, false].map((removed) => toSentence(identityEvents.partnerNoteChanged, { ...note, removed }))).toEqual([
    { chains: ['c-ann'], message: 'ann@sender.example removed the note on rita@buyer.example' },
    { chains: ['c-ann'], message: 'ann@sender.example changed the note on rita@buyer.example' },
  ]);
  const decided = {
    caseId: 'k',
    companyId: 'c-ann',
    version: 1,
    decision: 'reject' as const,
    reason: 'No stamp',
    by: 'boss@tradepost.test',
  };
  expect(
    toSentence(auditEvents.kycDecided, { ...decided, documents: [], fields: [], verified: null, reverifyAt: null })
      .message,
  ).toBe('boss@tradepost.test rejected the business registration: No stamp');
  const rejected = {
    id: 'tax_certificate',
    uploadId: 'u',
    decision: 'reject',
    fault: 'expired',
    reason: 'Expired',
  } as const;
  const asked = {
    ...decided,
    decision: 'request-changes' as const,
    reason: 'Two things',
    documents: [rejected, { ...rejected, id: 'memorandum' as const }],
  };
  expect(toSentence(auditEvents.kycDecided, { ...asked, fields: [], verified: null, reverifyAt: null }).message).toBe(
    'boss@tradepost.test requested changes to the business registration: Two things (rejected: Tax Certificate and Memorandum)',
  );
  expect(toSentence(identityEvents.sessionEnded, { sessionId: 's', userId: 'u-ann' }, null).message).toBe(
    'A session was ended',
  );
});

it('names an API key, and what was done with it', () => {
  const key = { keyId: 'k', companyId: 'c-ann', userId: 'u-ann', name: 'Nightly' };
  const made = {
    ...key,
    scopes: ['read' as const, 'upload' as const],
    addresses: [],
    expiresAt: '2026-03-04T23:59:00.000Z',
    allowance: null,
    sealing: false,
  };
  expect(toSentence(identityEvents.apiKeyCreated, made)).toEqual({
    chains: ['c-ann'],
    message:
      'ann@sender.example created the API key Nightly (read and upload) until 2026-03-04 23:59 UTC, for use from anywhere',
  });
  const accepting = {
    ...made,
    scopes: ['accept' as const],
    addresses: ['192.0.2.1'],
    allowance: 'This key may accept requests without a code',
    sealing: true,
  };
  expect(toSentence(identityEvents.apiKeyCreated, accepting).message).toBe(
    'ann@sender.example created the API key Nightly (accept, with a sealing key) until 2026-03-04 23:59 UTC, for use from 192.0.2.1, and wrote: "This key may accept requests without a code"',
  );
  expect(toSentence(identityEvents.apiKeyRevoked, key)).toEqual({
    chains: ['c-ann'],
    message: 'ann@sender.example revoked the API key Nightly',
  });
  expect(byKey(meta)).toBe('');
  expect(unmarked(byKey({ ...meta, actor: { ...actor, key: { id: 'k', name: 'Nightly' } } }))).toBe(', by key Nightly');
});

it('joins the chains of both sides, and of a user who has no company', () => {
  expect(toSentence(requestEvents.created, request).chains).toEqual(['c-ann', 'c-rita']);
  expect(toSentence(requestEvents.archiveReady, { ...request, receiverCompanyId: null, size: 1 }, null).chains).toEqual(
    ['c-ann', 'u-rita'],
  );
  expect(
    toSentence(identityEvents.signedIn, { userId: 'u-ann', email: 'ann@sender.example', sessionId: 's' }).chains,
  ).toEqual(['u-ann']);
});
