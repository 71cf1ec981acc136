import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserActor } from '@tradepost/contracts/actor';
import type { AnyCommand } from '@tradepost/contracts/define';
import { storage } from '@tradepost/contracts/storage';
import { sealedSize } from '@tradepost/sealing/file/format';
import { sql } from '@tradepost/service-kit/database/sql';
import { day, hour } from '@tradepost/service-kit/runtime/durations';
import { Client } from 'pg';
import { ObjectGarbageCollector } from '../src/bin/object-garbage-collector';
import { RetentionSweeper } from '../src/bin/retention.sweeper';
import { storageDatabase } from '../src/data-source';
import { startFixture, type Fixture } from './fixture';

/** Rows that the release before this migration wrote, and what it answered over them. */
interface PreviousRelease {
  recordedAt: string;
  actors: { ann: UserActor; bob: UserActor; rita: UserActor };
  folders: Record<'prices' | 'deleted', string>;
  files: Record<'plain' | 'many' | 'one' | 'two' | 'inPlace' | 'binned' | 'purged' | 'coming', string>;
  uploads: Record<
    | 'plain'
    | 'many'
    | 'second'
    | 'third'
    | 'sealedOne'
    | 'placed'
    | 'fresh'
    | 'parts'
    | 'next'
    | 'coming'
    | 'comingNext'
    | 'rival'
    | 'late',
    string
  >;
  sealed: Record<'coming' | 'one' | 'sealInPlace', Record<string, unknown>>;
  rows: Record<string, Record<string, unknown>[]>;
  calls: {
    command: string;
    input: Record<string, unknown>;
    actor: 'ann' | 'bob' | 'rita';
    answer?: unknown;
    code?: string;
  }[];
}

/** All times move with the clock: leases and retention are relative to now. */
function previousRelease(): PreviousRelease {
  const text = readFileSync(join(__dirname, 'previous-release.json'), 'utf8');
  const { recordedAt } = JSON.parse(text) as PreviousRelease;
  const later = Date.now() - Date.parse(recordedAt);
  return JSON.parse(
    text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (time) => new Date(Date.parse(time) + later).toISOString()),
  ) as PreviousRelease;
}

const previous = previousRelease();
const { actors, files, folders, uploads, sealed } = previous;
const { ann, bob } = actors;
const newest = storageDatabase.migrations.findIndex(({ name }) => name.startsWith('FilesVersionsUploads'));

async function fill(ownerUrl: string): Promise<void> {
  const owner = new Client(ownerUrl);
  await owner.connect();
  // without triggers: the recorded rows contain their effects
  await owner.query('SET session_replication_role = replica');
  for (const [table, rows] of Object.entries(previous.rows))
    await owner.query(
      `INSERT INTO storage.${table} SELECT * FROM json_populate_recordset(NULL::storage.${table}, $1)`,
      [JSON.stringify(rows)],
    );
  await owner.end();
}

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture({ upgradeFrom: { migrations: storageDatabase.migrations.slice(0, newest), fill } });
});
afterAll(() => fixture.stop());

const commands = new Map<string, AnyCommand>(
  Object.values<AnyCommand>(storage).map((command) => [command.subject, command]),
);
const content = 40_000;
const sealedContent = { size: content, sealedSize: sealedSize(content) };
const versionsOf = async (fileId: string) =>
  (await fixture.call(storage.versions, { folderId: folders.prices, fileId }, ann)).map(({ version, mode }) => [
    version,
    mode,
  ]);

type Answer = Record<string, unknown>;
const byFileId = (list: Answer[]) => list.toSorted((a, b) => (String(a.fileId) < String(b.fileId) ? -1 : 1));

/** Both answers without the differences that are meant. */
function comparable(given: unknown, { command, actor, input }: PreviousRelease['calls'][0]): unknown {
  const answer = given as Answer;
  switch (command) {
    case storage.folders.subject:
      return (given as Answer[]).map((folder) => ({ ...folder, pinnedAt: null }));
    case storage.openVersion.subject:
      // an earlier version had the time of its replacement, now it has that of its bytes
      return input.version === 3 ? answer : { ...answer, updatedAt: null };
    case storage.uploadState.subject:
      // the upload of a next version named the object and the seal of the version before it
      return answer.done ? { ...answer, objectKey: null, sealed: !!answer.sealed } : answer;
    case storage.ownFiles.subject:
      return { files: byFileId(answer.files as Answer[]) };
    case storage.stats.subject:
      // the quota of the upload that lost its file id was returned: see below
      return actor === 'bob' ? { ...answer, usedStorage: null } : answer;
    default:
      return answer;
  }
}

/** The release before did not answer the terms of a stored file, nor what an upload copies and its content in segments. */
const newFields = ['terms', 'copiedBytes', 'contentSize'];
const withoutNewFields = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (newFields.includes(key) ? undefined : value))) as unknown;

