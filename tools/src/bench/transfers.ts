import { randomBytes, randomUUID } from 'node:crypto';
import { routes } from '@tradepost/contracts/routes';
import { newAccount, registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { cpuOfChildren, inParallel, median, seconds, spread } from './support/measure';
import { type Peer, startPeers } from './support/peers';
import { RawHttp } from './support/raw-http';

const rounds = 7;
const MB = 1024 * 1024;

interface Batch {
  name: string;
  count: number;
  bytes: number;
  /** The share of nginx's rate that it must reach up, down and, if its files are also sent in one call, so. */
  up: number;
  down: number;
  together?: number;
  /** CPU seconds a GB that it may take up. */
  cpu?: number;
}

const batches: readonly Batch[] = [
  { name: '1 × 50 MB', count: 1, bytes: 50 * MB, up: 0.5, down: 0.5, cpu: 4.5 },
  { name: '20 × 2 MB', count: 20, bytes: 2 * MB, up: 0.4, down: 0.4, cpu: 4.5 },
  { name: '200 × 10 KB', count: 200, bytes: 10 * 1024, up: 0.12, down: 0.12, together: 0.35 },
];
const atOnce = 4;
const boundary = randomUUID();

/** MB a second, and CPU seconds. */
interface Round {
  up: number;
  upCpu: number;
  together: number;
  togetherCpu: number;
  down: number;
  /** In the order of the peers. */
  theirs: { up: number; down: number }[];
}

/** Uploads and downloads compared with nginx (WebDAV PUT, static GET) and other servers on this machine, in alternating rounds. */
export async function transfers(topology: Topology): Promise<boolean> {
  const client = await registerSender(topology, newAccount('transfers'));
  const peers = await startPeers();
  const ours = new RawHttp(topology.origin);
  let good = true;
  try {
    for (const batch of batches) {
      const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(batch.bytes - 9)]);
      const measured: Round[] = [];
      for (let round = -1; round < rounds; round++) {
        const result = await roundOf(batch, content, client, { ours, peers, name: `Bench ${batch.name} ${round}` });
        if (round >= 0) measured.push(result);
      }
      good = report(batch, measured, peers) && good;
    }
    return good;
  } finally {
    ours.close();
    for (const peer of peers) await peer.stop();
  }
}

async function roundOf(
  { count, bytes, together }: Batch,
  content: Buffer,
  client: Awaited<ReturnType<typeof registerSender>>,
  { ours, peers, name }: { ours: RawHttp; peers: readonly Peer[]; name: string },
): Promise<Round> {
  const rate = async (work: (n: number) => Promise<unknown>) =>
    (count * bytes) / MB / (await seconds(() => inParallel(count, atOnce, work)));
  const folder = await client.send(routes.createFolder, { name });
  const path = `/api/file-sharing/folders/${folder.id}/files`;
  const authorization = `Bearer ${client.token}`;
  const form = { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` };
  const forms = Array.from({ length: count }, (_, n) => formOf(`${n}.pdf`, content));

  const theirUp: number[] = [];
  for (const peer of peers) theirUp.push(await rate((n) => peer.put(`${bytes}-${n}`, content)));
  const before = cpuOfChildren();
  const up = await rate((n) => ours.send('POST', path, form, forms[n]));
  const upCpu = cpuOfChildren() - before;
  const batchForm = together ? batchOf(count, content) : undefined;
  const beforeTogether = cpuOfChildren();
  const togetherTook = await seconds(async () => batchForm && ours.send('POST', `${path}/batch`, form, batchForm));
  const togetherCpu = cpuOfChildren() - beforeTogether;

  const theirDown: number[] = [];
  for (const peer of peers) theirDown.push(await rate((n) => peer.get(`${bytes}-${n}`)));
  const { items } = await client.send(routes.files, { folderId: folder.id, page: 1, pageSize: 200 });
  const down = await rate(async (n) => {
    const came = await ours.send('GET', `${path}/${items[n]?.id}/content`, { authorization });
    if (came !== bytes) throw new Error(`${came} bytes received instead of ${bytes}`);
  });
  const theirs = peers.map((_, n) => ({ up: theirUp[n] as number, down: theirDown[n] as number }));
  return { up, upCpu, together: (count * bytes) / MB / togetherTook, togetherCpu, down, theirs };
}

function report({ name, count, bytes, ...limits }: Batch, measured: Round[], peers: readonly Peer[]): boolean {
  const [nginx] = peers;
  const of = (figure: (round: Round) => number) => measured.map(figure);
  const ratio = (ours: 'up' | 'together' | 'down', theirs: 'up' | 'down', peer = 0) =>
    median(of((round) => round[ours] / (round.theirs[peer]?.[theirs] ?? Number.NaN)));
  const compared = (ours: 'up' | 'together' | 'down', theirs: 'up' | 'down', limit: number) =>
    `${spread(of((round) => round[ours]))} MB/s, ${nginx?.name} ${spread(of((round) => round.theirs[0]?.[theirs] ?? 0))}: ratio ${ratio(ours, theirs).toFixed(2)} (at least ${limit})`;
  const cpu = median(of(({ upCpu }) => upCpu / ((count * bytes) / MB / 1024)));
  const most = limits.cpu ? ` (at most ${limits.cpu})` : '';
  console.log(`${name} up: ${compared('up', 'up', limits.up)}; CPU ${cpu.toFixed(1)} s a GB${most}`);
  if (limits.together) {
    const eachMs = (1000 * median(of(({ togetherCpu }) => togetherCpu))) / count;
    console.log(
      `${name} up in one call: ${compared('together', 'up', limits.together)}; CPU ${eachMs.toFixed(2)} ms a file`,
    );
  }
  console.log(`${name} down: ${compared('down', 'down', limits.down)}`);
  peers.slice(1).forEach((peer, n) => {
    const [theirUp, theirDown] = (['up', 'down'] as const).map((way) =>
      spread(of((round) => round.theirs[n + 1]?.[way] ?? 0)),
    );
    console.log(
      `${name} ${peer.name}: up ${theirUp} MB/s, ours ${ratio('up', 'up', n + 1).toFixed(2)} of it; ` +
        `down ${theirDown} MB/s, ours ${ratio('down', 'down', n + 1).toFixed(2)} of it`,
    );
  });
  return (
    ratio('up', 'up') >= limits.up &&
    ratio('down', 'down') >= limits.down &&
    cpu <= (limits.cpu ?? Number.POSITIVE_INFINITY) &&
    (!limits.together || ratio('together', 'up') >= limits.together)
  );
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
