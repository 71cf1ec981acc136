import { allEvents } from '@tradepost/contracts/events';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { userActor } from '@tradepost/testing/service-harness';
import { v7 as uuidv7 } from 'uuid';
import type { Event } from '@tradepost/contracts/define';
import { identityEvents } from '@tradepost/contracts/identity';
import { EntryRow } from '../src/entry/audit.entity';
import { actionOf, toEntry } from '../src/entry/log.repository';
import { unmarked } from '../src/entry/personal-texts';
import { TextsRepository } from '../src/entry/texts.repository';
import { sentences } from '../src/entry/sentences';
import { metaOf, second, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

const secret = 'must-never-be-stored';
const [ann, rita, gone] = [userActor(), userActor({ userType: 'receiver' }), userActor()];

/** Every field that a sentence reads. Credentials, and fields that no event should carry, contain the secret. */
const payload = {
  userId: ann.userId,
  email: ann.email,
  userType: 'sender',
  companyId: ann.companyId,
  companyName: 'Ann',
  firstName: 'Ann',
  created: true,
  on: true,
  replaced: false,
  by: 'inviter',
  reason: 'A reason',
  totalStorage: 1,
  receiverUserId: rita.userId,
  receiverEmail: rita.email,
  partnerEmail: rita.email,
  removed: false,
  receiverCompanyId: rita.companyId,
  receiverCompanyName: 'Rita',
  inviterUserId: ann.userId,
  invitationId: uuidv7(),
  requestId: uuidv7(),
  fileNames: ['a.csv'],
  folderNames: ['Trade 2025'],
  downloaded: ['a.csv'],
  byUserId: rita.userId,
  byEmail: rita.email,
  expiry: second(0),
  folderId: uuidv7(),
  folderName: 'Trade 2025',
  previousName: 'Old',
  previousFolderName: 'Old',
  files: 2,
  emails: [rita.email],
  until: null,
  fileId: uuidv7(),
  name: 'a.csv',
  size: 1,
  domain: 'example.com',
  change: 'verified',
  setting: 'saved',
  version: 1,
  caseId: uuidv7(),
  status: 'Approved',
  documents: [],
  fields: [],
  verified: null,
  reverifyAt: second(0),
  deletionAt: second(0),
  document: 'memorandum',
  filename: 'm.pdf',
  decision: 'approve',
  what: 'claimed',
  about: null,
  claimedBy: null,
  scopes: ['read'],
  roles: ['auditor'],
  before: ['approver'],
  side: 'sender',
  internal: false,
  byOwner: true,
  absence: {
    from: second(0),
    until: second(1),
    delegateId: rita.userId,
    delegateEmail: rita.email,
    delegateIsOwner: false,
  },
  assigneeEmail: rita.email,
  stage: 'started',
  toId: rita.userId,
  toEmail: rita.email,
  requests: 2,
  approvals: 2,
  above: { amount: '1000.00', currency: 'EUR' },
  addresses: [],
  expiresAt: second(0),
  allowance: null,
  host: 'a.example',
  enabled: true,
  because: null,
  kind: 'recovery',
  required: true,
  changed: false,
  given: true,
  mode: 'e2e',
  sessionId: secret,
  sha256: secret,
  token: secret,
  password: secret,
  passwordHash: secret,
  otp: secret,
  code: secret,
  secret,
  recoveryCodes: [secret],
  link: secret,
};

/** Erases nothing of Ann's. */
const payloadOf = (event: Event) =>
  event === identityEvents.accountDeleted
    ? { userId: gone.userId, email: gone.email, companyId: gone.companyId }
    : payload;

const deliveries = sentences.map(({ event, toSentence }, n) => {
  const meta: EventMeta = {
    id: uuidv7(),
    subject: event.subject,
    at: second(n),
    requestId: `r${n}`,
    actor: metaOf(ann).actor,
  };
  const { chains, message } = toSentence(payloadOf(event), meta);
  const entries = [...new Set(chains)].map((chainId) => ({
    chainId,
    at: second(n),
    action: actionOf(event.subject),
    actor: ann.email,
    requestId: `r${n}`,
    message: unmarked(message).replace(gone.email, 'deleted person'),
  }));
  return { event, meta, entries };
});

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

it('handles every event that is addressed to it', () => {
  const named = allEvents.filter(({ to }) => to.includes('audit')).map(({ subject }) => subject);
  expect(sentences.map(({ event }) => event.subject).sort()).toEqual(named.sort());
});

it('is the same when every event is delivered three times, in any order, and stores no secret', async () => {
  const thrice = [...deliveries, ...deliveries, ...deliveries]
    .map((delivery) => ({ delivery, place: Math.random() }))
    .sort((a, b) => a.place - b.place);
  await Promise.all(thrice.map(({ delivery: { event, meta } }) => fixture.deliverEvent(event, payloadOf(event), meta)));
  const rows = await fixture.app.get(TextsRepository).open(fixture.db.read, await sql(fixture.db.read).find(EntryRow));
  const stored = rows.map(toEntry).map(({ companyId, at, action, actor, requestId, message }) => ({
    ...{ chainId: companyId, at, action, actor, requestId, message },
  }));
  const sorted = (list: object[]) => list.map((one) => JSON.stringify(one)).sort();
  expect(sorted(stored)).toEqual(sorted(deliveries.flatMap(({ entries }) => entries)));
  expect(await fixture.verify()).toMatchObject({ ok: true, entries: rows.length });
  expect(JSON.stringify(rows)).not.toContain(secret);
});
