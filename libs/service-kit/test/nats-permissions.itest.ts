import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNats, type RunningNats } from '@tradepost/testing/servers/nats';
import { waitFor } from '@tradepost/testing/wait-for';
import type { NatsConnection } from 'nats';
import { NatsBus } from '../src/messaging/nats-bus';
import { connectNats } from '../src/messaging/nats-connection';
import { log } from '../src/observability/logging';

const directory = mkdtempSync(join(tmpdir(), 'tradepost-permissions-'));
let nats: RunningNats;
let connection: NatsConnection;
let bus: NatsBus;

beforeAll(async () => {
  const configFile = join(directory, 'nats.conf');
  const subscribe = '["_INBOX.gateway.>", "evt.allowed"]';
  writeFileSync(
    configFile,
    `authorization { users: [{ user: gateway, password: secret, permissions: { subscribe: ${subscribe} } }] }`,
  );
  nats = await startNats({ dataDir: join(directory, 'nats'), configFile });
  connection = await connectNats({ url: `nats://gateway:secret@127.0.0.1:${nats.port}`, name: 'gateway' });
  bus = new NatsBus(connection, { replicas: 1, maxBytes: 1024 ** 2 });
});
afterAll(async () => {
  await connection?.close();
  await nats?.stop();
  rmSync(directory, { recursive: true });
});

it('is not ready once NATS has refused a subscription', async () => {
  const logged = jest.spyOn(log, 'error').mockImplementation(() => undefined);
  const received: string[] = [];
  await bus.listen('evt.allowed', (data) => void received.push(Buffer.from(data).toString()));
  await bus.ready();
  bus.broadcast('evt.allowed', Buffer.from('one'));
  await waitFor(() => received.length > 0);
  expect(received).toEqual(['one']);

  await bus.listen('evt.refused', () => undefined);
  await expect(bus.ready()).rejects.toThrow('NATS refuses subscriptions to evt.refused');
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ subject: 'evt.refused' }), 'subscription failed');
});
