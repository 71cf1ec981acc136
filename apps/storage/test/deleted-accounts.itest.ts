import { identityEvents } from '@tradepost/contracts/identity';
import { storage } from '@tradepost/contracts/storage';
import { tablesWith } from '@tradepost/testing/tables-with';
import { randomUUID } from 'node:crypto';
import { RetentionSweeper } from '../src/bin/retention.sweeper';
import { receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const leave = ({ userId, email, companyId }: ReturnType<typeof sender>) =>
  fixture.deliverEvent(identityEvents.accountDeleted, { userId, email, companyId });
const delivered = async (rita: ReturnType<typeof receiver>) =>
  (await fixture.call(storage.received, {}, rita)).map(({ folderName }) => folderName);

it('deletes the files of the company, also those with a hold, and all access to them', async () => {
  const [ann, rita] = [sender({ companyName: 'Ann Trading' }), receiver()];
  await fixture.partner(ann, rita);
  const folder = await fixture.folder(ann, 'Secret prices');
  const [file, binned] = [
    await fixture.upload(ann, folder.id, 'held-prices.csv'),
    await fixture.upload(ann, folder.id, 'binned.csv'),
  ];
  const under = await fixture.begin(ann, folder.id, { fileName: 'half.csv' });
  await fixture.call(storage.deleteFile, { fileId: binned.id }, ann);
  const keys = [...[file, binned].map(({ id }) => `${ann.companyId}/${folder.id}/${id}`), under.objectKey];
  for (const key of keys) await fixture.put(key);
  await fixture.call(storage.deliver, { id: folder.id, email: [rita.email] }, ann);
  await fixture.call(
    storage.holdFiles,
    { transferId: randomUUID(), fileIds: [file.id], until: new Date(Date.now() + 3_600_000).toISOString() },
    ann,
  );
  expect(await delivered(rita)).toEqual(['Secret prices']);

  await leave(ann);
  expect(await delivered(rita)).toEqual([]);
  await fixture.app.get(RetentionSweeper).sweep(new Date(Date.now() + 1_000));
  expect(await Promise.all(keys.map(fixture.isThere))).toEqual([false, false, false]);
  for (const text of ['Secret prices', 'held-prices', 'Ann Trading', rita.email])
    expect([text, await tablesWith(fixture.db, text)]).toEqual([text, []]);
  expect(await fixture.used(ann)).toBe(0);
});

it('ends the access of a deleted receiver, and no other access', async () => {
  const [ann, rita, rui] = [sender(), receiver(), receiver()];
  for (const partner of [rita, rui]) await fixture.partner(ann, partner);
  const folder = await fixture.folder(ann, 'Shared');
  await fixture.upload(ann, folder.id, 'a.csv');
  await fixture.call(storage.deliver, { id: folder.id, email: [rita.email.toUpperCase(), rui.email] }, ann);
  await leave(rita);
  expect(await delivered(rita)).toEqual([]);
  expect(await delivered(rui)).toEqual(['Shared']);
  expect(await tablesWith(fixture.db, rita.email)).toEqual([]);
  expect((await fixture.call(storage.folders, {}, ann))[0]).toMatchObject({ count: 1, emails: [rui.email] });
});
