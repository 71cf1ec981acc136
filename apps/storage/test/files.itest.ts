import { defaultTotalStorage } from '@tradepost/contracts/identity';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { receiver, sender, sha256Of, startStage, type Stage } from './stage';

const hold = { transferId: 't', until: new Date(Date.now() + 60_000).toISOString() };

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
}, 60_000);
afterAll(() => stage.stop(), 60_000);

describe('the file list', () => {
  const ann = sender();
  let folderId: string;
  beforeAll(async () => {
    folderId = (await stage.folder(ann, 'Listed')).id;
    const files: [string, string, number][] = [
      ['b_1.csv', 'text/csv', 300],
      ['A.pdf', 'application/pdf', 100],
      ['c.XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 200],
      ['d%.png', 'image/png', 400],
      ['e', 'text/csv', 500],
    ];
    for (const [name, mimetype, size] of files) await stage.upload(ann, folderId, name, {}, { mimetype, size });
  });
  const names = async (query: Record<string, unknown>) =>
    (await stage.call(storage.files, { folderId, ...query }, ann)).items.map(({ name }) => name);

  it('is newest first and paged', async () => {
    expect(await names({})).toEqual(['e', 'd%.png', 'c.XLSX', 'A.pdf', 'b_1.csv']);
    const second = await stage.call(storage.files, { folderId, page: '2', pageSize: '2' }, ann);
    expect(second).toMatchObject({ total: 5, page: 2, pageSize: 2 });
    expect(second.items.map(({ name }) => name)).toEqual(['c.XLSX', 'A.pdf']);
    expect(Date.parse(second.items[0]!.createdAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(await names({ page: 9 })).toEqual([]);
  });

  it('sorts either way by name without case, size and times', async () => {
    expect(await names({ sort: 'name' })).toEqual(['A.pdf', 'b_1.csv', 'c.XLSX', 'd%.png', 'e']);
    expect(await names({ sort: '-size' })).toEqual(['e', 'd%.png', 'b_1.csv', 'c.XLSX', 'A.pdf']);
    expect(await names({ sort: 'createdAt' })).toEqual(['b_1.csv', 'A.pdf', 'c.XLSX', 'd%.png', 'e']);
    expect((await names({ sort: '-updatedAt' }))[0]).toBe('e');
    await expect(names({ sort: 'sha256' })).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'sort' }] });
  });

  it('searches for what was typed, not for a pattern', async () => {
    expect(await names({ q: 'B_' })).toEqual(['b_1.csv']);
    expect(await names({ q: '%' })).toEqual(['d%.png']);
    expect(await names({ q: '_' })).toEqual(['b_1.csv']);
    expect(await names({ q: '\\' })).toEqual([]);
  });

  it('filters by file group', async () => {
    expect(await names({ type: 'spreadsheet' })).toEqual(['e', 'c.XLSX', 'b_1.csv']);
    expect(await names({ type: 'document' })).toEqual(['A.pdf']);
    expect(await names({ type: 'image', q: 'd' })).toEqual(['d%.png']);
    expect(await names({ type: 'video' })).toEqual([]);
    expect(await names({ type: 'all' })).toHaveLength(5);
    await expect(names({ type: 'nonsense' })).rejects.toMatchObject({ code: 'INVALID' });
  });
});

