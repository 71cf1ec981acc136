import { randomUUID } from 'node:crypto';
import type { SealingTargets } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { fromBase64url, toBase64url } from '@tradepost/sealing/crypto/bytes';
import { decodeRequest, type SignedRequest } from '@tradepost/sealing/request';
import { requestFiles } from '../requests/requesting';
import { signTarget } from '../requests/sign-request';
import { reviewLedger } from '../ledger/restore';
import { LedgerServer } from '../testing/ledger-server';
import { testKeyLog } from '../testing/key-log-server';
import { fileOf, keysOf, personCalled, serverWith, targetOf, type Person } from '../testing/people';
import { grantsFor } from '../transfers/granting';
import { Contacts } from './contacts';

const requestId = randomUUID();
const expiry = '2100-01-01T00:00:00.000Z';
const split = expect.objectContaining({ problem: 'KEY_LOG_SPLIT' });
let ann: Person;
let bob: Person;
let file: Awaited<ReturnType<typeof fileOf>>;

beforeAll(async () => {
  [ann, bob] = await Promise.all([personCalled('ann'), personCalled('bob')]);
  file = await fileOf(ann, 'a.csv');
});

/** Ann's client at a server with her key and Bob's in its log. */
async function clientOfAnn(answers: Parameters<typeof serverWith>[2] = []) {
  const place = await serverWith(ann, [bob], answers);
  await place.server.keyLog.log(ann.contact);
  await place.keyring.contacts.auditOwn();
  return place;
}

/** Ann's client at a server that has published this key in her name, with a log that has none of hers. */
async function unlogged(
  { bundle }: Person,
  log = (place: { server: LedgerServer }) => place.server.keyLog.log(ann.contact),
) {
  const place = await serverWith(ann, [bob], [[routes.keys, { keys: { pins: null, bundle } }]]);
  const { others } = place.server;
  place.server.pins = null;
  place.server.others = async (route, input) => {
    const answer = others(route, input);
    if (route === routes.restateKeys) await log(place);
    return answer;
  };
  return place;
}

/** What Bob signs, who has seen this checkpoint. */
async function askedWith(checkpoint: string): Promise<SealingTargets> {
  const [target, senderHead] = [targetOf(ann, requestId, [file]), new Uint8Array(32)];
  const chosen = { requestId, fileIds: [file.fileId], intendedUse: '', note: '' };
  const signed = await signTarget(bob.vault, target, ann.contact, chosen, { senderHead, checkpoint });
  return { requestId, senderId: ann.vault.userId, receiver: keysOf(bob), files: [file], granted: null, signed };
}

/** The log that the server shows to Bob only: it has another key of Ann. */
async function otherLog({ server }: Awaited<ReturnType<typeof clientOfAnn>>): Promise<string> {
  const { leaves } = server.keyLog;
  server.keyLog.leaves = [];
  await server.keyLog.log((await personCalled('ann', ann.vault.userId)).contact);
  const { checkpoint } = await server.keyLog.state();
  server.keyLog.leaves = leaves;
  return checkpoint;
}

describe('checkpoints of the key log', () => {
  it('are part of the signed request', async () => {
    const { client, keyring, sent } = await serverWith(
      bob,
      [ann],
      [[routes.requestsToSign, { requests: [targetOf(ann, null, [file])] }]],
    );
    const seen = await keyring.contacts.keyLog.verifyWhole();
    await requestFiles(client, async () => keyring, { fileIds: [file.fileId] });
    const { signed } = sent.at(-1)![1] as { signed: SignedRequest[] };
    expect(decodeRequest(fromBase64url(signed[0]!.statement)).checkpoint).toBe(seen);
  });

  it('are part of the signed grants, and a request is granted if the log extends its checkpoint', async () => {
    const place = await clientOfAnn();
    const before = await place.keyring.contacts.keyLog.newestSeen();
    await place.server.keyLog.log((await personCalled('cid')).contact);
    place.server.others = () => askedWith(before);
    await place.keyring.contacts.auditOwn();
    const set = await grantsFor(place.client, place.keyring, { id: requestId }, { expiry });
    expect(set!.checkpoint).toBe((await place.server.keyLog.state()).checkpoint);
  });

  it('show a sender that the receiver sees another log, so nothing is granted', async () => {
    const place = await clientOfAnn();
    const theirs = await otherLog(place);
    place.server.others = () => askedWith(theirs);
    const before = place.server.entries.length;
    await expect(grantsFor(place.client, place.keyring, { id: requestId }, { expiry })).rejects.toEqual(split);
    expect(place.server.entries).toHaveLength(before);
  });

  it('show a receiver that the sender sees another log, so nothing is stored', async () => {
    const place = await clientOfAnn();
    const { contacts } = place.keyring;
    const set = { ledgerHead: 'B'.repeat(42) + 'A', timeMs: 1, checkpoint: await otherLog(place) };
    await expect(contacts.learnFrom(bob.contact, set)).rejects.toEqual(split);
    expect((await contacts.knowledgeOf(bob.contact)).senderHead).toEqual(new Uint8Array(32));
    await contacts.learnFrom(bob.contact, { ...set, checkpoint: await contacts.keyLog.newestSeen() });
    expect(toBase64url((await contacts.knowledgeOf(bob.contact)).senderHead)).toBe(set.ledgerHead);
  });
});