describe('a database of the release before', () => {
  it.each(previous.calls.map((call, i) => [i, call.command, call] as const))(
    'answers call %i, %s, as before',
    async (_i, _subject, call) => {
      const command = commands.get(call.command);
      if (!command) throw new Error(`No command ${call.command}`);
      const answered = fixture.call(command, call.input, actors[call.actor]);
      if (call.code) await expect(answered).rejects.toMatchObject({ code: call.code });
      else
        expect(comparable(withoutNewFields(await answered), call)).toEqual(
          comparable(withoutNewFields(call.answer), call),
        );
    },
  );

  it('has an exact quota, without the upload with a file id that was already used', async () => {
    const before = (companyId: string | null) =>
      Number(previous.rows.account?.find(({ company_id: id }) => id === companyId)?.used_bytes);
    expect(await fixture.used(ann)).toBe(before(ann.companyId));
    expect(await fixture.used(bob)).toBe(before(bob.companyId) - content);
    expect([await fixture.drift(ann), await fixture.drift(bob)]).toEqual([0, 0]);
  });

  it('names every object that a row named', async () => {
    const known = previous.rows.file?.filter(({ id }) => id !== uploads.rival) ?? [];
    const keys = known.map(({ object_key: key }) => key as string);
    for (const key of keys) await fixture.put(key);
    const { garbage, missing } = await fixture.app.get(ObjectGarbageCollector).sweep(new Date(Date.now() + day + hour));
    expect({ garbage, missing }).toEqual({ garbage: [], missing: [] });
  });

  it('answers repeated calls of committed uploads with their file', async () => {
    const { file } = await fixture.commit(ann, uploads.second);
    expect(file).toMatchObject({ id: files.many, version: 3 });
    const plain = await fixture.begin(ann, folders.prices, { fileName: 'plain.csv' }, { idempotencyKey: 'plain' });
    expect(plain).toMatchObject({ uploadId: uploads.plain, done: { file: { id: files.plain } } });
    for (const [fields, id] of [
      [sealed.one, files.one],
      [sealed.sealInPlace, files.inPlace],
    ] as const)
      expect((await fixture.begin(ann, folders.prices, fields)).done?.file.id).toBe(id);
    await fixture.call(storage.abortUpload, { uploadId: uploads.plain }, ann);
    expect((await fixture.commit(ann, uploads.plain)).file.id).toBe(files.plain);
  });

  it('commits the unfinished uploads', async () => {
    const begun = await fixture.begin(ann, folders.prices, { fileName: 'fresh.csv' }, { idempotencyKey: 'fresh' });
    await expect(fixture.commit(ann, uploads.fresh)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    expect((await fixture.commit(ann, begun.uploadId)).file).toMatchObject({ name: 'fresh.csv', version: 1 });

    const objectKey = `${ann.companyId}/${folders.prices}/${uploads.parts}.part-2`;
    expect(
      await fixture.call(storage.commitPart, { uploadId: uploads.parts, objectKey, offset: 500, size: 400 }, ann),
    ).toEqual({ offset: 900 });
    expect((await fixture.commit(ann, uploads.parts, { size: 900 })).file.id).toBe(uploads.parts);

    expect((await fixture.commit(ann, uploads.next)).file).toMatchObject({
      id: files.plain,
      version: 2,
      numberOfRecords: 9,
      sample: 'rows',
    });
    expect(await versionsOf(files.plain)).toEqual([
      [2, 'managed'],
      [1, 'managed'],
    ]);

    expect((await fixture.commit(ann, uploads.coming, sealedContent)).file).toMatchObject({
      id: files.coming,
      name: 'coming.csv',
      mode: 'e2e',
    });
    expect((await fixture.commit(ann, uploads.comingNext, sealedContent)).file).toMatchObject({
      id: files.one,
      version: 2,
    });
    await expect(fixture.commit(bob, uploads.rival, sealedContent)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    await expect(fixture.commit(ann, uploads.late)).rejects.toMatchObject({ code: 'UPLOAD_GONE' });
    expect(await fixture.drift(ann)).toBe(0);
  });

  it('restores files from the bin, and counts the files of its folders', async () => {
    await fixture.call(storage.restore, { fileIds: [files.binned] }, ann);
    await fixture.call(storage.restore, { folderId: folders.deleted }, ann);
    expect((await fixture.call(storage.files, { folderId: folders.deleted }, ann)).items).toMatchObject([
      { name: 'with-folder.csv' },
    ]);
    for (const { id, count } of await fixture.call(storage.folders, {}, ann))
      expect((await fixture.call(storage.files, { folderId: id }, ann)).items).toHaveLength(count);
  });

  it('purges what is due, and what a transfer holds after its end', async () => {
    const sweep = (at: Date) => fixture.app.get(RetentionSweeper).sweep(at);
    const held = (fileId: string) =>
      sql(fixture.db.read).query('SELECT version FROM file_version WHERE file_id = $1 ORDER BY version', [fileId]);
    await sweep(new Date(Date.now() + 40 * day));
    expect(await held(files.many)).toEqual([{ version: 1 }, { version: 3 }]);
    expect(await held(files.inPlace)).toEqual([{ version: 1 }, { version: 2 }]);
    expect(await held(files.purged)).toEqual([{ version: 1 }]);
    await sweep(new Date(Date.now() + 71 * day));
    expect(await held(files.many)).toEqual([{ version: 3 }]);
    expect(await held(files.inPlace)).toEqual([{ version: 2 }]);
    expect(await sql(fixture.db.read).query('SELECT 1 FROM file WHERE id = $1', [files.purged])).toEqual([]);
    expect([await fixture.drift(ann), await fixture.drift(bob)]).toEqual([0, 0]);
  });
});