describe('a folder of 10,000 files', () => {
  const ann = sender();
  let folderId: string;
  beforeAll(async () => {
    folderId = (await stage.folder(ann)).id;
    await stage.db.read.query(
      `INSERT INTO file (id, company_id, folder_id, name, object_key, state, mimetype, file_group, size, category, currency, price, number_of_records, total_amount, created_at, updated_at)
       SELECT gen_random_uuid(), $1, $2, 'file ' || n || '.csv', 'k', 'ready', 'text/csv', CASE n % 10 WHEN 0 THEN 'document' ELSE 'spreadsheet' END, n % 97, 'Trade', 'EUR', 0, 0, 0, now() - n * interval '1 second', now()
       FROM generate_series(1, 10000) n`,
      [ann.companyId, folderId],
    );
    const owner = new Client(stage.ownerUrl);
    await owner.connect();
    await owner.query('VACUUM ANALYZE storage.file');
    await owner.end();
  });
  const page = (query: Record<string, unknown>) => stage.call(storage.files, { folderId, ...query }, ann);

  it('is read to its end by cursor and by number alike, in every order', async () => {
    for (const sort of ['name', '-size', 'createdAt', '-updatedAt', 'type']) {
      const ids: string[] = [];
      let after: string | undefined;
      do {
        const { items, next, total } = await page({ sort, pageSize: 200, type: 'document', ...(after && { after }) });
        expect(total).toBe(1000);
        ids.push(...items.map(({ id }) => id));
        after = next ?? undefined;
      } while (after);
      expect(new Set(ids).size).toBe(1000);
      const numbered = await Promise.all(
        [1, 3, 5].map((number) => page({ sort, pageSize: 200, type: 'document', page: number })),
      );
      expect(numbered.map(({ items }) => items.map(({ id }) => id))).toEqual(
        [0, 400, 800].map((from) => ids.slice(from, from + 200)),
      );
    }
    const last = await page({ page: 200 });
    expect([last.items.length, last.items.at(-1)?.name, last.next, last.total]).toEqual([
      50,
      'file 10000.csv',
      null,
      10_000,
    ]);
    expect((await page({ q: 'FILE 999' })).total).toBe(11);
    for (const bad of [
      'x',
      Buffer.from('["never",1]').toString('base64url'),
      Buffer.from('["never","x"]').toString('base64url'),
    ])
      await expect(page({ after: bad })).rejects.toMatchObject({ code: expect.stringMatching(/INVALID/) });
  });

  it('is never sorted to show a page: an index is read as far as the page and no further', async () => {
    const plans: string[] = [];
    const query = jest.spyOn(stage.db.read, 'query');
    for (const sort of ['name', '-size', '-createdAt', 'updatedAt', 'type']) await page({ sort });
    const asked = query.mock.calls.filter(([sql]) => sql.includes('ORDER BY'));
    query.mockRestore();
    expect(asked).toHaveLength(5);
    expect(asked.some(([sql]) => sql.includes('count('))).toBe(false);
    for (const [sql, values] of asked)
      plans.push(
        JSON.stringify(await stage.db.read.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, values as unknown[])),
      );
    for (const plan of plans) {
      expect(plan).toMatch(/"Index (Only )?Scan"/);
      expect(plan).not.toMatch(/"Node Type":"(Sort|Incremental Sort|Seq Scan|Bitmap Heap Scan)"/);
      expect(Math.max(...[...plan.matchAll(/"Actual Rows":(\d+)/g)].map(([, rows]) => Number(rows)))).toBe(50);
    }
  });
});

describe('editing', () => {
  it('changes what is given and keeps the rest', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const file = await stage.upload(ann, folder.id, 'a.csv', { price: '0.1', numberOfRecords: 3 });
    const edited = await stage.call(
      storage.editFile,
      { folderId: folder.id, fileId: file.id, records: 7, amount: '12.5', category: 'B2B', currency: 'EUR' },
      ann,
    );
    expect(edited).toMatchObject({
      id: file.id,
      numberOfRecords: 7,
      totalAmount: '12.50',
      category: 'B2B',
      currency: 'EUR',
      price: '0.10',
      name: 'a.csv',
      sha256: file.sha256,
    });
    expect(edited.updatedAt > file.updatedAt).toBe(true);
    expect(await stage.published(storageEvents.fileEdited)).toContainEqual(
      expect.objectContaining({ fileId: file.id, name: 'a.csv' }),
    );
  });

  it('refuses bad values and changes nothing', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const file = await stage.upload(ann, folder.id, 'a.csv');
    for (const bad of [
      { records: -1 },
      { records: 1.5 },
      { amount: -0.01 },
      { amount: 'many' },
      { amount: 1e16 },
      { currency: 'euro' },
      { price: 'NaN' },
    ]) {
      await expect(
        stage.call(storage.editFile, { folderId: folder.id, fileId: file.id, ...bad }, ann),
      ).rejects.toMatchObject({ code: 'INVALID' });
    }
    expect((await stage.call(storage.folders, {}, ann))[0]?.files[0]).toEqual(file);
  });

  it('takes the largest values the rules allow', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    const file = await stage.upload(ann, folder.id, 'a.csv', { price: 1e15, numberOfRecords: 1e15 });
    expect(file).toMatchObject({
      price: '1000000000000000.00',
      numberOfRecords: 1e15,
      totalAmount: `1${'0'.repeat(30)}.00`,
    });
    const edited = await stage.call(
      storage.editFile,
      { folderId: folder.id, fileId: file.id, price: 1e15, amount: 1e15 },
      ann,
    );
    expect(edited.totalAmount).toBe('1000000000000000.00');
  });
});