describe('the owner’s own key', () => {
  it('may be in the log in its form without an address', async () => {
    const { keyring, server } = await serverWith(ann, [bob], []);
    await server.keyLog.log({ ...ann.contact, keyId: ann.contact.pairId });
    await server.keyLog.log(ann.contact);
    await keyring.contacts.auditOwn();
  });

  it('is logged at the next sign-in if it is older than the log', async () => {
    const { keyring, server, sent } = await unlogged(ann);
    await keyring.contacts.auditOwn();
    expect(sent.filter(([route]) => route === routes.restateKeys)).toEqual([
      [routes.restateKeys, { bundle: ann.bundle }],
    ]);
    expect(server.keyLog.leaves).toHaveLength(2);
    await keyring.contacts.auditOwn();
    expect(sent).toHaveLength(2);
  });

  it('is not logged if the log has another key, or the server publishes another one', async () => {
    const another = await personCalled('ann', ann.vault.userId);
    const place = await unlogged(another);
    await expect(place.keyring.contacts.auditOwn()).rejects.toMatchObject({ problem: 'KEY_NOT_LOGGED' });
    await place.server.keyLog.log(another.contact);
    await expect(place.keyring.contacts.auditOwn()).rejects.toMatchObject({ problem: 'KEY_UNEXPECTED' });
    expect(place.sent.map(([route]) => route)).not.toContain(routes.restateKeys);
  });

  it('stays locked at a server that does not log it', async () => {
    const place = await unlogged(ann, async () => undefined);
    await expect(place.keyring.contacts.auditOwn()).rejects.toMatchObject({ problem: 'KEY_NOT_LOGGED' });
  });

  it('is not used if the log has another one', async () => {
    const { keyring, server } = await clientOfAnn();
    await server.keyLog.log((await personCalled('ann', ann.vault.userId, 2)).contact);
    await expect(keyring.contacts.auditOwn()).rejects.toMatchObject({ problem: 'KEY_UNEXPECTED' });
  });

  it('may follow only the keys that were in the log when the ledger began, in any form', async () => {
    const server = new LedgerServer();
    const first = ann.contact;
    for (const keyId of [first.pairId, first.keyId]) await server.keyLog.log({ ...first, keyId });
    const again = await personCalled('ann', ann.vault.userId, 2);
    await server.keyLog.log(again.contact);
    const device = () => new Contacts(server.client, again.vault, testKeyLog(server.client));
    await device().auditOwn();
    await device().auditOwn();
    await server.keyLog.log({ ...first, keyId: bob.contact.keyId });
    await expect(device().auditOwn()).rejects.toMatchObject({ problem: 'KEY_UNEXPECTED' });
  });
});

it('a real restore of only the log needs the consent of the owner, and the client continues after it', async () => {
  const { keyring, server } = await clientOfAnn();
  const { ledger, keyLog } = keyring.contacts;
  expect(await reviewLedger(ledger, keyLog)).toBeNull();
  const otherMachine = testKeyLog(server.client);
  await otherMachine.verifyWhole();
  server.keyLog.origin += '/1795000000';
  await expect(keyring.contacts.auditOwn()).rejects.toMatchObject({ problem: 'KEY_LOG_RESTARTED' });
  const review = await reviewLedger(ledger, keyLog);
  expect(review).toMatchObject({ keyLog: { before: 2, now: 2 }, lost: [], contacts: [] });
  const program = () => new Contacts(server.client, ann.vault, otherMachine, { apiKeyId: randomUUID() });
  await expect(program().auditOwn()).rejects.toMatchObject({ problem: 'KEY_LOG_RESTARTED' });
  await review!.accept(() => false);
  await keyring.contacts.auditOwn();
  // the owner's other devices and programs go on with what the ledger accepts
  await program().auditOwn();
  server.keyLog.origin = server.keyLog.origin.replace(/0$/, '1');
  await expect(program().auditOwn()).rejects.toMatchObject({ problem: 'KEY_LOG_RESTARTED' });
});
