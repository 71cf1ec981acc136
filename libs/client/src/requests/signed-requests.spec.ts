import { randomUUID } from 'node:crypto';
import type { SealingTargets, SigningTarget } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { sealGrants } from '@tradepost/sealing/grants';
import { decodeRequest, requestHash, verifyRequest, type SignedRequest } from '@tradepost/sealing/request';
import { fromBase64url, toBase64url } from '@tradepost/sealing/crypto/bytes';
import {
  fileOf,
  keysOf,
  personCalled,
  requestFor,
  serverWith,
  targetOf,
  withoutLedger,
  type Person,
} from '../testing/people';
import { grantsFor } from '../transfers/granting';
import { fileKeysOf } from '../transfers/verified-grants';
import { requestFiles, signPending } from './requesting';
import { requireShownTexts } from './signed-request';
import { termsOf } from './statement-terms';

const expiry = '2100-01-01T00:00:00.000Z';
const [requestId, earlier, transferId] = [randomUUID(), randomUUID(), randomUUID()];
const texts = { intendedUse: 'Audit', note: 'Please' };
let ann: Person;
let bob: Person;
let eve: Person;
let prices: Awaited<ReturnType<typeof fileOf>>;
let secret: typeof prices;
let honest: SealingTargets;

beforeAll(async () => {
  [ann, bob, eve] = await Promise.all([personCalled('ann'), personCalled('bob'), personCalled('eve')]);
  [prices, secret] = await Promise.all([fileOf(ann, 'prices.csv', 2), fileOf(ann, 'secret.csv')]);
  honest = {
    requestId,
    senderId: ann.vault.userId,
    receiver: keysOf(bob),
    files: [prices],
    granted: null,
    signed: await requestFor(bob, ann, requestId, [prices], texts),
  };
});

describe.each(['person', 'program'] as const)('a sender’s client for a %s', (of) => {
  const granted = async (answer: SealingTargets, onRequest = () => {}) => {
    const { client, keyring } = await serverWith(ann, [bob, eve], [[routes.sealingTargets, answer]], of);
    return grantsFor(client, keyring, { id: requestId }, { expiry, onRequest });
  };

  it('shows and grants exactly the signed request', async () => {
    const onRequest = jest.fn();
    const set = await granted(honest, onRequest);
    expect(set!.grants.map(({ fileId, version }) => [fileId, version])).toEqual([[prices.fileId, 2]]);
    expect(onRequest).toHaveBeenCalledWith(
      expect.objectContaining({ ...texts, receiverEmail: bob.email, fileNames: ['prices.csv'] }),
    );
  });

  const forBob = async (answer: Partial<SealingTargets>, signed: Promise<SignedRequest> | SignedRequest | null) => ({
    ...honest,
    ...answer,
    signed: await signed,
  });
  const otherTime = async () => {
    const bytes = fromBase64url(honest.signed!.statement);
    return toBase64url(bytes.with(35, bytes[35]! ^ 1));
  };
  it.each<[string, () => Promise<SealingTargets>, string]>([
    ['invents a request of a known partner', () => forBob({}, null), 'REQUEST_UNSIGNED'],
    [
      'signs one in the partner’s name',
      async () =>
        forBob(
          {},
          requestFor({ ...bob, vault: { ...bob.vault, signing: eve.vault.signing } }, ann, requestId, [prices]),
        ),
      'BAD_SIGNATURE',
    ],
    [
      'shows another partner’s request as the partner’s',
      () => forBob({}, requestFor(eve, ann, requestId, [prices])),
      'BAD_SIGNATURE',
    ],
    ['shows the partner’s request as another’s', async () => ({ ...honest, receiver: keysOf(eve) }), 'BAD_SIGNATURE'],
    ['adds a file', async () => ({ ...honest, files: [prices, secret] }), 'REQUEST_SET_DIFFERS'],
    ['exchanges the file', async () => ({ ...honest, files: [secret] }), 'REQUEST_SET_DIFFERS'],
    [
      'swaps the version',
      async () => ({ ...honest, files: [await fileOf(ann, 'prices.csv', 3, prices.fileId)] }),
      'REQUEST_SET_DIFFERS',
    ],
    [
      'names another file’s key under the requested id',
      async () => ({ ...honest, files: [{ ...secret, fileId: prices.fileId, version: 2 }] }),
      'TAMPERED',
    ],
    [
      'replays an earlier request under another id',
      () => forBob({}, requestFor(bob, ann, earlier, [prices])),
      'REQUEST_REFUSED',
    ],
    [
      'answers for another request than the accepted one',
      () => forBob({ requestId: earlier }, requestFor(bob, ann, earlier, [prices])),
      'REQUEST_REFUSED',
    ],
    [
      'shows a request to another sender',
      () => forBob({}, requestFor(bob, eve, requestId, [prices])),
      'REQUEST_REFUSED',
    ],
    [
      'shows a request for keys that were replaced',
      async () => forBob({}, requestFor(bob, await personCalled('ann', ann.vault.userId), requestId, [prices])),
      'REQUEST_REFUSED',
    ],
    [
      'changes the statement',
      async () => forBob({}, { ...honest.signed!, statement: await otherTime() }),
      'BAD_SIGNATURE',
    ],
    [
      'says that the file is another person’s',
      async () => ({ ...honest, senderId: eve.vault.userId }),
      'GRANT_REFUSED',
    ],
  ])('grants nothing to a server that %s', async (_, lie, problem) => {
    await expect(granted(await lie())).rejects.toMatchObject({ problem });
  });
});

