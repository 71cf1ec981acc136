import type { OwnSealedFile } from '@tradepost/contracts/encryption/sealed';
import type { TransferView } from '@tradepost/contracts/requests';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import type { KeyPair } from '@tradepost/sealing/crypto/primitives';
import { zeros32 } from '@tradepost/sealing/grant-layout';
import { signManifest, type Manifest } from '@tradepost/sealing/file/manifest';
import { requestFiles } from '../requests/requesting';
import { newCast, type Cast } from '../testing/model/cast';
import { keyringOn, newDevice, type Device } from '../testing/model/devices';
import { ModelServer } from '../testing/model/server';
import { withoutLedger, type Person } from '../testing/people';
import { grantsFor } from './granting';
import { proveTransfer, type OpenedFile, type OpenedTransfer } from './opened-transfer';
import { planArchive, planFile } from './planned-download';
import { ownFileKey } from './sealed-content';
import { grantAccess } from './verified-grants';

const expiry = '2100-01-01T00:00:00.000Z';
let cast: Cast;
let server: ModelServer;
let view: TransferView;
let own: Device;

beforeAll(async () => {
  cast = await newCast();
});
beforeEach(async () => {
  const { ann, bobs, files } = cast;
  const [bob] = bobs;
  server = new ModelServer(cast);
  own = newDevice();
  for (const person of [ann, bob, cast.eve]) await server.publish(person);
  const fileIds = [files[1]!.fileId, files[2]!.fileId];
  await requestFiles(server.clientOf(bob), async () => keyringOn(newDevice(), bob, server), { fileIds });
  const [asked] = server.asked;
  const set = await grantsFor(server.clientOf(ann), keyringOn(own, ann, server), { id: asked!.id }, { expiry });
  const sent = server.accepted(asked!, expiry, set!);
  server.sent.push(sent);
  view = server.viewOf(sent);
});

const opened = (person: Person, changed: Partial<TransferView> = {}, device = newDevice()) =>
  proveTransfer(server.clientOf(person), keyringOn(device, person, server), { ...view, ...changed });
const grants = () => view.grants!;

it('opens for its receiver, and names the sender', async () => {
  const { sender, files } = await opened(cast.bobs[0]);
  expect(sender).toMatchObject({ state: 'same', keys: { userId: cast.ann.vault.userId } });
  expect([...files.values()].map(({ meta }) => meta.name).toSorted()).toEqual(['prices.csv', 'stock.csv']);
});

it('opens for its sender, proven by their ledger', async () => {
  const { sender, files } = await opened(cast.ann, {}, own);
  expect(sender).toBeUndefined();
  expect(files.size).toBe(2);
});

describe.each<[string, () => Person, [string, () => Partial<TransferView>, string][]]>([
  [
    'receiver',
    () => cast.bobs[0],
    [
      ['has lost the grants', () => ({ grants: null }), 'transfer-keys-missing'],
      [
        'says that it is another person’s',
        () => ({ grants: { ...grants(), recipientId: cast.eve.vault.userId } }),
        'transfer-recipient',
      ],
      [
        'says that the receiver sent it',
        () => ({ grants: { ...grants(), senderId: cast.bobs[0].vault.userId } }),
        'transfer-own',
      ],
      ['takes a file away', () => ({ files: view.files.slice(1) }), 'transfer-grants'],
      ['moves the end', () => ({ expiry: '2100-01-02T00:00:00.000Z' }), 'transfer-grants'],
      [
        'has another name for a file',
        () => ({ files: view.files.map((file) => ({ ...file, name: 'x.csv' })) }),
        'transfer-file-name',
      ],
      [
        'gives the keys of another person',
        () => ({ grants: { ...grants(), sender: cast.eve.bundle } }),
        'contact-keys',
      ],
      [
        'gives another key of the sender',
        () => ({ grants: { ...grants(), sender: cast.forged.ann.bundle } }),
        'contact-change',
      ],
    ],
  ],
  [
    'sender',
    () => cast.ann,
    [
      ['names another receiver', () => ({ receiverEmail: cast.eve.email }), 'transfer-own'],
      ['takes a file away', () => ({ files: view.files.slice(1) }), 'transfer-own'],
      [
        'moves the end',
        () => ({ expiry: '2100-01-02T00:00:00.000Z', grants: { ...grants(), expiryMs: Date.UTC(2100, 0, 2) } }),
        'transfer-own',
      ],
    ],
  ],
])('the %s’s client', (_, person, cases) => {
  it.each(cases)('refuses a transfer when the server %s', async (_lie, lie, step) => {
    await expect(opened(person(), lie(), person() === cast.ann ? own : newDevice())).rejects.toMatchObject({ step });
  });
});

