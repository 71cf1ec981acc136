import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats } from '@tradepost/testing/servers/nats';
import { startRedis } from '@tradepost/testing/servers/redis';
import { stopAll, type Running } from '@tradepost/testing/servers/server-process';
import { tcpProxy } from '@tradepost/testing/tcp-proxy';
import { waitFor } from '@tradepost/testing/wait-for';
import { Queues } from '../src/jobs/queue';
import { connectNats } from '../src/messaging/nats-connection';

/** Much less than by default, so that the test need not wait. */
const soonMs = 300;
/** A worker waits for a second in one command. */
const redisPingMs = 500;

let dataDir: string;
let started: Running[];
const keep = <T extends Running>(running: T): T => {
  started.push(running);
  return running;
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tradepost-silence-'));
  started = [];
});
afterEach(async () => {
  await stopAll(started);
  await rm(dataDir, { recursive: true, force: true });
});

describe('a server that vanishes without closing its connections', () => {
  it('NATS: is connected to again, and requests are answered', async () => {
    const nats = keep(await startNats({ dataDir }));
    const proxy = keep(await tcpProxy(nats.port));
    const [server, caller] = await Promise.all([
      connectNats({ url: nats.url, name: 'server' }),
      connectNats({ url: `nats://127.0.0.1:${proxy.port}`, name: 'caller', pingMs: soonMs }),
    ]);
    keep({ stop: () => Promise.all([server.close(), caller.close()]).then(() => undefined) });
    server.subscribe('question', { callback: (_, message) => void message.respond('answer') });
    await server.flush();
    const ask = async () => (await caller.request('question', '', { timeout: 1_000 })).string();
    expect(await ask()).toBe('answer');
    const connected = proxy.accepted();
    proxy.silence();
    await waitFor(() => proxy.accepted() > connected);
    proxy.open();
    expect(await waitFor(() => ask().catch(() => undefined))).toBe('answer');
  });

  it('Redis: is connected to again, and jobs are taken', async () => {
    const redis = keep(await startRedis({ dataDir }));
    const proxy = keep(await tcpProxy(Number(new URL(redis.url).port)));
    const queues = new Queues(`redis://127.0.0.1:${proxy.port}`, redisPingMs);
    keep({ stop: () => queues.close() });
    const taken: string[] = [];
    await queues.work('mail', 1, async ({ id }) => void taken.push(id));
    await queues.add('mail', { owner: 'test', id: 'before' }, 'before');
    await waitFor(() => taken.includes('before'));
    const connected = proxy.accepted();
    proxy.silence();
    // all of them, while it is still away: these are never answered either
    await waitFor(() => proxy.accepted() >= 2 * connected);
    proxy.open();
    await queues.add('mail', { owner: 'test', id: 'after' }, 'after');
    await waitFor(() => taken.includes('after'));
  });
});
