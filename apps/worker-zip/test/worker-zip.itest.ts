import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { Controller, Module } from '@nestjs/common';
import { internal, type In } from '@tradepost/contracts/define';
import { mixed, object } from '@tradepost/contracts/values/fields';
import { buildArchive, type ArchiveWork } from '@tradepost/contracts/jobs';
import { requests } from '@tradepost/contracts/requests';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { OnAll } from '@tradepost/testing/on-all';
import { ObjectStore } from '@tradepost/service-kit/objects/object-store';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { service } from '@tradepost/service-kit/runtime/service';
import { newFileKey, openFile, sealFile } from '@tradepost/sealing/file/file';
import { entryName } from '@tradepost/sealing/file/manifest';
import { entryOffsets, layoutArchive } from '@tradepost/service-kit/objects/zip/archive';
import { startService, type ServiceUnderTest } from '@tradepost/testing/service-harness';
import { waitFor } from '@tradepost/testing/wait-for';
import { v7 as uuidv7 } from 'uuid';
import { WorkerZipModule } from '../src/app.module';

const commands = {
  enqueue: internal<{ ok: true }>()('requests.enqueue', object({ work: mixed<ArchiveWork>().required() })),
  attachArchive: requests.attachArchive,
  failArchive: requests.failArchive,
  reportArchive: requests.reportArchive,
};

/** A stub of the service that owns the archives. It records the commands that it receives. */
@Controller()
class Owner {
  static attached: In<typeof requests.attachArchive>[] = [];
  static failed: In<typeof requests.failArchive>[] = [];
  static reported: In<typeof requests.reportArchive>[] = [];

  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  @Handle(commands.enqueue)
  enqueue({ work }: In<typeof commands.enqueue>) {
    return this.db.transaction(async (tx) => {
      await this.outbox.job(tx, buildArchive, work, { key: `${work.transferId}-${work.generation}` });
      return { ok: true as const };
    });
  }

  @Handle(commands.attachArchive)
  async attach(command: In<typeof requests.attachArchive>) {
    Owner.attached.push(command);
    return { attached: true };
  }

  @Handle(commands.reportArchive)
  async report(command: In<typeof requests.reportArchive>) {
    Owner.reported.push(command);
    return { ok: true as const };
  }

  @Handle(commands.failArchive)
  async fail(command: In<typeof requests.failArchive>) {
    Owner.failed.push(command);
    return { ok: true as const };
  }

  @OnAll('requests')
  ignore() {
    return Promise.resolve();
  }
}

const database = { schema: 'requests', entities: [], migrations: [] };

@Module(service({ name: 'requests', commands, events: {}, entities: [], migrations: [], handlers: [Owner] }))
class OwnerModule {}

@Module({ imports: [OwnerModule, WorkerZipModule] })
class TestModule {}

const system = { kind: 'system', service: 'test' } as const;
const modifiedAt = '2026-01-02T03:04:06.000Z';
const scratch = mkdtempSync(join(tmpdir(), 'worker-zip-'));
let owner: ServiceUnderTest;
let store: ObjectStore;

beforeAll(async () => {
  owner = await startService({ module: TestModule, database });
  store = owner.app.get(ObjectStore);
});
afterAll(async () => {
  await owner.stop();
  rmSync(scratch, { recursive: true, force: true });
});

async function stock(objectKey: string, name: string, content: Buffer): Promise<ArchiveWork['entries'][number]> {
  await store.put(objectKey, Readable.from([content]));
  return { objectKey, name, size: content.length, crc32: crc32(content), modifiedAt };
}

const workOf = (transferId: string, entries: ArchiveWork['entries'], generation = 1): ArchiveWork => ({
  transferId,
  generation,
  target: `transfers/${transferId}/${generation}.zip`,
  entries,
});

const attachedTo = (id: string) => Owner.attached.filter(({ transferId }) => transferId === id);
const failedOf = (id: string) => Owner.failed.filter(({ transferId }) => transferId === id);

/** Names and contents as Python's own zip reader finds them; it checks every CRC on the way. */
function unzipped(archive: string): [string, Buffer][] {
  const script = `
import base64, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps([[i.filename, base64.b64encode(z.read(i)).decode()] for i in z.infolist()]))`;
  const entries = JSON.parse(
    execFileSync('python3', ['-c', script, archive], { maxBuffer: 1 << 28, encoding: 'utf8' }),
  ) as [string, string][];
  return entries.map(([name, content]) => [name, Buffer.from(content, 'base64')]);
}

async function saved(key: string): Promise<string> {
  const path = join(scratch, key.replaceAll('/', '-'));
  writeFileSync(path, await buffer(await store.get(key)));
  return path;
}

