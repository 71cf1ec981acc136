import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages, DEBIAN_PACKAGES } from '@tradepost/testing/servers/debian';
import { startNats, type RunningNats } from '@tradepost/testing/servers/nats';
import { waitFor } from '@tradepost/testing/wait-for';
import { v7 as uuidv7 } from 'uuid';
import { NatsBus } from '../src/messaging/nats-bus';
import { connectNats } from '../src/messaging/nats-connection';

describe('a NATS consumer', () => {
  let nats: RunningNats;
  let dataDir: string;
  beforeAll(async () => {
    expect(ensureDebianPackages(DEBIAN_PACKAGES.nats)).toEqual([]);
    dataDir = await mkdtemp(join(tmpdir(), 'tradepost-batches-'));
    nats = await startNats({ dataDir });
  });
  afterAll(async () => {
    await nats.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('has a stream with the size of the settings, also one that was made with another or none', async () => {
    const roomWith = async (maxBytes: number) => {
      const bus = new NatsBus(await connectNats({ url: nats.url, name: 'test' }), { replicas: 1, maxBytes });
      try {
        await bus.consume('room', 'evt.room', async () => []);
        return (await bus.room()).maxBytes;
      } finally {
        await bus.close();
      }
    };
    expect([await roomWith(-1), await roomWith(50_000_000), await roomWith(100_000_000)]).toEqual([
      -1, 50_000_000, 100_000_000,
    ]);
  });

  it('delivers every event once and in order, several at a time, and again what was rejected', async () => {
    const bus = new NatsBus(await connectNats({ url: nats.url, name: 'test' }), { replicas: 1, maxBytes: 100_000_000 });
    const came: string[][] = [];
    let refused = '';
    await bus.consume('test', 'evt.test', async (deliveries) => {
      came.push(deliveries.map(({ id }) => id));
      refused ||= deliveries[0]?.id ?? '';
      return deliveries.map(({ id, attempt }) =>
        id === refused && attempt === 1
          ? { status: 'rejected', reason: new Error('not yet') }
          : { status: 'fulfilled', value: undefined },
      );
    });
    const sent = Array.from({ length: 1_000 }, () => uuidv7());
    try {
      await Promise.all(
        sent.map((id) => bus.publish({ id, subject: 'evt.test.happened', data: Buffer.from('{}'), attempt: 1 })),
      );
      // well before an event that was lost on the way would be delivered again
      await waitFor(() => came.flat().length === sent.length + 1, { what: 'every event' });
      const order = came.flat();
      // that one comes again while others still come, or after them
      const others = (ids: string[]) => ids.filter((id) => id !== refused);
      expect(others(order)).toEqual(others(sent));
      expect(order.filter((id) => id === refused)).toHaveLength(2);
      expect(new Set(order).size).toBe(sent.length);
      expect(Math.max(...came.map(({ length }) => length))).toBeGreaterThan(1);
    } finally {
      await bus.close();
    }
  });
});
