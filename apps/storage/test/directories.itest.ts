import { storage } from '@tradepost/contracts/storage';
import { sql } from '@tradepost/service-kit/database/sql';
import { statementsOf } from '@tradepost/testing/statements';
import { Client } from 'pg';
import { insertFiles, receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('files in directories of a folder', () => {
  const ann = sender();
  let folderId: string;
  const put = async (name: string, directory?: string) =>
    (await fixture.upload(ann, folderId, name, directory === undefined ? {} : { directory })).name;
  const names = async (query: Record<string, unknown>) =>
    (await fixture.call(storage.files, { folderId, sort: 'name', ...query }, ann)).items.map(({ name }) => name);
  const directories = async (directory?: string) =>
    (await fixture.call(storage.directories, { folderId, directory }, ann)).items.map((one) => one.directory);
  beforeEach(async () => {
    folderId = (await fixture.folder(ann)).id;
  });

  it('have their directory in their names, and are listed by level', async () => {
    expect(await put('jan.csv', '2026/orders')).toBe('2026/orders/jan.csv');
    await put('feb.csv', '2026/orders');
    await put('all.csv', '2026/orders-old');
    await put('readme.pdf', '2026');
    await put('top.csv');
    expect(await names({})).toHaveLength(5);
    expect(await names({ directory: '' })).toEqual(['top.csv']);
    expect(await names({ directory: '2026' })).toEqual(['2026/readme.pdf']);
    expect(await names({ directory: '2026/ORDERS' })).toEqual(['2026/orders/feb.csv', '2026/orders/jan.csv']);
    expect(await names({ directory: 'none' })).toEqual([]);
    expect(await directories()).toEqual(['2026']);
    expect(await directories('2026')).toEqual(['2026/orders-old', '2026/orders']);
    expect(await directories('2026/orders')).toEqual([]);
  });

  it('are searched below the directory, and filtered in it', async () => {
    await put('jan.csv', '2026/orders');
    await put('jan.csv', '2025');
    await put('jan.pdf');
    expect(await names({ q: 'jan', directory: '' })).toHaveLength(3);
    expect(await names({ q: 'jan', directory: '2026' })).toEqual(['2026/orders/jan.csv']);
    expect(await names({ q: 'orders' })).toEqual(['2026/orders/jan.csv']);
    expect(await names({ directory: '2025', type: 'spreadsheet' })).toEqual(['2025/jan.csv']);
    expect(await names({ directory: '2025', type: 'image' })).toEqual([]);
  });

  it('get free names in their directory, whatever the case and the normalization', async () => {
    expect(await put('a.csv', 'Café')).toBe('Café/a.csv');
    expect(await put('A.csv', 'Cafe\u0301')).toBe('Café/A (2).csv');
    expect(await put('a.csv', 'CAFÉ')).toBe('CAFÉ/a (3).csv');
    expect(await directories()).toHaveLength(1);
  });

  it('are found in directories with names that come last of all', async () => {
    const last = ['0', '\uffff', '\u{10ffff}', '\u{10ffff}x', '\u{10ffff}'.repeat(63)];
    for (const directory of last) await put('a.csv', directory);
    expect((await directories()).sort()).toEqual([...last].sort());
  });

  it.each([
    '..',
    '../x',
    'a/../b',
    '/etc',
    'a//b',
    'a/',
    'a\\b',
    'a\u0000',
    'a\u202eb',
    'a/'.repeat(40),
    'x'.repeat(600),
  ])('are refused with the directory %j, and nothing is changed', async (directory) => {
    const used = await fixture.used(ann);
    const field = expect.objectContaining({ field: 'directory' }) as unknown;
    const error = { code: 'INVALID', errors: expect.arrayContaining([field]) as unknown };
    await expect(put('a.csv', directory)).rejects.toMatchObject(error);
    await expect(names({ directory })).rejects.toMatchObject(error);
    expect(await names({})).toEqual([]);
    expect(await fixture.used(ann)).toBe(used);
  });

  it('cannot be in a file, and a file cannot have the name of a directory', async () => {
    await put('data.csv');
    await put('b.csv', 'dir');
    const used = await fixture.used(ann);
    await expect(put('a.csv', 'DATA.csv/sub')).rejects.toMatchObject({
      code: 'INVALID',
      message: 'DATA.csv is a file in this folder, so it cannot be a directory',
    });
    expect(await fixture.used(ann)).toBe(used);
    expect(await put('dir')).toBe('dir (2)');
    const files = ['x', 'a.csv', 'c.csv'].map((fileName, position) => ({ fileName, expectedBytes: 1000, position }));
    const terms = [{}, { directory: 'X/y' }, { directory: 'z' }];
    const { uploads } = await fixture.call(storage.beginUploads, { folderId, terms, files }, ann);
    expect(uploads.map((upload) => 'error' in upload)).toEqual([false, true, false]);
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('keep their directories when they are moved or restored, unless these are files there', async () => {
    const [file] = (await fixture.call(storage.files, { folderId: await one('a.csv', 'x/y') }, ann)).items;
    await put('x');
    const fileIds = [file!.id];
    await expect(fixture.call(storage.moveFiles, { fileIds, folderId }, ann)).rejects.toMatchObject({
      code: 'INVALID',
    });
    const { id: other } = await fixture.folder(ann);
    const moved = await fixture.call(storage.moveFiles, { fileIds, folderId: other }, ann);
    expect(moved.files[0]?.name).toBe('x/y/a.csv');
    await fixture.call(storage.deleteFiles, { fileIds }, ann);
    expect((await fixture.call(storage.directories, { folderId: other }, ann)).items).toEqual([]);
    await fixture.call(storage.restore, { fileIds }, ann);
    expect((await fixture.call(storage.directories, { folderId: other }, ann)).items).toEqual([
      { name: 'x', directory: 'x' },
    ]);
  });
  const one = async (name: string, directory: string) => {
    const { id } = await fixture.folder(ann);
    await fixture.upload(ann, id, name, { directory });
    return id;
  };

  it('are shown to receivers in the same tree, and to no stranger', async () => {
    const rita = receiver();
    await put('a.csv', 'x/y');
    const call = () => fixture.call(storage.receivedDirectories, { folderId, directory: 'x' }, rita);
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(storage.directories, { folderId }, sender())).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await fixture.partner(ann, rita);
    await fixture.call(storage.deliver, { id: folderId, email: rita.email }, ann);
    expect((await call()).items).toEqual([{ name: 'y', directory: 'x/y' }]);
    const level = await fixture.call(storage.receivedFiles, { folderId, directory: 'x/y' }, rita);
    expect(level.items.map(({ fileName }) => fileName)).toEqual(['x/y/a.csv']);
  });
});

describe('a folder of 100,000 files in 400 directories', () => {
  const ann = sender();
  let folderId: string;
  beforeAll(async () => {
    folderId = (await fixture.folder(ann)).id;
    await sql(fixture.db.read).query(
      insertFiles('generate_series(1, 100000) n', {
        company: '$1::uuid',
        folder: '$2::uuid',
        name: "'data/' || to_char(n % 400, 'FM000') || '/file ' || n || '.csv'",
        created: "timestamptz '2026-01-01' + n * interval '1 second'",
      }),
      [ann.companyId, folderId],
    );
    const owner = new Client(fixture.ownerUrl);
    await owner.connect();
    await owner.query('VACUUM ANALYZE');
    await owner.end();
  });

  it('lists directories in pages, one probe of the index for each', async () => {
    const first = await fixture.call(storage.directories, { folderId, directory: 'data', pageSize: 150 }, ann);
    expect(first.items[149]).toEqual({ name: '149', directory: 'data/149' });
    const rest = await fixture.call(
      storage.directories,
      { folderId, directory: 'data', pageSize: 200, after: first.next as string },
      ann,
    );
    expect([rest.items[0]?.name, rest.items.length, rest.next]).toEqual(['150', 200, '349']);
    const last = await fixture.call(
      storage.directories,
      { folderId, directory: 'data', after: '349', pageSize: 50 },
      ann,
    );
    expect([last.items.length, last.next]).toEqual([50, null]);
  });

  it('pages through a directory by cursor', async () => {
    const seen = new Set<string>();
    let after: string | null = null;
    do {
      const page: { items: { name: string }[]; next: string | null; total: number } = await fixture.call(
        storage.files,
        { folderId, directory: 'data/007', pageSize: 100, ...(after && { after }) },
        ann,
      );
      expect(page.total).toBe(250);
      for (const { name } of page.items) seen.add(name);
      after = page.next;
    } while (after);
    expect(seen.size).toBe(250);
  });

  it('reads only the files of the directory, in every order, and at the top level only those there', async () => {
    const statements = await statementsOf(async () => {
      for (const directory of ['data/007', ''])
        for (const sort of ['name', '-size', '-createdAt', '-updatedAt', 'type'])
          await fixture.call(storage.files, { folderId, directory, sort }, ann);
    });
    const asked = statements.filter(({ text }) => text.includes('ORDER BY'));
    expect(asked).toHaveLength(10);
    for (const { text, values } of asked) {
      const rows: unknown = await sql(fixture.db.read).query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      const read = [...JSON.stringify(rows).matchAll(/"Actual Rows":(\d+)/g)].map(([, count]) => Number(count));
      expect(Math.max(...read)).toBeLessThanOrEqual(250);
    }
  });
});
