import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import type { ArchiveEntry } from '@tradepost/contracts/jobs';
import { dataSource } from '@tradepost/service-kit/database/database';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { entriesIn, layoutArchive } from '@tradepost/service-kit/objects/zip/archive';
import { zipStream } from '@tradepost/service-kit/objects/zip/stored-zip';
import { requestsDatabase } from '@tradepost/requests/data-source';
import { ensureDebianPackages } from '@tradepost/testing/servers/debian';
import { startNginx } from '@tradepost/testing/servers/nginx';
import archiver from 'archiver';
import { ZipFile } from 'yazl';
import { acceptDelivery, deliverFiles, readyArchive } from '../client/deliveries';
import { roleUrl } from '../topology/settings';
import type { Topology } from '../topology/start';
import { median, seconds, spread } from './support/measure';
import { RawHttp } from './support/raw-http';

const rounds = 7;
const MB = 1024 * 1024;
const buildAtLeast = 400;
const pdfOf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes - 9)]);

/** Building an archive, compared with three programs that store files in a ZIP, and sending one, compared with nginx. */
export async function archives(topology: Topology): Promise<boolean> {
  const built = await building();
  const large = await sending(topology, {
    name: '20 × 2 MB',
    count: 20,
    bytes: 2 * MB,
    repeats: 1,
    ready: 0.5,
    onTheFly: 0.5,
  });
  const small = await sending(topology, {
    name: '200 × 10 KB',
    count: 200,
    bytes: 10 * 1024,
    repeats: 10,
    ready: 0,
    onTheFly: 0.05,
  });
  return built && large && small;
}

