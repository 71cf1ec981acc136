import { mostReceived, storage, type ReceivedFolder } from '@tradepost/contracts/storage';
import { readAllPages } from '@tradepost/contracts/values/read-all-pages';
import { receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

type Receiver = ReturnType<typeof receiver>;
const plain = (by: Receiver) => fixture.call(storage.received, {}, by);
const page = (by: Receiver, number: number, pageSize = 200) =>
  fixture.call(storage.receivedFolders, { page: number, pageSize }, by);
const idsOf = (folders: ReceivedFolder[]) => folders.map(({ folderId }) => folderId);

/** Copies a delivered folder; each copy was delivered a second before the one before it. */
const copy = (folderId: string, times: number) =>
  fixture.db.source.query(
    `WITH copies AS (SELECT n, gen_random_uuid() AS id FROM generate_series(1, $2::int) n),
     folders AS (INSERT INTO folder SELECT (jsonb_populate_record(f, jsonb_build_object('id', copies.id, 'name', 'Copy ' || n))).*
       FROM folder f, copies WHERE f.id = $1 RETURNING id)
     INSERT INTO share SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'folder_id', copies.id, 'created_at', s.created_at - n * interval '1 second'))).*
     FROM share s, copies JOIN folders USING (id) WHERE s.folder_id = $1`,
    [folderId, times],
  );

/** Partners that deliver this many folders each. */
async function delivered(
  to: Receiver,
  each: readonly number[],
  texts: { description?: string; licence?: string } = {},
) {
  for (const folders of each) {
    const from = sender();
    await fixture.partner(from, to);
    const { id } = await fixture.folder(from);
    await fixture.call(storage.describeFolder, { id, ...texts }, from);
    await fixture.call(storage.deliver, { id, email: to.email }, from);
    await copy(id, folders - 1);
  }
}

describe('folders that several partners have delivered', () => {
  it('are all in the plain list while they are few, newest delivery first', async () => {
    const rita = receiver();
    await delivered(rita, [3, 2]);
    const folders = await plain(rita);
    expect(folders).toHaveLength(5);
    expect(folders.map(({ since }) => since)).toEqual(
      folders
        .map(({ since }) => since)
        .toSorted()
        .toReversed(),
    );
    expect((await page(rita, 1)).items).toEqual(folders);
  });

  it('are in the plain list only as long as it stays small, and all of them in pages', async () => {
    const rita = receiver();
    await delivered(rita, [600, 500]);
    const folders = await plain(rita);
    expect(folders).toHaveLength(mostReceived.folders);
    const all = await readAllPages((number) => page(rita, number));
    expect(new Set(idsOf(all)).size).toBe(1_100);
    expect(idsOf(all).slice(0, folders.length)).toEqual(idsOf(folders));
    expect(await page(rita, 6, 200)).toMatchObject({ total: 1_100, page: 6, pageSize: 200 });
    expect((await page(rita, 7, 200)).items).toEqual([]);
    expect((await page(rita, 1_000_000_000_000)).items).toEqual([]);
  });

  it('fit into messages of the bus with the longest texts, as a plain list and in pages', async () => {
    const rita = receiver();
    await delivered(rita, [150, 150], { description: '€'.repeat(1_000), licence: '€'.repeat(4_000) });
    const bytesOf = (folders: ReceivedFolder[]) => Buffer.byteLength(JSON.stringify(folders));
    const folders = await plain(rita);
    expect(folders.length).toBeGreaterThan(150);
    expect(bytesOf(folders)).toBeLessThan(mostReceived.bytes);
    expect(bytesOf((await page(rita, 1)).items)).toBeLessThan(4 * 1024 ** 2);
    expect(idsOf(await readAllPages((number) => page(rita, number)))).toEqual(expect.arrayContaining(idsOf(folders)));
  });

  it('are pages of the caller alone, without what was withdrawn, has ended or is in the bin', async () => {
    const [rita, tom] = [receiver(), receiver()];
    const ann = sender();
    for (const one of [rita, tom]) await fixture.partner(ann, one);
    const folders = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const { id } = await fixture.folder(ann, name);
      await fixture.call(storage.deliver, { id, email: rita.email }, ann);
      folders.push(id);
    }
    await fixture.call(storage.removeAccess, { id: folders[0]!, email: rita.email }, ann);
    await fixture.call(storage.deleteFolder, { name: 'b' }, ann);
    await fixture.db.source.query("UPDATE share SET until = now() - interval '1 second' WHERE folder_id = $1", [
      folders[2],
    ]);
    expect(await page(rita, 1)).toMatchObject({ total: 1, items: [{ folderId: folders[3], files: [], count: 0 }] });
    expect(await page(tom, 1)).toEqual({ total: 0, items: [], page: 1, pageSize: 200 });
    await expect(page(rita, 1, 201)).rejects.toMatchObject({ code: 'INVALID', status: 400 });
  });
});
