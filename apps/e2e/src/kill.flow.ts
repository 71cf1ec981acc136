import { randomBytes, randomUUID } from 'node:crypto';
import type { ApiClient } from '@tradepost/tools/client/api-client';
import type { Topology } from '@tradepost/tools/topology/start';
import { routes } from '@tradepost/contracts/routes';
import { waitFor } from '@tradepost/testing/wait-for';
import { sha256, unzip } from './fixtures';
import { acceptedTransfer, deliveredFolder, readyTransfer, tradingPair, type Pair } from './main-path';
import { temporaryTopology } from './topology';

const apps = ['gateway', 'identity', 'kyc', 'storage', 'requests', 'notification', 'audit-log', 'worker-mail', 'worker-zip'];

describe('kill -9 of one app in the middle of the path', () => {
  let topology: Topology;
  let pair: Pair;
  let delivered: Awaited<ReturnType<typeof deliveredFolder>>;

  beforeAll(async () => {
    topology = await temporaryTopology('services');
    pair = await tradingPair(topology);
    delivered = await deliveredFolder(pair);
  }, 180_000);
  afterAll(() => topology?.stop(), 60_000);

  const acceptances = async () => (JSON.stringify(await pair.sender.send(routes.logs, {})).match(/ accepted the request of /g) ?? []).length;

  it.each(apps)('%s: the path completes once it is back', async (name) => {
    const app = topology.processes.get(name);
    const disturb = async () => {
      await app?.kill();
      await app?.start();
    };
    const before = await acceptances();
    const wanted = delivered.files.filter(({ name: file }) => /csv|pdf/.test(file));
    const { transfer } = await acceptedTransfer(topology, pair, wanted.map(({ id }) => id), { disturb });
    const ready = await readyTransfer(pair.receiver, transfer.id);
    const archive = Buffer.from(await (await pair.receiver.fetch(ready.archive.url ?? '')).arrayBuffer());
    expect(new Map([...unzip(archive)].map(([file, content]) => [file, sha256(content)]))).toEqual(new Map(wanted.map(({ name: file, content }) => [file, sha256(content)])));
    await waitFor(async () => (await acceptances()) === before + 1, { timeoutMs: 45_000, what: 'the log entry of the acceptance, once' });
  }, 120_000);

  it('gateway and storage: uploads in parts go on, and whatever was acknowledged is there to the byte', async () => {
    const { id: folderId } = await pair.sender.send(routes.createFolder, { name: 'Resumed' });
    const { usedStorage: usedBefore } = await pair.sender.send(routes.stats, {});
    const contents = Array.from({ length: 6 }, (_, i) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(6_000_000 + i)]));
    let parts = 0;
    const kills = [2, 5, 8].map((after, i) =>
      waitFor(() => parts >= after, { timeoutMs: 60_000 }).then(async () => {
        const app = topology.processes.get(i % 2 ? 'storage' : 'gateway');
        await app?.kill();
        await app?.start();
      }),
    );
    await Promise.all(contents.map((content, i) => resumedUpload(pair.sender, { folderId, fileName: `${i}.pdf` }, content, () => (parts += 1))));
    await Promise.all(kills);
    const { items } = await pair.sender.send(routes.files, { folderId, sort: 'name' });
    expect(items.map(({ name, sha256: hash }) => [name, hash])).toEqual(contents.map((content, i) => [`${i}.pdf`, sha256(content)]));
    for (const { id, sha256: hash } of items) {
      const answer = await pair.sender.fetch(`/file-sharing/folders/${folderId}/files/${id}/content`);
      expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(hash);
    }
    const { usedStorage } = await pair.sender.send(routes.stats, {});
    expect(usedStorage - usedBefore).toBe(contents.reduce((sum, { length }) => sum + length, 0));
  }, 120_000);
});

/** What a tus client does: ask how far it got, send on from there, and try again whatever broke. */
async function resumedUpload(client: ApiClient, about: Record<string, string>, content: Buffer, onPart: () => void) {
  const metadata = Object.entries(about).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`);
  const speak = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
    client.fetch(path, { method, headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body && { body }) }).catch(() => undefined);
  const key = randomUUID();
  const path = await waitFor(async () => (await speak('/file-sharing/uploads', 'POST', { 'idempotency-key': key, 'upload-length': String(content.length), 'upload-metadata': metadata.join(',') }))?.headers.get('location'), { timeoutMs: 60_000 });
  await waitFor(
    async () => {
      const asked = await speak(path, 'HEAD', {});
      const offset = Number(asked?.headers.get('upload-offset') ?? Number.NaN);
      if (asked?.status !== 200 || Number.isNaN(offset)) return false;
      if (offset === content.length) return true;
      await speak(path, 'PATCH', { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, new Uint8Array(content.subarray(offset, offset + 2_500_000)));
      onPart();
      return false;
    },
    { timeoutMs: 90_000, what: 'the whole upload' },
  );
}