async function building(): Promise<boolean> {
  const missing = ensureDebianPackages(['zip']);
  if (missing.length > 0) throw new Error('zip is not installed: apt-get install zip');
  const [count, bytes] = [20, 20 * MB];
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-archives-'));
  try {
    const store = openObjectStore(pathToFileURL(dataDir).href);
    await store.prepare();
    const entries: ArchiveEntry[] = [];
    for (let n = 0; n < count; n++) {
      const content = pdfOf(bytes);
      const objectKey = `bench/files/${n}`;
      await store.put(objectKey, Readable.from([content]), { size: content.length });
      entries.push({
        objectKey,
        name: `${n}.pdf`,
        size: content.length,
        crc32: crc32(content),
        modifiedAt: new Date().toISOString(),
      });
    }
    const files = entries.map(({ objectKey, name }) => ({ name, path: join(dataDir, objectKey) }));
    const target = (name: string) => join(dataDir, `${name}.zip`);
    const contestants: Record<string, () => Promise<unknown>> = {
      ours: () => {
        const layout = layoutArchive(entries);
        return store.put('bench/ours.zip', zipStream(layout, entriesIn(store, entries)), { size: layout.size });
      },
      'zip -0': async () => {
        rmSync(target('zip'), { force: true });
        execFileSync('zip', ['-0', '-q', '-j', target('zip'), ...files.map(({ path }) => path)]);
      },
      archiver: () => {
        const archive = archiver('zip', { store: true });
        for (const { name, path } of files) archive.append(createReadStream(path), { name });
        return Promise.all([pipeline(archive, createWriteStream(target('archiver'))), archive.finalize()]);
      },
      yazl: () => {
        const archive = new ZipFile();
        for (const { name, path } of files) archive.addFile(path, name, { compress: false });
        archive.end();
        return pipeline(archive.outputStream, createWriteStream(target('yazl')));
      },
    };
    const rates = Object.fromEntries(Object.keys(contestants).map((name) => [name, [] as number[]]));
    for (let round = -1; round < rounds; round++) {
      for (const [name, build] of Object.entries(contestants)) {
        const took = await seconds(build);
        if (round >= 0) rates[name]?.push((count * bytes) / MB / took);
      }
    }
    if (statSync(join(dataDir, 'bench/ours.zip')).size !== layoutArchive(entries).size)
      throw new Error('the archive does not have its computed size');
    for (const [name, rate] of Object.entries(rates)) console.log(`build 20 × 20 MB, ${name}: ${spread(rate, 0)} MB/s`);
    const [ours = 0, ...others] = Object.values(rates).map(median);
    console.log(
      `build: ${ours.toFixed(0)} MB/s (at least ${buildAtLeast}, and ahead of ${Math.max(...others).toFixed(0)})`,
    );
    return ours >= buildAtLeast && others.every((other) => ours > other);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Sending {
  name: string;
  count: number;
  bytes: number;
  /** Downloads a round. */
  repeats: number;
  /** Shares of nginx's rate to reach. */
  ready: number;
  onTheFly: number;
}

/** The archive of one transfer: from the store, then as if it were not yet built, compared with nginx and the same bytes. */
async function sending(
  topology: Topology,
  { name, count, bytes, repeats, ready: readyAtLeast, onTheFly: onTheFlyAtLeast }: Sending,
): Promise<boolean> {
  const trade = await deliverFiles(
    topology,
    `archives-${count}`,
    Array.from({ length: count }, () => pdfOf(bytes)),
  );
  const { id } = await acceptDelivery(topology, trade);
  await readyArchive(trade.receiver, id);
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-nginx-'));
  const nginx = await startNginx({ dataDir });
  const [theirs, ours] = [new RawHttp(nginx.url), new RawHttp(topology.origin)];
  const headers = { authorization: `Bearer ${trade.receiver.token}` };
  const path = `/api/file-requests/${id}/archive`;
  try {
    const archive = Buffer.from(await (await trade.receiver.fetch(path.replace('/api', ''))).arrayBuffer());
    await theirs.send('PUT', '/archive', {}, archive);
    const rate = async (download: () => Promise<number>) => {
      const took = await seconds(async () => {
        for (let n = 0; n < repeats; n++)
          if ((await download()) !== archive.length) throw new Error('the download and the archive differ in size');
      });
      return (repeats * archive.length) / MB / took;
    };
    const measured = { nginx: [] as number[], ready: [] as number[], onTheFly: [] as number[] };
    for (const kind of ['ready', 'onTheFly'] as const) {
      if (kind === 'onTheFly') {
        await forgetBuilt(topology, id);
        const made = Buffer.from(await (await trade.receiver.fetch(path.replace('/api', ''))).arrayBuffer());
        if (!made.equals(archive)) throw new Error('the archive built during the download differs from the stored one');
      }
      measured.nginx = [];
      for (let round = -1; round < rounds; round++) {
        const [theirRate, ourRate] = [
          await rate(() => theirs.send('GET', '/archive')),
          await rate(() => ours.send('GET', path, headers)),
        ];
        if (round < 0) continue;
        measured.nginx.push(theirRate);
        measured[kind].push(ourRate / theirRate);
      }
      console.log(
        `${name} ${kind === 'ready' ? 'ready' : 'on the fly'}: ratio to nginx (${spread(measured.nginx, 0)} MB/s) ${spread(measured[kind], 2)} (at least ${kind === 'ready' ? readyAtLeast : onTheFlyAtLeast})`,
      );
    }
    return median(measured.ready) >= readyAtLeast && median(measured.onTheFly) >= onTheFlyAtLeast;
  } finally {
    theirs.close();
    ours.close();
    await nginx.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** As if the worker had not come to it yet. */
async function forgetBuilt({ servers, secrets }: Topology, id: string) {
  const source = await dataSource({
    ...requestsDatabase,
    url: roleUrl(servers.postgres, requestsDatabase.schema, secrets),
    poolSize: 1,
  }).initialize();
  try {
    await source.query('UPDATE transfer SET archive_ready_at = NULL WHERE id = $1', [id]);
  } finally {
    await source.destroy();
  }
}
