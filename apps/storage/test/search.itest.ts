import type { UserActor } from '@tradepost/contracts/actor';
import { storage } from '@tradepost/contracts/storage';
import { maxFound } from '@tradepost/contracts/values/search';
import { sql } from '@tradepost/service-kit/database/sql';
import { publicActor } from '@tradepost/testing/service-harness';
import { Client } from 'pg';
import { insertFiles, receiver, sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const search = (q: string, actor: UserActor) => fixture.call(storage.search, { q }, actor);
const names = async (q: string, actor: UserActor) => {
  const { folders, files } = await search(q, actor);
  return { folders: folders.map(({ name }) => name), files: files.map(({ name }) => name) };
};

describe('a search', () => {
  it('finds the parts of names in any case, and takes wildcards as they are', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann, 'Straße 100%_Prices');
    const other = await fixture.folder(ann, 'Prices');
    await fixture.upload(ann, folder.id, 'Q1_Prices.csv');
    await fixture.upload(ann, other.id, 'Q1xPrices.csv');
    expect(await names('pRICES', ann)).toEqual({
      folders: ['Prices', 'Straße 100%_Prices'],
      files: ['Q1xPrices.csv', 'Q1_Prices.csv'],
    });
    expect(await names('1_p', ann)).toEqual({ folders: [], files: ['Q1_Prices.csv'] });
    expect(await names('%_', ann)).toEqual({ folders: ['Straße 100%_Prices'], files: [] });
    expect(await names('%%', ann)).toEqual({ folders: [], files: [] });
    expect(await names('\\_', ann)).toEqual({ folders: [], files: [] });
    expect((await search('q1_', ann)).files).toEqual([
      expect.objectContaining({
        folderId: folder.id,
        folderName: folder.name,
        companyName: null,
        mimeType: 'text/csv',
      }),
    ]);
  });

  it('finds a name by its base letters and with its accents, in either form of Unicode', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann, 'Résumés');
    await fixture.folder(ann, 'NAÏVE');
    for (const name of ['Café crème.csv', 'Cafe\u0301 noir.csv', 'cafe.csv', 'coffee.csv'])
      await fixture.upload(ann, folder.id, name);
    for (const q of ['resume', 'RÉSUMÉ', 'résumé'.normalize('NFD')])
      expect((await names(q, ann)).folders).toEqual(['Résumés']);
    for (const q of ['naive', 'naïve']) expect((await names(q, ann)).folders).toEqual(['NAÏVE']);
    for (const q of ['cafe', 'CAFÉ'])
      expect((await names(q, ann)).files.map((name) => name.normalize('NFC')).sort()).toEqual([
        'Café crème.csv',
        'Café noir.csv',
        'cafe.csv',
      ]);
  });

  it('answers with at most five of each kind: names that begin with the text first, then the newest', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann, 'Reports');
    for (const name of ['a report.csv', 'report 1.csv', 'b report.csv', 'report 2.csv', 'c report.csv', 'd report.csv'])
      await fixture.upload(ann, folder.id, name);
    expect((await names('report', ann)).files).toEqual([
      'report 2.csv',
      'report 1.csv',
      'd report.csv',
      'c report.csv',
      'b report.csv',
    ]);
  });

  it('finds no deleted file or folder, and no upload that was not committed', async () => {
    const ann = sender();
    const [folder, gone] = [await fixture.folder(ann, 'Staying'), await fixture.folder(ann, 'Gone')];
    const file = await fixture.upload(ann, folder.id, 'thing one.csv');
    await fixture.upload(ann, folder.id, 'thing two.csv');
    await fixture.upload(ann, gone.id, 'thing three.csv');
    await fixture.begin(ann, folder.id, { fileName: 'thing four.csv' });
    await fixture.call(storage.deleteFiles, { fileIds: [file.id] }, ann);
    await fixture.call(storage.deleteFolder, { name: 'Gone' }, ann);
    expect(await names('thing', ann)).toEqual({ folders: [], files: ['thing two.csv'] });
    expect(await names('gone', ann)).toEqual({ folders: [], files: [] });
  });

  it('needs two characters, a signed-in person and a registration', async () => {
    for (const q of ['', ' a ', 'x'.repeat(101), 'a\u0000b'])
      await expect(search(q, sender())).rejects.toMatchObject({ code: 'INVALID' });
    await expect(search('ab', publicActor as never)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(search('ab', sender({ kycStatus: 'Pending' }))).rejects.toMatchObject({ code: 'KYC_PENDING' });
  });
});