describe('a transfer without a request that its receiver has signed', () => {
  const unasked = async (device: Device) => {
    const { ann, eve, files } = cast;
    const given = { id: crypto.randomUUID(), receiver: eve, files: files.slice(0, 1), signed: null };
    const request = { requestId: given.id, requestHash: zeros32(), senderId: ann.vault.userId, files: given.files };
    const keyOf = (file: OwnSealedFile) => ownFileKey(ann.vault, file);
    const set = await grantAccess(ann.vault, request, eve.contact, expiry, keyOf, async () => withoutLedger());
    return proveTransfer(
      server.clientOf(eve),
      keyringOn(device, eve, server),
      server.viewOf(server.accepted(given, expiry, set)),
    );
  };

  it('is refused from someone who is not known yet, who then stays unknown', async () => {
    const device = newDevice();
    await expect(unasked(device)).rejects.toMatchObject({ step: 'transfer-grants', problem: 'REQUEST_UNSIGNED' });
    expect(await keyringOn(device, cast.eve, server).contacts.list()).toEqual([]);
  });

  it('opens from a sender who was known before requests were signed', async () => {
    const device = newDevice();
    await keyringOn(device, cast.eve, server).contacts.remember(cast.ann.contact);
    expect((await unasked(device)).files.size).toBe(1);
  });
});

describe('the list of the archive', () => {
  const pairOfKeys = () =>
    crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']) as Promise<KeyPair>;
  let service: KeyPair;
  let proven: OpenedTransfer;

  beforeAll(async () => {
    service = await pairOfKeys();
  });
  beforeEach(async () => {
    proven = await opened(cast.bobs[0]);
  });

  const entries = (): Manifest['entries'] => {
    let offset = 0;
    return [...proven.files.values()].map(({ file, meta }) => {
      const entry = { ...file, mode: 'e2e' as const, offset: (offset += 50), length: 200 };
      offset += 200 + meta.size;
      return entry;
    });
  };
  const planned = async (changed: Manifest['entries'], by = service, serviceKey = service) => {
    const manifest = await signManifest(by.privateKey, { requestId: grants().requestId, entries: changed });
    const spki = toBase64url(new Uint8Array(await crypto.subtle.exportKey('spki', serviceKey.publicKey)));
    const client = { send: async () => ({ keys: [spki] }) as never };
    return planArchive(client, { ...view, archive: { ...view.archive, manifest } }, proven);
  };

  it('has the position and the expected hash of each file', async () => {
    const [first] = await planned(entries());
    const [[fileId, { meta }]] = [...proven.files] as [[string, OpenedFile]];
    const { name, size, sha256 } = meta;
    expect(first).toMatchObject({ name, offset: 50, size, sha256, sealed: { file: { fileId } } });
  });

  it('is refused if it is missing, or signed by another key', async () => {
    const client = server.clientOf(cast.bobs[0]);
    await expect(planArchive(client, view, proven)).rejects.toMatchObject({ step: 'archive-list' });
    await expect(planned(entries(), await pairOfKeys())).rejects.toMatchObject({ step: 'archive-list' });
  });

  it('is refused if it lists a sealed file as managed', async () => {
    const managed = entries().map((entry) => ({ ...entry, mode: 'managed' as const, sha256: '0'.repeat(64) }));
    await expect(planned(managed)).rejects.toMatchObject({ step: 'archive-list' });
  });

  it('has no entry for a file that was not proven', () => {
    expect(() => planFile(proven, cast.files[3]!.fileId, 'secret.csv', 200)).toThrow(
      expect.objectContaining({ step: 'transfer-grants' }),
    );
    const [fileId] = proven.files.keys();
    expect(planFile(proven, fileId!, '2026/a.csv', 200)).toMatchObject({ name: 'a.csv' });
    expect(planFile(proven, fileId!, '../a.csv', 200)).toMatchObject({ name: '__a.csv', length: 200 });
  });
});
