import { routes, type Route } from '@tradepost/contracts/routes';
import { fromBase64url, toBase64url, toHex } from '@tradepost/sealing/crypto/bytes';
import { zeros32, type GrantSet } from '@tradepost/sealing/grant-layout';
import { checkGrants, openGrants, sealGrants } from '@tradepost/sealing/grants';
import { decodeRequest, requestHash, type SignedRequest } from '@tradepost/sealing/request';
import { findSender, requestFiles, signPending } from '../../src/requests/requesting';
import { ownFileKey, verifiedMeta } from '../../src/transfers/sealed-content';
import { grantsFor } from '../../src/transfers/granting';
import { openTransfer } from '../../src/transfers/sealed-transfers';
import { fileOf, keysOf, personCalled, requestFor, targetOf, type Person } from '../../src/testing/people';
import type { Sources } from './generate';
import { scenario, type Known, type Scenario } from './scenario';
import { placeOf, termsOf, type Place, type Saved, type AlterAnswer, type Fixture } from './fixture';

const expiry = '2100-01-01T00:00:00.000Z';
const texts = { intendedUse: 'Audit', note: 'Please' };
const [requestId, otherRequest, transferId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];

/** What a set gives: the files that its receiver opens with it, for this request and until this expiry. */
async function givenBy(
  set: GrantSet | undefined,
  ann: Person,
  bob: Person,
  hash: Uint8Array<ArrayBuffer>,
  until: string,
) {
  if (!set) return [];
  const parties = { requestId, requestHash: hash, sender: ann.vault.own, recipient: bob.vault.own };
  await checkGrants(set, { ...parties, expiryMs: Date.parse(until), files: set.grants }, Date.now());
  const fileKeys = await openGrants(set.grants, parties, bob.vault.hpke);
  return set.grants.map(({ fileId, version }, index) => [fileId, version, toHex(fileKeys[index]!)].join(' '));
}

/** The server states versions and modes: only the sender can check them, before granting. */
const signedIn = (signed: SignedRequest[]) =>
  signed.flatMap(({ statement }) => {
    const { receiver, sender, intendedUse, note, files, checkpoint, senderHead } = decodeRequest(
      fromBase64url(statement),
    );
    return files.map(({ fileId }) =>
      JSON.stringify([toHex(receiver), toHex(sender), intendedUse, note, checkpoint, toHex(senderHead), fileId]),
    );
  });

/** An acceptance without a lie. */
interface Accepted {
  scenario: Scenario;
  /** Of the sender. */
  saved: Saved;
  set: GrantSet;
  signed: SignedRequest;
}

async function acceptance(fixture: Fixture, known: Known): Promise<Accepted> {
  const { ann, bob, eve, files, secret, log } = fixture;
  const { checkpoint } = await log.state();
  const of = async (receiver: Person, id: string, asked: typeof files) => ({
    requestId: id,
    senderId: ann.vault.userId,
    receiver: keysOf(receiver),
    files: asked,
    granted: null,
    signed: await requestFor(receiver, ann, id, asked, texts, checkpoint),
  });
  const honest = await of(bob, requestId, files);
  const firstVersions = await Promise.all(files.map(({ fileId }) => fileOf(ann, 'old.csv', 1, fileId)));
  const sources = {
    other: { ...(await of(eve, otherRequest, [secret])), senderId: eve.vault.userId },
    older: await of(await olderOf(bob), otherRequest, firstVersions),
  };
  const signed = honest.signed;
  const hash = await requestHash(signed);
  const at = (answers: (route: Route) => unknown, alter?: AlterAnswer) =>
    placeOf(fixture, ann, known.ann, answers, { ...(alter && { alter }), isProgram: true });
  const act = async (place: Place) =>
    givenBy(await grantsFor(place.client, place, { id: requestId }, { expiry }), ann, bob, hash, expiry);
  const before = at(() => honest);
  const set = (await grantsFor(before.client, before, { id: requestId }, { expiry }))!;
  return {
    scenario: scenario({ name: 'a program accepts a request', route: routes.sealingTargets, honest, sources }, at, act),
    saved: { entries: before.server.entries, device: before.saved.device },
    set,
    signed,
  };
}