it.each([
  ['intended use', { intendedUse: 'Resale', note: 'Please' }],
  ['note', { intendedUse: 'Audit', note: null }],
])('refuses another %s than the signed one', async (_, shown) => {
  const request = await verifyRequest(honest.signed!, { requestId, receiver: bob.vault.own, sender: ann.vault.own });
  expect(() => requireShownTexts(request, shown)).toThrow(expect.objectContaining({ problem: 'REQUEST_TEXT_DIFFERS' }));
  requireShownTexts(request, texts);
});

describe('a receiver’s client', () => {
  const createdWith = async (targets: SigningTarget[], fileIds: string[]) => {
    const { client, keyring, sent } = await serverWith(
      bob,
      [ann],
      [
        [routes.requestsToSign, { requests: targets }],
        [routes.createRequest, { message: '', requests: [], alreadyPending: [] }],
        [routes.signRequest, { request: {} }],
      ],
    );
    await requestFiles(client, async () => keyring, { fileIds, ...texts });
    const [, input] = sent.find(([route]) => route === routes.createRequest)!;
    return (input as { signed?: SignedRequest[] }).signed;
  };

  it('signs the chosen files and the texts', async () => {
    const [signed] = (await createdWith([targetOf(ann, null, [prices])], [prices.fileId]))!;
    expect(decodeRequest(fromBase64url(signed!.statement))).toMatchObject({
      ...texts,
      files: [{ fileId: prices.fileId, version: 2, mode: 'e2e' }],
    });
  });

  it('includes the newest head of the sender’s ledger that it has seen in grants', async () => {
    const { keyring, client, sent } = await serverWith(
      bob,
      [ann],
      [[routes.requestsToSign, { requests: [targetOf(ann, null, [prices])] }]],
    );
    const head = 'B'.repeat(42) + 'A';
    await keyring.contacts.learnFrom(ann.contact, { ledgerHead: head, timeMs: 2 });
    await keyring.contacts.learnFrom(ann.contact, { ledgerHead: 'C'.repeat(42) + 'A', timeMs: 1 });
    await requestFiles(client, async () => keyring, { fileIds: [prices.fileId] });
    const { signed } = sent.at(-1)![1] as { signed: SignedRequest[] };
    expect(toBase64url(decodeRequest(fromBase64url(signed[0]!.statement)).senderHead)).toBe(head);
  });

  it('requests without a signature while the sender has no keys', async () => {
    const target = targetOf(ann, null, [prices]);
    expect(
      await createdWith([{ ...target, sender: { ...target.sender, bundle: null } }], [prices.fileId]),
    ).toBeUndefined();
  });

  it.each<[string, () => Promise<SigningTarget> | SigningTarget, string]>([
    ['adds a file', () => targetOf(ann, null, [prices, secret]), 'REQUEST_SET_DIFFERS'],
    ['names a pending request', () => targetOf(ann, requestId, [prices]), 'REQUEST_REFUSED'],
    [
      'gives the sender a key of its own',
      async () => targetOf(await personCalled('ann', ann.vault.userId), null, [prices]),
      'KEY_CHANGED',
    ],
  ])('signs nothing for a server that %s', async (_, lie, problem) => {
    await expect(createdWith([await lie()], [prices.fileId])).rejects.toMatchObject({ problem });
  });

  it.each<[string, () => SigningTarget, string]>([
    ['exchanges the files', () => targetOf(ann, requestId, [secret]), 'REQUEST_SET_DIFFERS'],
    ['leaves a file out', () => targetOf(ann, requestId, []), 'REQUEST_SET_DIFFERS'],
    ['names another request', () => targetOf(ann, earlier, [prices]), 'REQUEST_REFUSED'],
  ])('does not sign a pending request for a server that %s', async (_, lie, problem) => {
    const { client, keyring, sent } = await serverWith(bob, [ann], [[routes.requestsToSign, { requests: [lie()] }]]);
    const shown = { id: requestId, fileIds: [prices.fileId], intendedUse: null, note: null };
    await expect(signPending(client, async () => keyring, shown as never)).rejects.toMatchObject({ problem });
    expect(sent.map(([route]) => route)).toEqual([routes.requestsToSign]);
  });
});

