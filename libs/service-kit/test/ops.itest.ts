import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NoKeys } from '../src/security/at-rest/open-keys';
import { NatsBus } from '../src/messaging/nats-bus';
import { connectNats } from '../src/messaging/nats-connection';
import { NatsServer } from '../src/commands/nats';
import { Infra } from '../src/runtime/infra.module';
import { openObjectStore } from '../src/objects/open';
import { Ops } from '../src/observability/ops';
import { Queues } from '../src/jobs/queue';
import { startNats, type RunningNats } from '@tradepost/testing/servers/nats';
import { startRedis, type RunningRedis } from '@tradepost/testing/servers/redis';
import { waitFor } from '@tradepost/testing/wait-for';

let directory: string;
let nats: RunningNats;
let redis: RunningRedis;
let queues: Queues;
let infra: Infra;
const ops = new Ops();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradepost-ops-'));
  [nats, redis] = await Promise.all([
    startNats({ dataDir: join(directory, 'nats') }),
    startRedis({ dataDir: join(directory, 'redis') }),
  ]);
  const store = openObjectStore(pathToFileURL(join(directory, 'objects')).href);
  await store.prepare();
  queues = new Queues(redis.url);
  const connection = await connectNats({ url: nats.url, name: 'ops' });
  infra = new Infra(
    new NatsBus(connection, { replicas: 1, maxBytes: 100_000_000 }),
    new NatsServer(connection),
    queues,
    store,
    new NoKeys(),
    ops,
  );
  infra.uses(['queue', 'object-store', 'queue']);
});

afterAll(async () => {
  await infra.close();
  await Promise.all([nats.stop(), redis.stop()]);
  await rm(directory, { recursive: true, force: true });
});

describe('readiness', () => {
  it('is up while all dependencies are up', async () => {
    expect(await ops.readiness()).toEqual({
      status: 'up',
      dependencies: { bus: 'up', queue: 'up', 'object-store': 'up' },
    });
  });

  it('is not given to an app that opens objects without a key for them', () => {
    expect(() => infra.uses(['at-rest-keys'])).toThrow('AT_REST_KEY (missing)');
  });

  it('takes jobs of a batch in their order, and each once if a part of the batch was there before', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    const batch = (...ids: string[]) =>
      queues.addAll(
        'zip',
        ids.map((id) => ({ ref: { owner: 'requests', id }, jobId: `zip:${id}` })),
      );
    await batch(a, b);
    await batch(b, a, c);
    expect((await queues.depth('zip')).counts).toMatchObject({ waiting: 3 });
    const taken: string[] = [];
    await queues.work('zip', 1, async ({ id }) => void taken.push(id));
    await waitFor(() => taken.length === 3);
    expect(taken).toEqual([a, b, c]);
  });

  it('reports the depth of a queue, and how long its oldest job has waited', async () => {
    const began = Date.now();
    for (const id of [randomUUID(), randomUUID()]) await queues.add('mail', { owner: 'identity', id }, id);
    const { counts, oldestSeconds } = await waitFor(async () => {
      const depth = await queues.depth('mail');
      return depth.oldestSeconds > 0.2 ? depth : undefined;
    });
    expect(counts).toMatchObject({ waiting: 2, active: 0 });
    expect(oldestSeconds).toBeLessThanOrEqual((Date.now() - began) / 1000);
  });

  it('names a dependency that is down, and notices when it is back', async () => {
    await rm(join(directory, 'objects'), { recursive: true });
    expect(await ops.readiness()).toEqual({
      status: 'down',
      dependencies: { bus: 'up', queue: 'up', 'object-store': 'down' },
    });
    const { port } = new URL(redis.url);
    await Promise.all([redis.stop(), nats.stop()]);
    expect(await ops.readiness()).toEqual({
      status: 'down',
      dependencies: { bus: 'down', queue: 'down', 'object-store': 'down' },
    });
    redis = await startRedis({ dataDir: join(directory, 'redis'), port: Number(port) });
    nats = await startNats({ dataDir: join(directory, 'nats'), port: Number(new URL(nats.url).port) });
    await openObjectStore(pathToFileURL(join(directory, 'objects')).href).prepare();
    await waitFor(async () => (await ops.readiness()).status === 'up');
  });

  it('is down while the process stops', async () => {
    ops.onModuleDestroy();
    expect(await ops.readiness()).toEqual({
      status: 'down',
      dependencies: { bus: 'up', queue: 'up', 'object-store': 'up' },
    });
  });
});