/** The same person with other keys. */
const olderOf = ({ vault, email }: Person) => personCalled(email.split('@')[0]!, vault.userId);

/** As the server returns a set. */
const returned = ({ ann, bob }: Fixture, request: SignedRequest, set: GrantSet) => ({
  requestId: requestId,
  request,
  senderId: ann.vault.userId,
  sender: ann.bundle,
  recipientId: bob.vault.userId,
  expiryMs: Date.parse(expiry),
  ...set,
});

async function extensions(fixture: Fixture, known: Known, { saved, set, signed }: Accepted): Promise<Scenario[]> {
  const { ann, bob, eve, files, secret } = fixture;
  const later = '2100-02-01T00:00:00.000Z';
  const hash = await requestHash(signed);
  const parties = { requestId: requestId, requestHash: hash, sender: ann.contact, expiryMs: Date.parse(expiry) };
  const withKeys = await Promise.all(
    files.map(async (file) => ({ ...file, fileKey: await ownFileKey(ann.vault, file) })),
  );
  const former = await sealGrants(parties, bob.contact, withKeys, ann.vault.signing.privateKey, {
    timeMs: 1,
    ledgerHead: toBase64url(zeros32()),
    checkpoint: '',
  });
  const [secretKey] = [await ownFileKey(ann.vault, secret)];
  const toEve = await sealGrants(
    { ...parties, requestId: otherRequest },
    eve.contact,
    [{ ...secret, fileKey: secretKey }],
    ann.vault.signing.privateKey,
    { timeMs: 2, ledgerHead: toBase64url(hash), checkpoint: 'x' },
  );
  const answer = (granted: GrantSet) => ({
    requestId,
    senderId: ann.vault.userId,
    receiver: keysOf(bob),
    files,
    granted: returned(fixture, signed, granted),
    signed: null,
  });
  const otherSigned = await requestFor(eve, ann, otherRequest, [secret], texts);
  const sources: Sources = {
    other: {
      ...answer(former),
      requestId: otherRequest,
      senderId: eve.vault.userId,
      receiver: keysOf(eve),
      files: [secret],
      granted: {
        ...returned({ ...fixture, ann: eve, bob: eve }, otherSigned, toEve),
        requestId: otherRequest,
        expiryMs: 5,
      },
      signed: otherSigned,
    },
    older: {
      ...answer(former),
      receiver: keysOf(await olderOf(bob)),
      files: [await fileOf(ann, 'old.csv', 1, files[0]!.fileId)],
    },
  };
  const act = async (place: Place) =>
    givenBy(await grantsFor(place.client, place, { transferId: transferId }, { expiry: later }), ann, bob, hash, later);
  const of = (name: string, honest: unknown, saved: Saved) =>
    scenario(
      { name, route: routes.sealingTargets, honest, sources },
      (answers, alter) => placeOf(fixture, ann, saved, answers, { alter }),
      act,
    );
  return [
    of('a transfer is extended', answer(set), saved),
    of('a transfer from before the ledger is extended', answer(former), known.ann),
  ];
}

async function signing(fixture: Fixture, known: Known): Promise<Scenario[]> {
  const { ann, bob, eve, files, secret } = fixture;
  const target = (sender: Person, id: string | null, of: typeof files) => ({
    ...targetOf(sender, id, of),
    ...texts,
    companyName: sender.email,
  });
  const sources = {
    other: { requests: [target(eve, otherRequest, [secret])] },
    older: { requests: [target(await olderOf(ann), transferId, [...files].reverse())] },
  };
  const fileIds = files.map(({ fileId }) => fileId);
  const at = (answers: (route: Route) => unknown, alter: AlterAnswer) =>
    placeOf(fixture, bob, known.bob, answers, { alter });
  const sent = (place: Place, route: Route, signedOf: (input: object) => SignedRequest[]) => {
    const signed: SignedRequest[] = [];
    const { others } = place.server;
    place.server.others = (asked, input) => {
      if (asked === route) signed.push(...signedOf(input));
      return others(asked, input);
    };
    return signed;
  };
  const create = async (place: Place) => {
    const signed = sent(place, routes.createRequest, (input) => (input as { signed?: SignedRequest[] }).signed ?? []);
    await requestFiles(place.client, async () => place, { fileIds, ...texts });
    return signedIn(signed);
  };
  const pending = async (place: Place) => {
    const signed = sent(place, routes.signRequest, (input) => [input as SignedRequest]);
    const shown = { id: requestId, fileIds, ...texts } as Parameters<typeof signPending>[2];
    await signPending(place.client, async () => place, shown);
    return signedIn(signed);
  };
  const of = (name: string, id: string | null, act: (place: Place) => Promise<unknown>) =>
    scenario({ name, route: routes.requestsToSign, honest: { requests: [target(ann, id, files)] }, sources }, at, act);
  const look = async (place: Place) => {
    const found = await findSender(place.client, async () => place, { id: requestId });
    // a person sees another address, and a warning of changed keys
    const isAnn = found?.keys.address === ann.contact.address && found.state !== 'changed';
    return isAnn ? [found.fingerprint] : [];
  };
  return [
    of('files are requested', null, create),
    of('a pending request is signed', requestId, pending),
    of('the sender is shown', requestId, look),
  ];
}

