import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@tradepost/contracts/routes';
import { startNginx } from '@tradepost/testing/servers/nginx';
import { registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { benchAccount } from './support/account';
import { cpuOfChildren, inParallel, median, seconds, spread } from './support/measure';
import { RawHttp } from './support/raw-http';

const rounds = 7;
const MB = 1024 * 1024;

/** A batch, at most four at once, with the shares of nginx's rate it must reach, and the CPU seconds a GB it may take up. */
const batches = [
  { name: '1 × 50 MB', count: 1, bytes: 50 * MB, up: 0.5, down: 0.5, cpu: 4.5 },
  { name: '20 × 2 MB', count: 20, bytes: 2 * MB, up: 0.4, down: 0.4, cpu: 4.5 },
  {
    name: '200 × 10 KB',
    count: 200,
    bytes: 10 * 1024,
    up: 0.12,
    down: 0.12,
    together: 0.35,
    cpu: Number.POSITIVE_INFINITY,
  },
];
const atOnce = 4;
const boundary = randomUUID();

/** Uploads and downloads compared with nginx (WebDAV PUT, static GET) and with plain Node on this machine, in alternating rounds. */
export async function transfers(topology: Topology): Promise<boolean> {
  const client = await registerSender(topology, benchAccount('transfers'));
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-nginx-'));
  const nginx = await startNginx({ dataDir });
  const plainNode = fork(join(__dirname, 'support/file-server.js'));
  const [nodePort] = (await once(plainNode, 'message')) as [number];
  const [theirs, ours] = [new RawHttp(nginx.url), new RawHttp(topology.origin)];
  const node = new RawHttp(`http://127.0.0.1:${nodePort}`);
  const authorization = `Bearer ${client.token}`;
  let good = true;
  try {
    for (const { name, count, bytes, ...limits } of batches) {
      const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes - 9)]);
      const rates = {
        up: [] as number[],
        together: [] as number[],
        togetherCpu: [] as number[],
        down: [] as number[],
        cpu: [] as number[],
        theirUp: [] as number[],
        theirDown: [] as number[],
        nodeUp: [] as number[],
        nodeDown: [] as number[],
      };
      const megabytes = (count * bytes) / MB;
      for (let round = -1; round < rounds; round++) {
        const folder = await client.send(routes.createFolder, { name: `Bench ${name} ${round}` });
        const forms = Array.from({ length: count }, (_, n) => formOf(`${n}.pdf`, content));
        const put = await seconds(() =>
          inParallel(count, atOnce, (n) => theirs.send('PUT', `/${bytes}-${n}`, {}, content)),
        );
        const nodePut = await seconds(() =>
          inParallel(count, atOnce, (n) => node.send('PUT', `/${bytes}-${n}`, {}, content)),
        );
        const before = cpuOfChildren();
        const post = await seconds(() =>
          inParallel(count, atOnce, (n) =>
            ours.send(
              'POST',
              `/api/file-sharing/folders/${folder.id}/files`,
              { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
              forms[n],
            ),
          ),
        );
        const cpu = cpuOfChildren() - before;
        const beforeTogether = cpuOfChildren();
        const together =
          limits.together &&
          (await seconds(() =>
            ours.send(
              'POST',
              `/api/file-sharing/folders/${folder.id}/files/batch`,
              { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
              batchOf(count, content),
            ),
          ));
        const togetherCpu = cpuOfChildren() - beforeTogether;
        const { items } = await client.send(routes.files, { folderId: folder.id, page: 1, pageSize: 200 });
        const theirGet = await seconds(() => inParallel(count, atOnce, (n) => theirs.send('GET', `/${bytes}-${n}`)));
        const nodeGet = await seconds(() => inParallel(count, atOnce, (n) => node.send('GET', `/${bytes}-${n}`)));
        const get = await seconds(() =>
          inParallel(count, atOnce, async (n) => {
            const came = await ours.send(
              'GET',
              `/api/file-sharing/folders/${folder.id}/files/${items[n]?.id}/content`,
              { authorization },
            );
            if (came !== bytes) throw new Error(`${came} bytes received instead of ${bytes}`);
          }),
        );
        if (round < 0) continue;
        rates.theirUp.push(megabytes / put);
        rates.up.push(megabytes / post);
        rates.cpu.push(cpu / (megabytes / 1024));
        if (together) {
          rates.together.push(megabytes / together);
          rates.togetherCpu.push((1000 * togetherCpu) / count);
        }
        rates.theirDown.push(megabytes / theirGet);
        rates.nodeUp.push(megabytes / nodePut);
        rates.nodeDown.push(megabytes / nodeGet);
        rates.down.push(megabytes / get);
      }
      good = report(name, rates, limits) && good;
    }
    return good;
  } finally {
    for (const client of [theirs, ours, node]) client.close();
    plainNode.disconnect();
    await nginx.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(
  name: string,
  rates: Record<
    'up' | 'together' | 'togetherCpu' | 'down' | 'cpu' | 'theirUp' | 'theirDown' | 'nodeUp' | 'nodeDown',
    number[]
  >,
  limits: { up: number; down: number; cpu: number; together?: number },
): boolean {
  const ratio = (ours: number[], theirs: number[]) => median(ours.map((rate, n) => rate / (theirs[n] as number)));
  const [up, down, cpu] = [ratio(rates.up, rates.theirUp), ratio(rates.down, rates.theirDown), median(rates.cpu)];
  console.log(
    `${name} up: ${spread(rates.up)} MB/s, nginx ${spread(rates.theirUp)}: ratio ${up.toFixed(2)} (at least ${limits.up}); CPU ${cpu.toFixed(1)} s a GB${Number.isFinite(limits.cpu) ? ` (at most ${limits.cpu})` : ''}`,
  );
  const together = limits.together ? ratio(rates.together, rates.theirUp) : undefined;
  if (together !== undefined)
    console.log(
      `${name} up in one call: ${spread(rates.together)} MB/s: ratio ${together.toFixed(2)} (at least ${limits.together}); CPU ${median(rates.togetherCpu).toFixed(2)} ms a file`,
    );
  console.log(
    `${name} down: ${spread(rates.down)} MB/s, nginx ${spread(rates.theirDown)}: ratio ${down.toFixed(2)} (at least ${limits.down})`,
  );
  console.log(
    `${name} plain Node: up ${spread(rates.nodeUp)} MB/s, ours ${ratio(rates.up, rates.nodeUp).toFixed(2)} of it; down ${spread(rates.nodeDown)} MB/s, ours ${ratio(rates.down, rates.nodeDown).toFixed(2)} of it`,
  );
  return up >= limits.up && down >= limits.down && cpu <= limits.cpu && (together ?? 1) >= (limits.together ?? 0);
}

const partOf = (name: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);
const formEnd = Buffer.from(`--${boundary}--\r\n`);
const formOf = (name: string, content: Buffer): Buffer => Buffer.concat([partOf(name, content), formEnd]);

/** Files that are sent in one call. Their names differ from those of files that were sent alone. */
function batchOf(count: number, content: Buffer): Buffer {
  const terms = JSON.stringify(Array.from({ length: count }, () => ({})));
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="terms"\r\n\r\n${terms}\r\n`),
    ...Array.from({ length: count }, (_, n) => partOf(`together ${n}.pdf`, content)),
    formEnd,
  ]);
}
