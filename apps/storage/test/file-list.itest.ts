import { storage } from '@tradepost/contracts/storage';
import { Client } from 'pg';
import { insertFiles, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';
import { statementsOf } from '@tradepost/testing/statements';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('the file list', () => {
  const ann = sender();
  let folderId: string;
  const began = Date.now();
  beforeAll(async () => {
    folderId = (await fixture.folder(ann, 'Listed')).id;
    const files: [string, string, number][] = [
      ['b_1.csv', 'text/csv', 300],
      ['A.pdf', 'application/pdf', 100],
      ['c.XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 200],
      ['d%.png', 'image/png', 400],
      ['e', 'text/csv', 500],
    ];
    for (const [name, mimetype, size] of files) await fixture.upload(ann, folderId, name, {}, { mimetype, size });
  });
  const names = async (query: Record<string, unknown>) =>
    (await fixture.call(storage.files, { folderId, ...query }, ann)).items.map(({ name }) => name);

  it('lists newest first, in pages', async () => {
    expect(await names({})).toEqual(['e', 'd%.png', 'c.XLSX', 'A.pdf', 'b_1.csv']);
    const second = await fixture.call(storage.files, { folderId, page: '2', pageSize: '2' }, ann);
    expect(second).toMatchObject({ total: 5, page: 2, pageSize: 2 });
    expect(second.items.map(({ name }) => name)).toEqual(['c.XLSX', 'A.pdf']);
    expect(Date.parse(second.items[0]!.createdAt)).toBeGreaterThan(began);
    expect(await names({ page: 9 })).toEqual([]);
  });

  it('sorts either way by name without case, size and times', async () => {
    expect(await names({ sort: 'name' })).toEqual(['A.pdf', 'b_1.csv', 'c.XLSX', 'd%.png', 'e']);
    expect(await names({ sort: '-size' })).toEqual(['e', 'd%.png', 'b_1.csv', 'c.XLSX', 'A.pdf']);
    expect(await names({ sort: 'createdAt' })).toEqual(['b_1.csv', 'A.pdf', 'c.XLSX', 'd%.png', 'e']);
    expect((await names({ sort: '-updatedAt' }))[0]).toBe('e');
    await expect(names({ sort: 'sha256' })).rejects.toMatchObject({ code: 'INVALID', errors: [{ field: 'sort' }] });
  });

  it('searches for the text, not for a pattern', async () => {
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
    folderId = (await fixture.folder(ann)).id;
    await sql(fixture.db.read).query(
      insertFiles('generate_series(1, 10000) n', {
        company: '$1::uuid',
        folder: '$2::uuid',
        name: "'file ' || n || '.csv'",
        size: 'n % 97',
        group: "CASE n % 10 WHEN 0 THEN 'document' ELSE 'spreadsheet' END",
        created: "now() - n * interval '1 second'",
      }),
      [ann.companyId, folderId],
    );
    const owner = new Client(fixture.ownerUrl);
    await owner.connect();
    await owner.query('VACUUM ANALYZE');
    await owner.end();
  });
  const page = (query: Record<string, unknown>) => fixture.call(storage.files, { folderId, ...query }, ann);

  it('can be read completely by cursor and by page number, in every order', async () => {
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

  it('shows a page without sorting, from an index that is read only up to that page', async () => {
    const plans: string[] = [];
    const statements = await statementsOf(async () => {
      for (const sort of ['name', '-size', '-createdAt', 'updatedAt', 'type']) await page({ sort });
    });
    const asked = statements.filter(({ text }) => text.includes('ORDER BY'));
    expect(asked).toHaveLength(5);
    expect(asked.some(({ text }) => text.includes('count('))).toBe(false);
    for (const { text, values } of asked)
      plans.push(JSON.stringify(await sql(fixture.db.read).query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)));
    for (const plan of plans) {
      expect(plan).toMatch(/"Index (Only )?Scan"/);
      expect(plan).not.toMatch(/"Node Type":"(Sort|Incremental Sort|Seq Scan|Bitmap Heap Scan)"/);
      expect(Math.max(...[...plan.matchAll(/"Actual Rows":(\d+)/g)].map(([, rows]) => Number(rows)))).toBe(50);
    }
  });
});
