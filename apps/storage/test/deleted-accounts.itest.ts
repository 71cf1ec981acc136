import { identityEvents } from '@tradepost/contracts/identity';
import { storage } from '@tradepost/contracts/storage';
import { tablesWith } from '@tradepost/testing/tables-with';
import { randomUUID } from 'node:crypto';
import { Sweeper } from '../src/sweeper';
import { receiver, sender, startStage, type Stage } from './stage';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

const leave = ({ userId, email, companyId }: ReturnType<typeof sender>) =>
  stage.hear(identityEvents.accountDeleted, { userId, email, companyId });
const delivered = async (rita: ReturnType<typeof receiver>) =>
  (await stage.call(storage.received, {}, rita)).map(({ folderName }) => folderName);

it('takes the company’s files, whoever holds them, and every access to them', async () => {
  const [ann, rita] = [sender({ companyName: 'Ann Trading' }), receiver()];
  await stage.partner(ann, rita);
  const folder = await stage.folder(ann, 'Secret prices');
  const [file, binned] = [
    await stage.upload(ann, folder.id, 'held-prices.csv'),
    await stage.upload(ann, folder.id, 'binned.csv'),
  ];
  const under = await stage.begin(ann, folder.id, { fileName: 'half.csv' });
  await stage.call(storage.deleteFile, { fileId: binned.id }, ann);
  const keys = [...[file, binned].map(({ id }) => `${ann.companyId}/${folder.id}/${id}`), under.objectKey];
  for (const key of keys) await stage.put(key);
  await stage.call(storage.deliver, { id: folder.id, email: [rita.email] }, ann);
  await stage.call(
    storage.holdFiles,
    { transferId: randomUUID(), fileIds: [file.id], until: new Date(Date.now() + 3_600_000).toISOString() },
    ann,
  );
  expect(await delivered(rita)).toEqual(['Secret prices']);

  await leave(ann);
  expect(await delivered(rita)).toEqual([]);
  await stage.app.get(Sweeper).sweep(new Date(Date.now() + 1_000));
  expect(await Promise.all(keys.map(stage.isThere))).toEqual([false, false, false]);
  for (const text of ['Secret prices', 'held-prices', 'Ann Trading', rita.email])
    expect([text, await tablesWith(stage.db, text)]).toEqual([text, []]);
  expect(await stage.used(ann)).toBe(0);
});

it('ends what a receiver was given by others, and leaves the others alone', async () => {
  const [ann, rita, rui] = [sender(), receiver(), receiver()];
  for (const partner of [rita, rui]) await stage.partner(ann, partner);
  const folder = await stage.folder(ann, 'Shared');
  await stage.upload(ann, folder.id, 'a.csv');
  await stage.call(storage.deliver, { id: folder.id, email: [rita.email.toUpperCase(), rui.email] }, ann);
  await leave(rita);
  expect(await delivered(rita)).toEqual([]);
  expect(await delivered(rui)).toEqual(['Shared']);
  expect(await tablesWith(stage.db, rita.email)).toEqual([]);
  expect((await stage.call(storage.folders, {}, ann))[0]).toMatchObject({ count: 1, emails: [rui.email] });
});
