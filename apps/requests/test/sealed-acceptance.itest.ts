import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { UserActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { buildArchive, type ArchiveWork } from '@tradepost/contracts/jobs';
import { requestEvents, requests } from '@tradepost/contracts/requests';
import { bundleRef, type PublicBundle } from '@tradepost/contracts/sealed';
import type { StoredFile } from '@tradepost/contracts/storage';
import { verifyBundle } from '@tradepost/sealing/bundle';
import { toBase64url } from '@tradepost/sealing/bytes';
import { openManifest } from '@tradepost/sealing/manifest';
import type { Vault } from '@tradepost/sealing/vault';
import { entriesIn, layoutArchive } from '@tradepost/service-kit/zip/archive';
import { zipStream } from '@tradepost/service-kit/zip/stored-zip';
import { grantsFor, newKeys, received } from './sealing';
import { inAnHour, receiver, sender, startStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

async function withKeys(person: UserActor, epoch = 1): Promise<Vault> {
  const { vault, bundle } = await newKeys(person, epoch);
  stage.bundles.set(person.userId, bundle);
  return vault;
}

const keyEvent = async ({ userId, email, companyId, companyName }: UserActor, bundle: PublicBundle) => ({
  userId,
  email,
  companyId,
  companyName,
  epoch: bundle.epoch,
  keyId: toBase64url((await verifyBundle(userId, bundle)).keyId),
  changed: bundle.epoch > 1,
});
const announce = async (person: UserActor) =>
  stage.hear(identityEvents.keysPublished, await keyEvent(person, stage.bundles.get(person.userId)!));

interface Scene {
  ann: UserActor;
  annKeys: Vault;
  rita: UserActor;
  contents: Buffer[];
  files: StoredFile[];
  requestId: string;
}

/** Two sealed files asked for, of an empty and of several chunks; `mixed`: with a managed one between them. */
async function asked({ mixed = false, rita = receiver() } = {}): Promise<Scene> {
  const ann = sender();
  const annKeys = await withKeys(ann);
  const contents = [randomBytes(40_000), Buffer.alloc(0)];
  const files = [
    await stage.stockSealed(ann, annKeys, 'prices.csv', contents[0]!),
    await stage.stockSealed(ann, annKeys, 'empty.csv', contents[1]!, 3),
  ];
  if (mixed) files.splice(1, 0, await stage.stockPlain(ann, 'plain.csv', Buffer.from('a,b\n1,2\n')));
  if (mixed) contents.splice(1, 0, Buffer.from('a,b\n1,2\n'));
  const [request] = (await stage.ask(files, rita)).requests;
  return { ann, annKeys, rita, contents, files, requestId: request!.id };
}

async function given({ ann, annKeys, requestId }: Scene, expiry = inAnHour()) {
  const toSeal = await stage.call(requests.toSeal, { id: requestId }, ann);
  return { expiry, ...(await grantsFor(annKeys, { ...toSeal, expiry })) };
}

async function accepted(scene: Scene) {
  const grants = await given(scene);
  await stage.prove(scene.requestId, scene.ann);
  const { transfer } = await stage.call(requests.confirm, { requestId: scene.requestId, ...grants }, scene.ann);
  return { id: transfer.id, grants };
}

const bundleBytes = async (id: string, by: UserActor) => {
  const { entries } = await stage.call(requests.openArchive, { transferId: id }, by);
  return buffer(zipStream(layoutArchive(entries!), entriesIn(stage.store, entries!)));
};

async function manifestOf(id: string, by: UserActor, requestId: string) {
  const { keys } = await stage.call(requests.manifestKey, {}, { kind: 'public', ip: '127.0.0.1' });
  const key = await crypto.subtle.importKey(
    'spki',
    Buffer.from(keys[0]!, 'base64url'),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['verify'],
  );
  const view = await stage.call(requests.transfer, { id }, by);
  return openManifest(key, view.archive.manifest!, requestId, view.files.map(bundleRef));
}

describe('sealed files', () => {
  it('reach their receiver, one by one and in the bundle, as they were', async () => {
    const scene = await asked();
    const { ann, rita, contents, files, requestId } = scene;
    const ritaKeys = await withKeys(rita);
    const { id } = await accepted(scene);
    const view = await stage.call(requests.transfer, { id }, rita);
    expect(view).toMatchObject({
      mode: 'e2e',
      keyLost: false,
      grants: { requestId, senderId: ann.userId, recipientId: rita.userId },
    });
    expect(view.files.map(({ size, mode }) => [size, mode])).toEqual([
      [40_000, 'e2e'],
      [0, 'e2e'],
    ]);

    const bundle = await bundleBytes(id, rita);
    expect(bundle).toHaveLength(view.archive.size);
    const manifest = await manifestOf(id, rita, requestId);
    for (const [index, { fileId, sealed, name }] of view.files.entries()) {
      const single = await stage.call(requests.openFile, { transferId: id, fileId }, rita);
      expect(single).toMatchObject({
        name: `${name}.sdx`,
        contentType: 'application/octet-stream',
        size: sealed!.sealedSize,
        etag: files[index]!.sha256,
      });
      const alone = await received(ritaKeys, view.grants!, sealed!, await stage.stored(single.objectKey));
      expect(alone.content.equals(contents[index]!)).toBe(true);
      expect(alone.meta).toMatchObject({ name, size: contents[index]!.length });
      const { offset, length } = manifest.entries[index]!;
      const bundled = await received(ritaKeys, view.grants!, sealed!, bundle.subarray(offset, offset + length));
      expect(bundled.content.equals(contents[index]!)).toBe(true);
    }
    expect((await stage.call(requests.openArchive, { transferId: id }, rita)).name).toBe('Ann Trading.sealed.zip');
    expect(await stage.call(requests.myTransfers, {}, rita)).toMatchObject({ items: [{ mode: 'e2e', size: 40_000 }] });
  });

  it('stand beside managed ones in a mixed transfer', async () => {
    const scene = await asked({ mixed: true });
    const { rita, files, contents, requestId } = scene;
    const ritaKeys = await withKeys(rita);
    expect(await stage.call(requests.mine, {}, rita)).toMatchObject([
      { mode: 'mixed', files: [{ mode: 'e2e' }, { mode: 'managed' }, { mode: 'e2e' }] },
    ]);
    const { id } = await accepted(scene);
    const view = await stage.call(requests.transfer, { id }, rita);
    expect(view).toMatchObject({
      mode: 'mixed',
      files: [{ mode: 'e2e' }, { mode: 'managed', sealed: null }, { mode: 'e2e' }],
    });
    expect(view.grants!.grants).toHaveLength(2);
    const bundle = await bundleBytes(id, rita);
    const { entries } = await manifestOf(id, rita, requestId);
    expect(entries.map(({ fileId, mode }) => [fileId, mode])).toEqual(
      files.map(({ fileId, sealed }) => [fileId, sealed ? 'e2e' : 'managed']),
    );
    const [first, plain] = entries.map(({ offset, length }) => bundle.subarray(offset, offset + length));
    expect(plain!.equals(contents[1]!)).toBe(true);
    expect(entries[1]).toMatchObject({ sha256: files[1]!.sha256 });
    expect((await received(ritaKeys, view.grants!, view.files[0]!.sealed!, first!)).content.equals(contents[0]!)).toBe(
      true,
    );
    const [job] = (await stage.jobs('zip')).filter(
      ({ name, payload }) => name === buildArchive.name && (payload as ArchiveWork).transferId === id,
    );
    expect((job!.payload as ArchiveWork).entries.map(({ name }) => name)).toEqual([
      `${files[0]!.fileId}.sdx`,
      `${files[1]!.fileId}.bin`,
      `${files[2]!.fileId}.sdx`,
    ]);
  });

  it('never show their owner’s wrapped keys to the receiver, and nothing to others', async () => {
    const scene = await asked({ mixed: true });
    const { rita, ann, files, requestId } = scene;
    await withKeys(rita);
    const { id } = await accepted(scene);
    const answers = await Promise.all([
      stage.call(requests.transfer, { id }, rita),
      stage.call(requests.myTransfers, {}, rita),
      stage.call(requests.mine, {}, rita),
      stage.call(requests.openArchive, { transferId: id }, rita),
      stage.call(requests.openFile, { transferId: id, fileId: files[0]!.fileId }, rita),
      stage.call(requests.transfer, { id }, ann),
    ]);
    for (const { sealed } of files) if (sealed) expect(JSON.stringify(answers)).not.toContain(sealed.wrappedKey);
    const pending = await asked();
    for (const [by, code] of [
      [rita, 'NOT_ALLOWED'],
      [receiver(), 'NOT_ALLOWED'],
      [sender(), 'NOT_FOUND'],
    ] as const) {
      await expect(stage.call(requests.toSeal, { transferId: id }, by)).rejects.toMatchObject({ code });
      await expect(stage.call(requests.toSeal, { id: pending.requestId }, by)).rejects.toMatchObject({ code });
    }
    for (const by of [sender(), receiver()])
      await expect(stage.call(requests.transfer, { id }, by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stage.call(requests.toSeal, { id: requestId }, ann)).rejects.toMatchObject({
      code: 'REQUEST_NOT_PENDING',
    });
    await expect(stage.call(requests.toSeal, {}, ann)).rejects.toMatchObject({ status: 400 });
    await expect(stage.call(requests.toSeal, { id: requestId, transferId: id }, ann)).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe('an acceptance', () => {
  it('without the right grants changes nothing', async () => {
    const scene = await asked();
    const { ann, annKeys, rita, requestId } = scene;
    await withKeys(rita);
    const good = await given(scene);
    const toSeal = await stage.call(requests.toSeal, { id: requestId }, ann);
    const other = await asked({ rita });
    const stranger = receiver();
    const strangerKeys = await newKeys(stranger);
    const malloryKeys = (await newKeys(sender())).vault;
    const { expiry } = good;
    const make = (change: object, vault = annKeys) => grantsFor(vault, { ...toSeal, expiry, ...change });
    const [one, two] = good.grants;
    const flipped = `${one!.sealed.slice(0, 20)}${one!.sealed[20] === 'A' ? 'B' : 'A'}${one!.sealed.slice(21)}`;
    const refused: [string, object, string][] = [
      ['none', {}, 'E2E_GRANTS_REQUIRED'],
      ['no signature', { grants: good.grants }, 'E2E_GRANTS_REQUIRED'],
      ['no grants', { sig: good.sig, grants: [] }, 'E2E_GRANTS_REQUIRED'],
      ['one missing', await make({ files: toSeal.files.slice(1) }), 'GRANTS_INVALID'],
      ['one more', await make({ files: [...toSeal.files, await another(scene)] }), 'GRANTS_INVALID'],
      ['one twice', { grants: [one, one], sig: good.sig }, 'GRANTS_INVALID'],
      ['another order', { grants: [two, one], sig: good.sig }, 'GRANTS_INVALID'],
      ['a choice of one', { ...good, fileIds: [toSeal.files[0]!.fileId] }, 'GRANTS_INVALID'],
      [
        'another expiry',
        { grants: good.grants, sig: good.sig, expiry: new Date(Date.parse(expiry) + 1000).toISOString() },
        'GRANTS_INVALID',
      ],
      [
        'another receiver',
        await make({ receiver: { userId: stranger.userId, bundle: strangerKeys.bundle } }),
        'GRANTS_INVALID',
      ],
      ['another request', await make({ requestId: other.requestId }), 'GRANTS_INVALID'],
      ['a changed grant', { grants: [{ ...one, sealed: flipped }, two], sig: good.sig }, 'GRANTS_INVALID'],
      [
        'swapped grants',
        {
          grants: [
            { ...one, sealed: two!.sealed },
            { ...two, sealed: one!.sealed },
          ],
          sig: good.sig,
        },
        'GRANTS_INVALID',
      ],
      [
        'a signature of others',
        { grants: good.grants, sig: (await make({}, { ...annKeys, signing: malloryKeys.signing })).sig },
        'GRANTS_INVALID',
      ],
      ['not even base64', { grants: good.grants, sig: `${good.sig.slice(0, -1)}!` }, 'INVALID'],
    ];
    await stage.prove(requestId, ann);
    for (const [name, grants, code] of refused) {
      await expect(
        stage.call(requests.confirm, { requestId, expiry, ...grants }, ann).catch((error) => [name, error.code]),
      ).resolves.toEqual([name, code]);
    }
    const elder = await newKeys(rita, 2);
    stage.bundles.set(rita.userId, elder.bundle);
    await expect(stage.call(requests.confirm, { requestId, ...good }, ann)).rejects.toMatchObject({
      code: 'GRANTS_INVALID',
    });
    expect(stage.holds.has(requestId)).toBe(false);
    expect(await stage.call(requests.ofCompany, {}, ann)).toMatchObject([{ id: requestId, status: 'pending' }]);
    expect(await stage.call(requests.confirm, { requestId, ...(await given(scene, expiry)) }, ann)).toMatchObject({
      request: { status: 'accepted', mode: 'e2e' },
    });
  });

  it('of a version that was replaced since asks for new grants', async () => {
    const scene = await asked();
    await withKeys(scene.rita);
    const good = await given(scene);
    await stage.prove(scene.requestId, scene.ann);
    const [file] = scene.files;
    file!.sealed!.version += 1;
    await expect(
      stage.call(requests.confirm, { requestId: scene.requestId, ...good }, scene.ann),
    ).rejects.toMatchObject({ code: 'GRANTS_INVALID' });
  });

  it('of a file that was sealed after it was asked for is of a sealed file', async () => {
    const [ann, rita] = [sender(), receiver()];
    const annKeys = await withKeys(ann);
    const { id, fileIds } = await stage.pending(ann, rita);
    const sealed = await stage.stockSealed(ann, annKeys, 'prices.csv', Buffer.from('a,b'));
    stage.shelf.set(fileIds[0]!, { ...sealed, fileId: fileIds[0]! });
    await stage.prove(id, ann);
    await expect(stage.call(requests.confirm, { requestId: id, expiry: inAnHour() }, ann)).rejects.toMatchObject({
      code: 'E2E_GRANTS_REQUIRED',
      status: 409,
    });
    expect(stage.holds.has(id)).toBe(false);
    expect(await stage.call(requests.mine, {}, rita)).toMatchObject([{ mode: 'managed', waitsForKey: false }]);
    expect((await stage.call(requests.toSeal, { id }, ann)).files).toEqual([sealed.sealed]);
    expect(await stage.call(requests.mine, {}, rita)).toMatchObject([{ mode: 'e2e', waitsForKey: true }]);
  });

  it('of part of the files takes grants for exactly these', async () => {
    const scene = await asked();
    await withKeys(scene.rita);
    const toSeal = await stage.call(requests.toSeal, { id: scene.requestId }, scene.ann);
    const expiry = inAnHour();
    const part = await grantsFor(scene.annKeys, { ...toSeal, files: toSeal.files.slice(0, 1), expiry });
    await stage.prove(scene.requestId, scene.ann);
    const { transfer } = await stage.call(
      requests.confirm,
      { requestId: scene.requestId, expiry, fileIds: [toSeal.files[0]!.fileId], ...part },
      scene.ann,
    );
    expect((await stage.call(requests.transfer, { id: transfer.id }, scene.rita)).files).toHaveLength(1);
  });

  it('of managed files takes no grants', async () => {
    const scene = await asked();
    await withKeys(scene.rita);
    const good = await given(scene);
    const { id } = await stage.pending(scene.ann, scene.rita);
    await stage.prove(id, scene.ann);
    await expect(stage.call(requests.confirm, { requestId: id, ...good }, scene.ann)).rejects.toMatchObject({
      code: 'GRANTS_INVALID',
      status: 400,
    });
    const { transfer } = await stage.call(requests.confirm, { requestId: id, expiry: good.expiry }, scene.ann);
    const view = await stage.call(requests.transfer, { id: transfer.id }, scene.rita);
    expect(view).toMatchObject({ mode: 'managed', grants: null, keyLost: false });
    expect(view.archive).not.toHaveProperty('manifest');
  });
});

describe('a receiver without keys', () => {
  it('is waited for, and its first keys are news for each sender that waits', async () => {
    const rita = receiver();
    const [one, two] = [await asked({ rita }), await asked({ rita, mixed: true })];
    await stage.pending(sender(), rita);
    expect((await stage.call(requests.mine, {}, rita)) as object[]).toMatchObject([
      { waitsForKey: false },
      { waitsForKey: true },
      { waitsForKey: true },
    ]);
    expect(await stage.call(requests.ofCompany, {}, one.ann)).toMatchObject([{ waitsForKey: true, mode: 'e2e' }]);
    const toSeal = await stage.call(requests.toSeal, { id: one.requestId }, one.ann);
    expect(toSeal.receiver).toMatchObject({ userId: rita.userId, bundle: null });
    await stage.prove(one.requestId, one.ann);
    const fake = await grantsFor(one.annKeys, {
      ...toSeal,
      receiver: { userId: rita.userId, bundle: (await newKeys(rita)).bundle },
      expiry: inAnHour(),
    });
    await expect(
      stage.call(requests.confirm, { requestId: one.requestId, expiry: inAnHour(), ...fake }, one.ann),
    ).rejects.toMatchObject({ code: 'RECEIVER_KEY_MISSING', status: 409 });
    const toldOf = async () =>
      (await stage.published(requestEvents.keyArrived)).filter(({ receiverUserId }) => receiverUserId === rita.userId);
    expect(await toldOf()).toEqual([]);

    await withKeys(rita);
    await announce(rita);
    await announce(rita);
    expect((await toldOf()).map(({ requestId }) => requestId).sort()).toEqual([one.requestId, two.requestId].sort());
    expect(await stage.call(requests.ofCompany, {}, one.ann)).toMatchObject([{ waitsForKey: false }]);
    await accepted(one);
  });

  it('is found to have some when its sender looks before the news comes', async () => {
    const scene = await asked();
    await withKeys(scene.rita);
    await given(scene);
    expect(await stage.call(requests.ofCompany, {}, scene.ann)).toMatchObject([{ waitsForKey: false }]);
    expect(
      (await stage.published(requestEvents.keyArrived)).filter(({ requestId }) => requestId === scene.requestId),
    ).toHaveLength(1);
  });
});

describe('a receiver with new keys', () => {
  it('has lost what was given to the old ones, may ask again at once, is given access again by an extension, and old news changes nothing', async () => {
    const scene = await asked();
    const { ann, rita } = scene;
    await withKeys(rita);
    const { id } = await accepted(scene);
    await expect(stage.call(requests.askAgain, { id }, rita)).rejects.toMatchObject({ code: 'TRANSFER_LIVE' });
    const old = await keyEvent(rita, stage.bundles.get(rita.userId)!);
    const ritaKeys = await withKeys(rita, 2);
    await announce(rita);
    await stage.hear(identityEvents.keysPublished, old);
    for (const by of [rita, ann])
      expect(await stage.call(requests.transfer, { id }, by)).toMatchObject({ keyLost: true, status: 'live' });
    const toSeal = await stage.call(requests.toSeal, { transferId: id }, ann);
    const expiry = new Date(Date.now() + 7_200_000).toISOString();
    const again = (await stage.call(requests.askAgain, { id }, rita)).request;
    expect(again).toMatchObject({ mode: 'e2e', waitsForKey: false });
    const second = { ...scene, requestId: again.id };
    const { id: anew } = await accepted(second);
    await stage.call(requests.extend, { id, expiry, ...(await grantsFor(scene.annKeys, { ...toSeal, expiry })) }, ann);
    expect(await stage.call(requests.transfer, { id }, rita)).toMatchObject({ keyLost: false });
    const view = await stage.call(requests.transfer, { id: anew }, rita);
    expect(view.keyLost).toBe(false);
    const { sealed } = view.files[0]!;
    expect(
      (await received(ritaKeys, view.grants!, sealed!, await stage.stored(scene.files[0]!.objectKey))).content.equals(
        scene.contents[0]!,
      ),
    ).toBe(true);
  });
});

it('parts of a bundle fetched at once are one download', async () => {
  const scene = await asked();
  await withKeys(scene.rita);
  const grants = await given(scene);
  await stage.prove(scene.requestId, scene.ann);
  const { transfer } = await stage.call(
    requests.confirm,
    { requestId: scene.requestId, ...grants, maxDownloads: 1 },
    scene.ann,
  );
  await Promise.all(
    Array.from({ length: 6 }, () =>
      stage.call(requests.openArchive, { transferId: transfer.id, use: 'resume' }, scene.rita),
    ),
  );
  expect(await stage.call(requests.myTransfers, {}, scene.rita)).toMatchObject({
    items: [{ downloads: [{ what: 'archive', name: 'Ann Trading.sealed.zip', count: 1 }] }],
  });
  await expect(
    stage.call(requests.openArchive, { transferId: transfer.id, use: 'start' }, scene.rita),
  ).rejects.toMatchObject({ code: 'DOWNLOADS_USED' });
});

describe('a later end', () => {
  it('of sealed files needs grants made for it', async () => {
    const scene = await asked();
    const { ann, annKeys, rita } = scene;
    const ritaKeys = await withKeys(rita);
    const { id, grants: before } = await accepted(scene);
    // the transfer's own version counts, whatever became of the file since
    scene.files[0]!.sealed = { ...scene.files[0]!.sealed!, version: 9 };
    const expiry = new Date(Date.now() + 7_200_000).toISOString();
    const toSeal = await stage.call(requests.toSeal, { transferId: id }, ann);
    expect(toSeal.files.map(({ version }) => version)).toEqual([1, 3]);
    for (const [wrong, code] of [
      [{}, 'E2E_GRANTS_REQUIRED'],
      [before, 'GRANTS_INVALID'],
      [await grantsFor(annKeys, { ...toSeal, files: toSeal.files.slice(1), expiry }), 'GRANTS_INVALID'],
    ] as const) {
      await expect(stage.call(requests.extend, { id, ...wrong, expiry }, ann)).rejects.toMatchObject({ code });
    }
    expect(await stage.call(requests.transfer, { id }, rita)).toMatchObject({
      expiry: before.expiry,
      grants: { sig: before.sig },
    });
    const later = await grantsFor(annKeys, { ...toSeal, expiry });
    await stage.call(requests.extend, { id, expiry, ...later }, ann);
    const view = await stage.call(requests.transfer, { id }, rita);
    expect(view).toMatchObject({ expiry, grants: { sig: later.sig, expiryMs: Date.parse(expiry) } });
    const { sealed, key } = view.files[0]!;
    expect(
      (await received(ritaKeys, view.grants!, sealed!, await stage.stored(key))).content.equals(scene.contents[0]!),
    ).toBe(true);
  });

  it('of managed files needs none', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { transfer } = await stage.accept((await stage.pending(ann, rita)).id, ann);
    expect(
      await stage.call(
        requests.extend,
        { id: transfer.id, expiry: new Date(Date.now() + 7_200_000).toISOString() },
        ann,
      ),
    ).toMatchObject({ transfer: { mode: 'managed' } });
  });
});

/** A sealed file that was not asked for. */
const another = async ({ ann, annKeys }: Scene) =>
  (await stage.stockSealed(ann, annKeys, 'more.csv', Buffer.from('more'))).sealed!;