/** A generator with a fixed seed, so that a failure can be repeated. */
function random(seed: number) {
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
}

it('shows only items of other companies that are delivered to the caller (generated)', async () => {
  const chance = random(20261123);
  const companies = Array.from({ length: 4 }, (_, n) => sender({ companyName: `Company ${n}` }));
  const people = [...companies, ...Array.from({ length: 3 }, () => receiver())];
  /** What each person may find: ids of folders and files, and the company that is shown with them. */
  const may = new Map(people.map(({ userId }) => [userId, new Map<string, string | null>()]));
  for (const owner of companies) {
    for (const person of people) if (person !== owner) await fixture.partner(owner, person);
    const folder = await fixture.folder(owner, `Shared word of ${owner.companyName}`);
    const file = await fixture.upload(owner, folder.id, `shared word.csv`);
    const grant = (person: UserActor) => {
      const from = person === owner ? null : owner.companyName;
      may.get(person.userId)!.set(folder.id, from).set(file.id, from);
    };
    grant(owner);
    for (const person of people) {
      if (person === owner || chance() < 0.5) continue;
      await fixture.call(storage.deliver, { id: folder.id, email: person.email.toUpperCase() }, owner);
      if (chance() < 0.4) await fixture.call(storage.removeAccess, { id: folder.id, email: person.email }, owner);
      else grant(person);
    }
  }
  for (const person of people) {
    const { folders, files } = await search('shared word', person);
    expect(new Map([...folders, ...files].map(({ id, companyName }) => [id, companyName]))).toEqual(
      may.get(person.userId),
    );
  }
  // without any access there is nothing, and without some access the matrix proves nothing
  expect(await names('shared word', sender())).toEqual({ folders: [], files: [] });
  const sizes = [...may.values()].map(({ size }) => size);
  expect(Math.max(...sizes)).toBeGreaterThan(2);
  expect(Math.min(...sizes)).toBeLessThan(2 * companies.length);
}, 60_000);

describe('among 100,000 files of other companies', () => {
  const ann = sender();
  const owner = () => new Client({ connectionString: fixture.ownerUrl });

  beforeAll(async () => {
    const { id } = await fixture.folder(ann, 'Mine');
    const stranger = sender();
    const client = owner();
    await client.connect();
    const fill = (company: string, folder: string, count: number) =>
      client.query(
        `SET search_path = storage; ${insertFiles(`generate_series(1, ${count}) AS n`, {
          company: `'${company}'::uuid`,
          folder: `'${folder}'::uuid`,
          name: `'report ' || n || '.csv'`,
        })}`,
      );
    await fill(ann.companyId!, id, 2_000);
    // in two folders, half of all files would be expected in each
    for (let n = 0; n < 20; n += 1) {
      const other = await fixture.folder(stranger, `Theirs ${n}`);
      await fill(stranger.companyId!, other.id, 5_000);
    }
    await client.query('VACUUM ANALYZE');
    await client.end();
  }, 120_000);

  it('reads the index of the own folders only', async () => {
    const asked: { name: string; text: string; values: unknown[] }[] = [];
    const query = jest.spyOn(Client.prototype as never as { query: (...args: unknown[]) => unknown }, 'query');
    await search('port 1999', ann);
    for (const [given] of query.mock.calls) {
      const statement = given as (typeof asked)[number];
      if (statement?.name?.startsWith('search-')) asked.push(statement);
    }
    query.mockRestore();
    expect(asked.map(({ name }) => name).sort()).toEqual(['search-files', 'search-folders']);
    for (const { text, values } of asked) {
      const plan = JSON.stringify(await sql(fixture.db.read).query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values));
      expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"file"/);
      const read = [...plan.matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, rows]) => Number(rows));
      expect(Math.max(0, ...read)).toBeLessThanOrEqual(2_000);
    }
    expect((await search('report', ann)).files).toHaveLength(maxFound);
  });
});