describe('deleting a file', () => {
  it('works by name or id, once, and leaves the quota used until the bin is emptied', async () => {
    const ann = sender();
    const folder = await stage.folder(ann, 'Bin');
    await stage.upload(ann, folder.id, 'a.csv');
    const b = await stage.upload(ann, folder.id, 'b.csv');
    await stage.call(storage.deleteFile, { folderName: 'bin', fileName: 'A.CSV', mimetype: 'text/csv' }, ann);
    await stage.call(storage.deleteFile, { fileId: b.id }, ann);
    await expect(stage.call(storage.deleteFile, { fileId: b.id }, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await stage.call(storage.stats, {}, ann)).toMatchObject({ files: 0, folders: 1, usedStorage: 1200 });
    expect((await stage.published(storageEvents.fileDeleted)).filter(({ fileId }) => fileId === b.id)).toHaveLength(1);
    expect((await stage.upload(ann, folder.id, 'a.csv')).name).toBe('a.csv');
  });

  it('wants to be told which', async () => {
    const ann = sender();
    await stage.folder(ann, 'Some');
    for (const input of [{}, { folderName: 'Some' }, { fileName: 'a.csv' }]) {
      await expect(stage.call(storage.deleteFile, input, ann)).rejects.toMatchObject({ code: 'INVALID' });
    }
    await expect(
      stage.call(storage.deleteFile, { folderName: 'Some', fileName: 'none.csv' }, ann),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe("another's file", () => {
  it('is not there: for the other sender, the receiver and under another folder', async () => {
    const [ann, bob] = [sender(), sender()];
    const [folder, other] = [await stage.folder(ann), await stage.folder(ann)];
    const file = await stage.upload(ann, folder.id, 'a.csv');
    const at = { folderId: folder.id, fileId: file.id };
    await expect(stage.call(storage.openFile, at, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stage.call(storage.editFile, { ...at, records: 1 }, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stage.call(storage.deleteFile, { fileId: file.id }, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stage.call(storage.openFile, at, receiver())).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    for (const command of [storage.openFile, storage.editFile]) {
      await expect(stage.call(command, { ...at, folderId: other.id }, ann)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    expect(await stage.call(storage.holdFiles, { ...hold, fileIds: [file.id] }, bob)).toEqual({
      files: [],
      licences: [],
    });
    expect(await stage.call(storage.ownFiles, { fileIds: [file.id] }, bob)).toEqual({ files: [] });
    expect(await stage.call(storage.openFile, at, ann)).toMatchObject({
      ...at,
      objectKey: `${ann.companyId}/${folder.id}/${file.id}`,
      folderName: folder.name,
      sha256: sha256Of('x'),
      crc32: 0xfffffffe,
      size: 600,
    });
  });

  it('is not held for a transfer when it is deleted, unfinished or unknown', async () => {
    const ann = sender();
    const [folder, gone] = [await stage.folder(ann), await stage.folder(ann, 'Gone')];
    const [kept, deleted, lost] = [
      await stage.upload(ann, folder.id, 'a.csv'),
      await stage.upload(ann, folder.id, 'b.csv'),
      await stage.upload(ann, gone.id, 'c.csv'),
    ];
    const { uploadId } = await stage.begin(ann, folder.id, { fileName: 'd.csv' });
    await stage.call(storage.deleteFile, { fileId: deleted.id }, ann);
    await stage.call(storage.deleteFolder, { name: 'Gone' }, ann);
    const fileIds = [kept.id, deleted.id, lost.id, uploadId, uuidv7()];
    const { files } = await stage.call(storage.holdFiles, { ...hold, fileIds }, ann);
    expect(files.map(({ fileId }) => fileId)).toEqual([kept.id]);
    expect(await stage.call(storage.ownFiles, { fileIds }, ann)).toEqual({ files });
    await expect(stage.call(storage.openFile, { folderId: folder.id, fileId: uploadId }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('stats', () => {
  it('are of the own company; a receiver without one has the default', async () => {
    const ann = sender();
    const folder = await stage.folder(ann);
    await stage.upload(ann, folder.id, 'a.csv');
    expect(await stage.call(storage.stats, {}, ann)).toEqual({
      totalStorage: defaultTotalStorage,
      usedStorage: 600,
      files: 1,
      folders: 1,
    });
    const nothing = { totalStorage: defaultTotalStorage, usedStorage: 0, files: 0, folders: 0 };
    expect(await stage.call(storage.stats, {}, sender())).toEqual(nothing);
    expect(await stage.call(storage.stats, {}, receiver())).toEqual(nothing);
  });
});
