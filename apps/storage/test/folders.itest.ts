import { randomUUID } from 'node:crypto';
import type { UserActor } from '@tradepost/contracts/actor';
import { storage, storageEvents } from '@tradepost/contracts/storage';
import { publicActor } from '@tradepost/testing/service-harness';
import { FolderRow } from '../src/folder/folder.entity';
import { insertFiles, receiver, sender, startFixture, type Fixture } from './fixture';
import { sql } from '@tradepost/service-kit/database/sql';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls))
    .map((result) => (result.status === 'fulfilled' ? 'done' : (result.reason as { code: string }).code))
    .sort();

describe('folders', () => {
  it('lists newest first, with the exact count and at most 100 newest files', async () => {
    const ann = sender();
    const [empty, full] = [await fixture.folder(ann, 'Empty'), await fixture.folder(ann, 'Full')];
    await sql(fixture.db.read).query(
      insertFiles('generate_series(1, 120) n', {
        company: '$1::uuid',
        folder: '$2::uuid',
        name: "n || '.csv'",
        created: "now() + n * interval '1 second'",
      }),
      [ann.companyId, full.id],
    );
    await fixture.begin(ann, full.id, { fileName: 'unfinished.csv' });
    const folders = await fixture.call(storage.folders, {}, ann);
    expect(folders.map(({ id, count }) => [id, count])).toEqual([
      [full.id, 120],
      [empty.id, 0],
    ]);
    expect(folders[0]?.files.map(({ name }) => name)).toEqual(Array.from({ length: 100 }, (_, i) => `${120 - i}.csv`));
    expect(folders[1]).toEqual({
      id: empty.id,
      name: 'Empty',
      files: [],
      count: 0,
      emails: [],
      access: [],
      description: '',
      licence: '',
      updatedAt: expect.stringMatching(/Z$/),
      pinnedAt: null,
    });
    expect(await fixture.call(storage.folders, {}, sender())).toEqual([]);
  });

  it('returns a small answer for many folders and files, and counts all of them', async () => {
    const ann = sender();
    const folders = 660;
    await sql(fixture.db.read).query(
      `INSERT INTO folder (id, company_id, name, created_at) SELECT gen_random_uuid(), $1, n::text, now() FROM generate_series(1, ${folders}) n`,
      [ann.companyId],
    );
    await sql(fixture.db.read).query(
      insertFiles('folder f CROSS JOIN generate_series(1, 20) n WHERE f.company_id = $1', {
        company: '$1::uuid',
        folder: 'f.id',
        name: "n || '.csv'",
      }),
      [ann.companyId],
    );
    const listed = await fixture.call(storage.folders, {}, ann);
    expect(listed).toHaveLength(folders);
    expect(listed.every(({ files, count }) => files.length === 1 && count === 20)).toBe(true);
  });

  it('creates a folder with the id of its caller, once', async () => {
    const ann = sender();
    const [id, name] = [randomUUID(), 'Chosen'];
    const first = await fixture.call(storage.createFolder, { id, name }, ann);
    expect(first.id).toBe(id);
    expect(await fixture.call(storage.createFolder, { id, name }, ann)).toEqual(first);
    expect(
      (await fixture.published(storageEvents.folderCreated)).filter(({ folderId }) => folderId === id),
    ).toHaveLength(1);
    const taken = { code: 'FOLDER_ID_TAKEN', status: 409 };
    await expect(fixture.call(storage.createFolder, { id, name: 'Other' }, ann)).rejects.toMatchObject(taken);
    await expect(fixture.call(storage.createFolder, { id, name }, sender())).rejects.toMatchObject(taken);
    await expect(fixture.call(storage.createFolder, { id: randomUUID(), name }, ann)).rejects.toMatchObject({
      code: 'FOLDER_EXISTS',
    });
    await fixture.call(storage.deleteFolder, { name }, ann);
    await expect(fixture.call(storage.createFolder, { id, name }, ann)).rejects.toMatchObject(taken);
  });

  it.each(['00000000-0000-0000-0000-000000000000', randomUUID().toUpperCase(), 'a'])(
    'refuses %s as the id of a new folder',
    async (id) =>
      expect(fixture.call(storage.createFolder, { id, name: 'New' }, sender())).rejects.toMatchObject({
        code: 'INVALID',
      }),
  );

  it('reserves a name once per company, regardless of case, and frees it on deletion', async () => {
    const ann = sender();
    await fixture.folder(ann, 'Préçios');
    await expect(fixture.folder(ann, 'PRÉÇIOS')).rejects.toMatchObject({ code: 'FOLDER_EXISTS', status: 409 });
    await fixture.folder(sender(), 'Préçios');
    await fixture.call(storage.deleteFolder, { name: 'préçios' }, ann);
    expect((await fixture.folder(ann, 'PRÉÇIOS')).name).toBe('PRÉÇIOS');
  });

  it('creates one folder when many calls use one name at once', async () => {
    const ann = sender();
    const race = Array.from({ length: 8 }, (_, i) => fixture.folder(ann, i % 2 ? 'Race' : 'RACE'));
    expect(await outcomes(race)).toEqual([...Array<string>(7).fill('FOLDER_EXISTS'), 'done']);
    expect(await fixture.call(storage.folders, {}, ann)).toHaveLength(1);
  });

  it('answers a repeated creation with the first folder, at once or later', async () => {
    const ann = sender();
    const create = () => fixture.call(storage.createFolder, { name: 'Once' }, ann, { idempotencyKey: 'k' });
    const answers = await Promise.all([create(), create(), create()]);
    answers.push(await create());
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it('renames by the current name; one of two that race for a name gets it', async () => {
    const ann = sender();
    const [one, two] = [await fixture.folder(ann, 'One'), await fixture.folder(ann, 'Two')];
    const race = ['one', two.id].map((name) => fixture.call(storage.renameFolder, { name, newName: 'Three' }, ann));
    expect(await outcomes(race)).toEqual(['FOLDER_EXISTS', 'done']);
    const names = (await fixture.call(storage.folders, {}, ann)).map(({ name }) => name);
    expect(names.filter((name) => name === 'Three')).toHaveLength(1);
    const other = await fixture.folder(ann, 'Case');
    expect(await fixture.call(storage.renameFolder, { name: 'Case', newName: 'CASE' }, ann)).toMatchObject({
      id: other.id,
      name: 'CASE',
    });
    await expect(fixture.call(storage.renameFolder, { name: one.id, newName: 'case' }, ann)).rejects.toMatchObject({
      code: 'FOLDER_EXISTS',
    });
    expect(await fixture.published(storageEvents.folderRenamed)).toContainEqual(
      expect.objectContaining({
        folderId: other.id,
        folderName: 'CASE',
        previousName: 'Case',
        companyId: ann.companyId,
      }),
    );
  });

  it('finds a folder by its name in another Unicode normalization form', async () => {
    const ann = sender();
    await fixture.folder(ann, 'Café');
    expect(await fixture.call(storage.renameFolder, { name: 'Cafe\u0301 ', newName: 'Bar' }, ann)).toMatchObject({
      name: 'Bar',
    });
  });

  it('refuses invalid names', async () => {
    const ann = sender();
    for (const name of ['', '   ', '..', 'a/b', 'a\\b', 'a\u0000b', '\u202egnp.exe', 'x'.repeat(256), 7, null]) {
      await expect(fixture.call(storage.createFolder, { name }, ann)).rejects.toMatchObject({ code: 'INVALID' });
    }
    expect(await fixture.call(storage.folders, {}, ann)).toEqual([]);
  });

  it('hides the folders of a company from all others', async () => {
    const ann = sender();
    const folder = await fixture.folder(ann, 'Mine');
    const bob = sender();
    for (const name of ['Mine', folder.id]) {
      await expect(fixture.call(storage.renameFolder, { name, newName: 'Stolen' }, bob)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      await expect(fixture.call(storage.deleteFolder, { name }, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(fixture.call(storage.files, { folderId: folder.id }, bob)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(fixture.call(storage.files, { folderId: 'no-uuid' }, ann)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await sql(fixture.db.read).findOneBy(FolderRow, { id: folder.id })).toMatchObject({
      name: 'Mine',
      deletedAt: null,
    });
  });

  it('is closed to receivers, strangers, companies not yet registered and senders without a company', async () => {
    const refusals = [
      [receiver(), 'NOT_ALLOWED'],
      [publicActor, 'UNAUTHENTICATED'],
      [sender({ kycStatus: 'Pending' }), 'KYC_PENDING'],
      [sender({ scope: 'onboarding' }), 'NOT_ALLOWED'],
      [sender({ companyId: null, companyName: null }), 'COMPANY_MISSING'],
    ] as const;
    for (const [actor, code] of refusals) {
      await expect(fixture.call(storage.createFolder, { name: 'No' }, actor)).rejects.toMatchObject({ code });
    }
  });

  it('stays open, except for deliveries, to a company with a rejected registration', async () => {
    const ann = sender({ kycStatus: 'Rejected' });
    expect(await fixture.folder(ann, 'Still mine')).toMatchObject({ name: 'Still mine' });
  });
});

describe('pins', () => {
  const names = async (owner: UserActor) => (await fixture.call(storage.folders, {}, owner)).map(({ name }) => name);
  const pin = (owner: UserActor, id: string, pinned = true) => fixture.call(storage.pinFolder, { id, pinned }, owner);

  it('list pinned folders first, newest pin first, then the others as before', async () => {
    const ann = sender();
    const a = await fixture.folder(ann, 'A');
    const b = await fixture.folder(ann, 'B');
    const c = await fixture.folder(ann, 'C');
    const { pinnedAt, updatedAt } = await pin(ann, b.id);
    expect([pinnedAt, updatedAt]).toEqual([expect.stringMatching(/Z$/), b.updatedAt]);
    await fixture.folder(ann, 'D');
    expect(await names(ann)).toEqual(['B', 'D', 'C', 'A']);
    await pin(ann, a.id);
    expect(await names(ann)).toEqual(['A', 'B', 'D', 'C']);
    expect((await pin(ann, b.id)).pinnedAt).toBe(pinnedAt);
    expect(await names(ann)).toEqual(['A', 'B', 'D', 'C']);
    expect(await pin(ann, a.id, false)).toMatchObject({ id: a.id, pinnedAt: null });
    await pin(ann, c.id, false);
    expect(await names(ann)).toEqual(['B', 'D', 'C', 'A']);
  });

  it('publish each change once', async () => {
    const ann = sender();
    const { id, name } = await fixture.folder(ann);
    await Promise.all([pin(ann, id), pin(ann, id), pin(ann, id)]);
    await pin(ann, id, false);
    const published = await fixture.published(storageEvents.folderPinChanged);
    const change = { companyId: ann.companyId, companyName: ann.companyName, folderId: id, folderName: name };
    expect(published.filter(({ folderId }) => folderId === id)).toEqual([
      { ...change, pinned: true },
      { ...change, pinned: false },
    ]);
  });

  it('outlast deletion and restoration of the folder', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann, 'First');
    const { pinnedAt } = await pin(ann, id);
    await fixture.folder(ann, 'Second');
    await fixture.call(storage.deleteFolder, { name: id }, ann);
    await expect(pin(ann, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await fixture.call(storage.restore, { folderId: id }, ann);
    expect((await fixture.call(storage.folders, {}, ann))[0]).toMatchObject({ id, pinnedAt });
  });

  it('belong to the owner company', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann);
    const refusals = [
      [sender(), 'NOT_FOUND'],
      [receiver(), 'NOT_ALLOWED'],
      [publicActor, 'UNAUTHENTICATED'],
      [sender({ ...ann, kycStatus: 'Pending' }), 'KYC_PENDING'],
    ] as const;
    for (const [actor, code] of refusals) {
      await expect(fixture.call(storage.pinFolder, { id, pinned: true }, actor)).rejects.toMatchObject({ code });
    }
    await expect(pin(ann, 'no-uuid')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(fixture.call(storage.pinFolder, { id }, ann)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await pin(sender({ ...ann, userId: receiver().userId }), id)).toMatchObject({ id });
  });
});

it('has entities that match the migrations', async () => {
  const { upQueries } = await fixture.db.source.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});