it('builds an archive that unpacks to the same bytes, with safe and unique names', async () => {
  const contents = [
    randomBytes(3_000_000),
    Buffer.from('a,b\n1,2\n'),
    Buffer.from('other'),
    Buffer.alloc(0),
    Buffer.from('climb'),
  ];
  const names = ['big.csv', 'prices.csv', 'Prices.csv', 'empty – ünïcode.csv', '../../etc/passwd'];
  const entries = await Promise.all(contents.map((content, i) => stock(`c/f/${i}`, names[i]!, content)));
  const work = workOf('good', entries);
  // all of it within one second, in which progress is reported once, on a busy machine too
  const clock = jest.spyOn(performance, 'now').mockReturnValue(1_000);
  await owner.call(commands.enqueue, { work }, system);
  const [attached] = await waitFor(() => (attachedTo('good').length ? attachedTo('good') : null));
  clock.mockRestore();
  expect(Owner.reported.filter(({ transferId }) => transferId === 'good')).toEqual([
    { transferId: 'good', generation: 1, percent: expect.any(Number) },
  ]);
  expect(attached).toEqual({ transferId: 'good', generation: 1, size: (await store.stat(work.target))!.size });

  const found = unzipped(await saved(work.target));
  expect(found.map(([, content], i) => content.equals(contents[i]!))).toEqual(contents.map(() => true));
  const unpacked = found.map(([name]) => name);
  expect(unpacked.slice(0, 4)).toEqual([
    'big.csv',
    'prices.csv',
    'Prices (2).csv',
    'empty – ünïcode.csv'.normalize('NFC'),
  ]);
  expect(unpacked[4]).not.toMatch(/[/\\]/);
  await waitFor(async () => (await owner.jobs('zip')).find(({ key }) => key === 'good-1')?.state === 'done');
});

it('builds the same bytes again', async () => {
  const entries = [await stock('c/f/again', 'a.csv', randomBytes(100_000))];
  const work = workOf('again', entries);
  await owner.call(commands.enqueue, { work }, system);
  await waitFor(() => attachedTo('again').length === 1);
  const first = readFileSync(await saved(work.target));
  await owner.call(commands.enqueue, { work: { ...work, generation: 2 } }, system);
  await waitFor(() => attachedTo('again').length === 2);
  expect(readFileSync(await saved(work.target)).equals(first)).toBe(true);
});

it('reports a failed archive when a file is missing, and builds it once the file is back', async () => {
  const content = Buffer.from('late');
  const present = await stock('c/f/present', 'present.csv', Buffer.from('present'));
  const work = workOf('missing', [
    present,
    { objectKey: 'c/f/late', name: 'late.csv', size: 4, crc32: crc32(content), modifiedAt },
  ]);
  await owner.call(commands.enqueue, { work }, system);
  await waitFor(() => failedOf('missing').length > 0);
  expect(attachedTo('missing')).toEqual([]);
  expect(await store.stat(work.target)).toBeNull();
  expect((await owner.jobs('zip')).find(({ key }) => key === 'missing-1')).toMatchObject({ state: 'pending' });
  await store.put('c/f/late', Readable.from([content]));
  await waitFor(() => attachedTo('missing').length === 1);
  expect(unzipped(await saved(work.target)).map(([name]) => name)).toEqual(['present.csv', 'late.csv']);
});

it('never attaches an archive with bytes that differ from the recorded ones', async () => {
  const entry = await stock('c/f/rotten', 'rotten.csv', Buffer.from('as it was'));
  await store.put('c/f/rotten', Readable.from([Buffer.from('as it is!')]));
  const work = workOf('rotten', [entry]);
  await owner.call(commands.enqueue, { work }, system);
  await waitFor(() => failedOf('rotten').length > 0);
  expect(attachedTo('rotten')).toEqual([]);
  expect(await store.stat(work.target)).toBeNull();
});

it('reads a file three times if its sender stated another CRC, and then builds no archive', async () => {
  const entry = await stock('c/f/stated', 'stated.csv', Buffer.from('the bytes that were sent'));
  const work = workOf('stated', [{ ...entry, crc32: (entry.crc32 ^ 1) >>> 0 }]);
  await owner.call(commands.enqueue, { work }, system);
  const state = async () => (await owner.jobs('zip')).find(({ key }) => key === 'stated-1')?.state;
  await waitFor(async () => (await state()) === 'done');
  expect([failedOf('stated').length, attachedTo('stated')]).toEqual([3, []]);
  expect(await store.stat(work.target)).toBeNull();
});

it('builds a bundle of sealed files without a key, with each file unchanged at the position in its manifest', async () => {
  const file = { fileId: uuidv7(), version: 1 };
  const content = randomBytes(50_000);
  const fileKey = newFileKey();
  const sealed = await buffer(new Blob([content]).stream().pipeThrough(sealFile(fileKey, file)) as never);
  const plain = Buffer.from('a,b\n1,2\n');
  const entries = [
    await stock('c/f/sealed', entryName({ ...file, mode: 'e2e' }), sealed),
    await stock('c/f/plain', entryName({ fileId: uuidv7(), mode: 'managed' }), plain),
  ];
  const work = workOf('bundle', entries);
  await owner.call(commands.enqueue, { work }, system);
  await waitFor(() => attachedTo('bundle').length === 1);
  const built = await saved(work.target);
  expect(unzipped(built)).toEqual([
    [`${file.fileId}.sdx`, sealed],
    [expect.stringMatching(/\.bin$/), plain],
  ]);
  const [offset] = entryOffsets(layoutArchive(entries), entries.length);
  const part = readFileSync(built).subarray(offset, offset! + sealed.length);
  const opened = await buffer(new Blob([part]).stream().pipeThrough(openFile(fileKey, file)) as never);
  expect(opened.equals(content)).toBe(true);
});
