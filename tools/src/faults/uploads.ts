import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { addressOf } from '@tradepost/contracts/wire';
import { routes } from '@tradepost/contracts/routes';
import type { FileView, UploadedFile } from '@tradepost/contracts/storage';
import type { ApiClient } from '../client/api-client';
import { registerSender } from '../client/people';
import type { Topology } from '../topology/start';
import { inParallel } from '../bench/measure';

const uploads = 100;
const atOnce = 5;
const killsEach = 5;
const smallest = 10_000;
const largest = 8_000_000;
const patienceMs = 120_000;

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/**
 * 100 uploads while gateway and storage are killed with -9, again and again. The client repeats, with the same key, what
 * was not answered, and keeps a ledger of every 2xx, which is compared with what is there in the end.
 */
export async function uploadsUnderKills(topology: Topology): Promise<boolean> {
  const client = await registerSender(topology, { firstName: 'Fay', lastName: 'Fault', email: `faults-${Date.now()}@example.com`, password: 'Fault-fault-1!', companyName: 'Fault' });
  const folder = await client.send(routes.createFolder, { name: 'Faults' });
  const ledger = new Map<string, { size: number; sha256: string }>();
  let repeats = 0;
  const killing = new AbortController();
  const kills = killAtRandom(topology, ['gateway', 'storage'], killing.signal);
  await inParallel(uploads, atOnce, async (n) => {
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(randomInt(smallest, largest))]);
    const { id, tries } = await uploadUntilAnswered(client, folder.id, `${n}.pdf`, content);
    ledger.set(id, { size: content.length, sha256: sha256(content) });
    repeats += tries - 1;
  });
  killing.abort();
  const killed = await kills;

  const listed = await everyFile(client, folder.id);
  const stored = new Map(listed.map((file) => [file.id, file]));
  const bytesOf = async (id: string) => sha256(Buffer.from(await (await client.fetch(`/file-sharing/folders/${folder.id}/files/${id}/content`)).arrayBuffer()));
  let mismatches = 0;
  await inParallel(ledger.size, atOnce, async (n) => {
    const [id, wanted] = [...ledger][n] as [string, { size: number; sha256: string }];
    if (stored.has(id) && (await bytesOf(id)) !== wanted.sha256) mismatches += 1;
  });
  const { usedStorage } = await client.send(routes.stats, {});
  const figures = {
    uploads,
    'kill -9 of the gateway': killed.gateway ?? 0,
    'kill -9 of storage': killed.storage ?? 0,
    'calls repeated': repeats,
    acknowledged: ledger.size,
    'acknowledged and missing': [...ledger.keys()].filter((id) => !stored.has(id)).length,
    'there but never acknowledged': listed.filter(({ id }) => !ledger.has(id)).length,
    'hash mismatches': mismatches,
    'quota drift, bytes': usedStorage - [...ledger.values()].reduce((sum, { size }) => sum + size, 0),
  };
  console.table(figures);
  const losses = [figures['acknowledged and missing'], figures['there but never acknowledged'], mismatches, figures['quota drift, bytes'], uploads - ledger.size];
  return losses.every((loss) => loss === 0);
}

/** Kills one app after the other and starts it again, until told to stop. @returns how often each was killed */
async function killAtRandom({ processes }: Topology, names: string[], signal: AbortSignal): Promise<Record<string, number>> {
  const killed: Record<string, number> = {};
  for (let n = 0; n < names.length * killsEach && !signal.aborted; n++) {
    const name = names[n % names.length] as string;
    await delay(randomInt(300, 1_200));
    const app = processes.get(name);
    await app?.kill();
    await app?.start();
    killed[name] = (killed[name] ?? 0) + 1;
  }
  return killed;
}

/** @throws Error for an answer that no repeat will change, or when patience is over */
async function uploadUntilAnswered(client: ApiClient, folderId: string, name: string, content: Buffer): Promise<{ id: string; tries: number }> {
  const key = randomUUID();
  const { url } = addressOf(routes.uploadFile, { folderId });
  const deadline = Date.now() + patienceMs;
  for (let tries = 1; Date.now() < deadline; tries++) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), name);
    // no answer is an answer to repeat
    const response = await client.fetch(url, { method: 'POST', headers: { 'idempotency-key': key }, body: form }).catch(() => undefined);
    if (response?.status === 201) return { id: ((await response.json()) as UploadedFile).file.id, tries };
    if (response && response.status < 500 && response.status !== 409) throw new Error(`${name}: ${response.status} ${await response.text()}`);
    await delay(200);
  }
  throw new Error(`${name}: no answer within ${patienceMs / 1000} s`);
}

async function everyFile(client: ApiClient, folderId: string): Promise<FileView[]> {
  const files: FileView[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await client.send(routes.files, { folderId, page, pageSize: 200 });
    files.push(...items);
    if (items.length === 0 || files.length >= total) return files;
  }
}
