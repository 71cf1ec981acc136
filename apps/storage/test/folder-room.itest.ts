import { storage } from '@tradepost/contracts/storage';
import { sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  // three folders of 1 KB, and 100 bytes of text
  fixture = await startFixture({ env: { FOLDER_BYTES_PER_COMPANY: String(3 * 1024 + 100) } });
});
afterAll(() => fixture.stop());

const full = { code: 'TOO_LARGE', status: 413, message: expect.stringContaining('Your folders and their texts') };

describe('the folders of a company', () => {
  it('are limited together, also for parallel calls, and a refused one does not exist', async () => {
    const ann = sender();
    const made = await Promise.allSettled([...'abcdefgh'].map((name) => fixture.folder(ann, name)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const one of made) if (one.status === 'rejected') expect(one.reason).toMatchObject(full);
    expect(await fixture.call(storage.folders, {}, ann)).toHaveLength(3);
    await expect(fixture.folder(sender(), 'of another company')).resolves.toMatchObject({ count: 0 });
  });

  it('have their texts counted in bytes: a refused text changes nothing, and a shorter one is always accepted', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann, 'a');
    await fixture.folder(ann, 'b');
    await fixture.folder(ann, 'c');
    const setLicence = (licence: string) => fixture.call(storage.describeFolder, { id, description: '', licence }, ann);
    await setLicence('€'.repeat(32));
    await expect(setLicence('€'.repeat(33))).rejects.toMatchObject(full);
    await expect(
      fixture.call(storage.renameFolder, { name: 'b', newName: 'a longer name' }, ann),
    ).rejects.toMatchObject(full);
    const folders = await fixture.call(storage.folders, {}, ann);
    expect(folders.map(({ name, licence }) => [name, licence.length])).toEqual([
      ['c', 0],
      ['b', 0],
      ['a', 32],
    ]);
    await setLicence('€'.repeat(20));
    await fixture.call(storage.renameFolder, { name: 'b', newName: 'a longer name' }, ann);
  });

  it('count while they are not in the bin, and are not restored beyond the limit', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann, 'a');
    const file = await fixture.upload(ann, id, 'a.csv');
    await fixture.call(storage.deleteFolder, { name: 'a' }, ann);
    for (const name of ['b', 'c', 'd']) await fixture.folder(ann, name);
    await expect(fixture.call(storage.restore, { folderId: id }, ann)).rejects.toMatchObject(full);
    await expect(fixture.call(storage.restore, { fileIds: [file.id] }, ann)).rejects.toMatchObject(full);
    expect((await fixture.call(storage.bin, {}, ann)).items.map((one) => one.id)).toEqual([file.id]);
    await fixture.call(storage.deleteFolder, { name: 'd' }, ann);
    await fixture.call(storage.restore, { folderId: id }, ann);
    expect(await fixture.call(storage.folders, {}, ann)).toHaveLength(3);
  });
});

it('folders that were delivered to very many addresses fit into one answer, and say how many addresses they leave out', async () => {
  const ann = sender();
  const folders = [await fixture.folder(ann, 'a'), await fixture.folder(ann, 'b')];
  const [few, many] = [12, 40_000];
  const share = (folderId: string, count: number) =>
    fixture.db.source.query(
      `INSERT INTO share (id, folder_id, email, address_key, created_at)
       SELECT gen_random_uuid(), $1, e, e, now() + n * interval '1 millisecond' FROM generate_series(1, $2::int) n, concat(n, '-', repeat('x', 60), '@p.example') e`,
      [folderId, count],
    );
  await share(folders[0]!.id, few);
  await share(folders[1]!.id, many);
  const answer = await fixture.call(storage.folders, {}, ann);
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(7 * 1024 ** 2);
  const [b, a] = answer;
  expect([a!.emails.length, a!.access.length, a!.omittedEmails]).toEqual([few, few, undefined]);
  expect(b!.emails.length).toBeGreaterThan(9_000);
  expect(b!.emails.length + b!.omittedEmails!).toBe(many);
  expect(b!.access.map(({ email }) => email)).toEqual(b!.emails);
  expect(b!.emails[0]).toMatch(/^1-/);
});
