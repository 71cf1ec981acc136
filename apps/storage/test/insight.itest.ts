import { randomUUID } from 'node:crypto';
import { maxInsight, storage } from '@tradepost/contracts/storage';
import { sender, startFixture, type Fixture } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

/** docs/security.md states it. */
const mostBytes = 48 * 1024;
const longestPreview = '€'.repeat(maxInsight);
const column = (length: number) => ({ name: '€'.repeat(length), type: 'text' });
/** A profile of this many characters as JSON. */
function profileOf(characters: number) {
  const columns = [];
  for (let left = characters - JSON.stringify({ rows: 1, columns: [] }).length; left > 0;) {
    const around: number = JSON.stringify(column(0)).length + (columns.length > 0 ? 1 : 0);
    const length: number = left - around <= 200 ? left - around : Math.min(200, left - 2 * around - 1);
    columns.push(column(length));
    left -= around + length;
  }
  const profile = { rows: 1, columns };
  expect(JSON.stringify(profile)).toHaveLength(characters);
  return profile;
}
const longest = { preview: longestPreview, profile: profileOf(maxInsight) };
const tooLong: Record<string, unknown>[] = [{ preview: `${longestPreview}€` }, { profile: profileOf(maxInsight + 1) }];

type Owner = ReturnType<typeof sender>;
const stored = async (table: string, { companyId }: Owner) =>
  (await fixture.db.source.query(
    `SELECT octet_length(preview) AS preview, octet_length(profile::text) AS profile FROM ${table} WHERE company_id = $1`,
    [companyId],
  )) as { preview: number | null; profile: number | null }[];

/** Every command that writes a preview or a profile. */
const ways: [string, (owner: Owner, folderId: string, insight: Record<string, unknown>) => Promise<unknown>][] = [
  [storage.beginUpload.subject, async (owner, folderId, insight) => fixture.upload(owner, folderId, 'a.csv', insight)],
  [
    storage.beginUploads.subject,
    async (owner, folderId, insight) => {
      const files = [{ fileName: 'a.csv', expectedBytes: 600, position: 0 }];
      const { uploads } = await fixture.call(storage.beginUploads, { folderId, terms: [insight], files }, owner);
      const [opened] = uploads;
      if (!opened || 'error' in opened) throw Object.assign(new Error(), opened?.error);
      await fixture.call(storage.commitUploads, { uploads: [fixture.received(opened.uploadId)] }, owner);
    },
  ],
  [
    storage.addFile.subject,
    (owner, folderId, insight) =>
      fixture.call(
        storage.addFile,
        { folderId, fileName: 'a.csv', ...fixture.received(randomUUID()), ...insight },
        owner,
      ),
  ],
  [
    storage.editFile.subject,
    async (owner, folderId, insight) => {
      const { id: fileId } = await fixture.upload(owner, folderId, 'a.csv');
      await fixture.call(storage.editFile, { folderId, fileId, ...insight }, owner);
    },
  ],
];

it('are written by no other command', () => {
  const writers = Object.values(storage).filter(({ subject, input }) => {
    const fields = Object.keys(input.fields);
    return subject === storage.beginUploads.subject || fields.includes('preview') || fields.includes('profile');
  });
  expect(writers.map(({ subject }) => subject).toSorted()).toEqual(ways.map(([subject]) => subject).toSorted());
});

describe.each(ways)('preview and profile written by %s', (_subject, write) => {
  it('take at most 48 KB each', async () => {
    const ann = sender();
    const { id } = await fixture.folder(ann);
    await write(ann, id, longest);
    const [row] = await stored('file_version', ann);
    expect(row!.preview).toBe(mostBytes);
    expect(row!.profile).toBeGreaterThan(mostBytes / 2);
    expect(row!.profile).toBeLessThanOrEqual(mostBytes);
  });

  it.each(tooLong)('are refused if one is a character longer, and nothing of it is stored', async (insight) => {
    const ann = sender();
    const { id } = await fixture.folder(ann);
    await expect(write(ann, id, insight)).rejects.toMatchObject({ code: 'INVALID' });
    const rows = [...(await stored('file_version', ann)), ...(await stored('upload', ann))];
    for (const row of rows) expect(row).toEqual({ preview: null, profile: null });
  });
});
