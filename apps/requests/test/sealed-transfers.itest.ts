import { requests } from '@tradepost/contracts/requests';
import { grantsFor, received } from './sealing';
import { receiver, sender, startFixture, type Fixture } from './fixture';
import { sealedScenes } from './sealed-scene';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { withKeys, sceneOf, given, accepted } = sealedScenes(() => fixture);

it('parallel range requests of a bundle are one download', async () => {
  const scene = await sceneOf();
  await withKeys(scene.rita);
  const grants = await given(scene);
  await fixture.prove(scene.requestId, scene.ann);
  const { transfer } = await fixture.call(
    requests.confirm,
    { requestId: scene.requestId, ...grants, maxDownloads: 1 },
    scene.ann,
  );
  await Promise.all(
    Array.from({ length: 6 }, () =>
      fixture.call(requests.openArchive, { transferId: transfer.id, use: 'resume' }, scene.rita),
    ),
  );
  expect(await fixture.call(requests.myTransfers, {}, scene.rita)).toMatchObject({
    items: [{ downloads: [{ what: 'archive', name: 'Ann Trading.sealed.zip', count: 1 }] }],
  });
  await expect(
    fixture.call(requests.openArchive, { transferId: transfer.id, use: 'start' }, scene.rita),
  ).rejects.toMatchObject({ code: 'DOWNLOADS_USED' });
});

describe('a later expiry', () => {
  it('of sealed files needs grants for that expiry', async () => {
    const scene = await sceneOf();
    const { ann, annKeys, rita } = scene;
    const ritaKeys = await withKeys(rita);
    const { id, grants: before } = await accepted(scene);
    // the version in the transfer counts, not the current version of the file
    scene.files[0]!.sealed = { ...scene.files[0]!.sealed!, version: 9 };
    const expiry = new Date(Date.now() + 7_200_000).toISOString();
    const toSeal = await fixture.call(requests.sealingTargets, { transferId: id }, ann);
    expect(toSeal.files.map(({ version }) => version)).toEqual([1, 3]);
    for (const [wrong, code] of [
      [{}, 'E2E_GRANTS_REQUIRED'],
      [before, 'GRANTS_INVALID'],
      [await grantsFor(annKeys, { ...toSeal, files: toSeal.files.slice(1), expiry }), 'GRANTS_INVALID'],
    ] as const) {
      await expect(fixture.call(requests.extend, { id, ...wrong, expiry }, ann)).rejects.toMatchObject({ code });
    }
    expect(await fixture.call(requests.transfer, { id }, rita)).toMatchObject({
      expiry: before.expiry,
      grants: { sig: before.sig },
    });
    const later = await grantsFor(annKeys, { ...toSeal, expiry });
    await fixture.call(requests.extend, { id, expiry, ...later }, ann);
    const view = await fixture.call(requests.transfer, { id }, rita);
    expect(view).toMatchObject({ expiry, grants: { sig: later.sig, expiryMs: Date.parse(expiry) } });
    const { sealed, key } = view.files[0]!;
    expect(
      (await received(ritaKeys, view.grants!, sealed!, await fixture.stored(key))).content.equals(scene.contents[0]!),
    ).toBe(true);
  });

  it('of managed files needs none', async () => {
    const [ann, rita] = [sender(), receiver()];
    const { transfer } = await fixture.accept((await fixture.pending(ann, rita)).id, ann);
    expect(
      await fixture.call(
        requests.extend,
        { id: transfer.id, expiry: new Date(Date.now() + 7_200_000).toISOString() },
        ann,
      ),
    ).toMatchObject({ transfer: { mode: 'managed' } });
  });
});
