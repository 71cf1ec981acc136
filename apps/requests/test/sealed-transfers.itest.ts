import { requests } from '@tradepost/contracts/requests';
import { grantsFor, received } from './sealing';
import { receiver, sender, startFixture, type Fixture } from './fixture';
import { sealedScenarios } from './sealed-scenario';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const { withKeys, createScenario, given, accepted } = sealedScenarios(() => fixture);

it('parallel range requests of a bundle are one download', async () => {
  const scenario = await createScenario();
  await withKeys(scenario.rita);
  const grants = await given(scenario);
  await fixture.prove(scenario.requestId, scenario.ann);
  const { transfer } = await fixture.call(
    requests.confirm,
    { requestId: scenario.requestId, ...grants, maxDownloads: 1 },
    scenario.ann,
  );
  await Promise.all(
    Array.from({ length: 6 }, () =>
      fixture.call(requests.openArchive, { transferId: transfer.id, use: 'resume' }, scenario.rita),
    ),
  );
  expect(await fixture.call(requests.myTransfers, {}, scenario.rita)).toMatchObject({
    items: [{ downloads: [{ what: 'archive', name: 'Ann Trading.sealed.zip', count: 1 }] }],
  });
  await expect(
    fixture.call(requests.openArchive, { transferId: transfer.id, use: 'start' }, scenario.rita),
  ).rejects.toMatchObject({ code: 'DOWNLOADS_USED' });
});

describe('a later expiry', () => {
  it('of sealed files needs grants for that expiry', async () => {
    const scenario = await createScenario();
    const { ann, annKeys, rita } = scenario;
    const ritaKeys = await withKeys(rita);
    const { id, grants: before } = await accepted(scenario);
    // the version in the transfer counts, not the current version of the file
    scenario.files[0]!.sealed = { ...scenario.files[0]!.sealed!, version: 9 };
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
      (await received(ritaKeys, view.grants!, sealed!, await fixture.stored(key))).content.equals(
        scenario.contents[0]!,
      ),
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