describe('the proof of a transfer', () => {
  interface View {
    grants: NonNullable<Parameters<typeof fileKeysOf>[0]['grants']>;
    expiry: string;
    intendedUse: string | null;
    files: Parameters<typeof fileKeysOf>[0]['files'];
  }
  let view: View;
  const shownFile = (file: typeof prices): View['files'][number] => ({
    key: '',
    fileId: file.fileId,
    name: '',
    contentType: '',
    size: 1,
    sha256: '',
    mode: 'e2e',
    sealed: file,
    url: '',
  });

  beforeAll(async () => {
    const { client, keyring } = await serverWith(ann, [bob], [[routes.sealingTargets, honest]]);
    const set = (await grantsFor(client, keyring, { id: requestId }, { expiry }))!;
    const grants = {
      requestId,
      request: honest.signed!,
      senderId: ann.vault.userId,
      sender: ann.bundle,
      recipientId: bob.vault.userId,
      expiryMs: Date.parse(expiry),
      ...set,
    };
    view = { grants, expiry, intendedUse: 'Audit', files: [shownFile(prices)] };
  });

  it('opens the files that the receiver has requested', async () => {
    expect([...(await fileKeysOf(view, bob.vault, ann.vault.own)).keys()]).toEqual([prices.fileId]);
  });

  it.each<[string, () => Promise<View> | View, string]>([
    ['hides the request', () => ({ ...view, grants: { ...view.grants, request: undefined } }), 'BAD_SIGNATURE'],
    [
      'names another request of the receiver',
      async () => ({ ...view, grants: { ...view.grants, request: await requestFor(bob, ann, requestId, [prices]) } }),
      'BAD_SIGNATURE',
    ],
    ['changes the intended use', () => ({ ...view, intendedUse: 'Resale' }), 'REQUEST_TEXT_DIFFERS'],
    [
      'adds a managed file',
      () => ({
        ...view,
        files: [...view.files, { ...shownFile(prices), fileId: transferId, mode: 'managed' as const, sealed: null }],
      }),
      'REQUEST_SET_DIFFERS',
    ],
  ])('fails for a server that %s', async (_, lie, problem) => {
    await expect(fileKeysOf(await lie(), bob.vault, ann.vault.own)).rejects.toMatchObject({ problem });
  });

  it('fails for grants that the sender made for a request that the receiver did not sign', async () => {
    const forged = await requestFor({ ...bob, vault: { ...bob.vault, signing: eve.vault.signing } }, ann, requestId, [
      prices,
    ]);
    const set = await sealGrants(
      { requestId, requestHash: await requestHash(forged), sender: ann.vault.own, expiryMs: Date.parse(expiry) },
      bob.contact,
      [{ fileId: prices.fileId, version: 2, fileKey: new Uint8Array(32) }],
      ann.vault.signing.privateKey,
      termsOf(withoutLedger()),
    );
    const lie = { ...view, grants: { ...view.grants, ...set, request: forged } };
    await expect(fileKeysOf(lie, bob.vault, ann.vault.own)).rejects.toMatchObject({ problem: 'BAD_SIGNATURE' });
  });
});