async function opening(fixture: Fixture, known: Known, { set, signed }: Accepted): Promise<Scenario> {
  const { ann, bob, eve, files, secret } = fixture;
  const listed = async (owner: Person, file: (typeof files)[number]) => {
    const names = ['a.csv', 'b.csv', 'secret.csv'];
    const key = await ownFileKey(owner.vault, file);
    for (const name of names) {
      const meta = await verifiedMeta(key, file, { name, size: name.length, contentType: 'text/csv' }).catch(
        () => null,
      );
      if (!meta) continue;
      const { ownerId: _owner, wrappedKey: _key, ...sealed } = file;
      return {
        key: 'k',
        fileId: file.fileId,
        name,
        contentType: meta.mime,
        size: meta.size,
        sha256: 'ab',
        mode: 'e2e',
        sealed,
        terms: termsOf(name),
        url: '/x',
        content: { data: [1, 2] },
      };
    }
    throw new Error('a file of another name');
  };
  const view = {
    id: transferId,
    expiry,
    status: 'live',
    senderCompany: 'Ann',
    receiverEmail: bob.email,
    intendedUse: texts.intendedUse,
    licences: [{ folderName: 'Prices', terms: 'None' }],
    maxDownloads: 3,
    archive: { status: 'ready', size: 5, url: '/z', manifest: { manifest: 'bb', sig: 'bb' } },
    files: await Promise.all(files.map((file) => listed(ann, file))),
    mode: 'e2e',
    grants: returned(fixture, signed, set),
    keyLost: false,
  };
  const otherSigned = await requestFor(eve, ann, otherRequest, [secret], texts);
  const sources = {
    other: {
      ...view,
      expiry: '2099-01-01T00:00:00.000Z',
      intendedUse: 'Resale',
      files: [await listed(ann, secret)],
      grants: {
        ...returned({ ...fixture, ann: eve, bob: eve }, otherSigned, {
          ...set,
          grants: set.grants
            .toReversed()
            .map((grant) => ({ ...grant, expiryMs: 7, recipientKeyId: toBase64url(eve.contact.keyId) })),
          sig: otherSigned.sig,
          timeMs: 1,
          ledgerHead: toBase64url(zeros32()),
          checkpoint: 'x',
        }),
        requestId: otherRequest,
        expiryMs: 7,
      },
    },
    older: { ...view, grants: { ...view.grants, sender: (await olderOf(ann)).bundle, request: otherSigned } },
  };
  const act = async ({ client, vault, contacts }: Place) => {
    const opened = await openTransfer(client, { vault, contacts }, transferId);
    return opened.files.map(({ fileId, name, size, sha256, mode }) => [fileId, name, size, sha256, mode].join(' '));
  };
  return scenario(
    { name: 'a transfer is opened', route: routes.transfer, honest: view, sources },
    (answers, alter) => placeOf(fixture, bob, known.bob, answers, { alter }),
    act,
  );
}

/** What senders and receivers do. */
export async function transferScenarios(fixture: Fixture, known: Known): Promise<Scenario[]> {
  const accepted = await acceptance(fixture, known);
  return [
    accepted.scenario,
    ...(await extensions(fixture, known, accepted)),
    ...(await signing(fixture, known)),
    await opening(fixture, known, accepted),
  ];
}
