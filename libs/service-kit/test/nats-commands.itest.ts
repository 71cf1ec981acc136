import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@tradepost/contracts/errors';
import { startNats, type RunningNats } from '@tradepost/testing/servers/nats';
import { longestWaitMs, waitFor } from '@tradepost/testing/wait-for';
import { connect, type NatsConnection } from 'nats';
import { NatsClient, NatsServer } from '../src/commands/nats';
import type { CommandMessage } from '../src/commands/command-message';
import { connectNats } from '../src/messaging/nats-connection';
import { isNotServed, Rpc } from '../src/messaging/rpc';
import { hour } from '../src/runtime/durations';
import { SignedClaims } from '../src/security/actor-claim';

const system = { kind: 'system', service: 'test' } as const;
const listening = (server: NatsServer) =>
  new Promise<void>((resolve, reject) => {
    void server.listen((error) => (error ? reject(error) : resolve()));
  });

describe('commands over NATS', () => {
  let dataDir: string;
  let nats: RunningNats;
  let port: number;
  let connections: NatsConnection[];
  let servers: NatsServer[];
  let rpc: Rpc;
  const answered: number[] = [];
  let release: (() => void) | undefined;

  const start = () => startNats({ dataDir, ...(port && { port }) });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tradepost-commands-'));
    nats = await start();
    port = nats.port;
    const [caller, ...replicas] = await Promise.all(
      ['caller', 'replica', 'replica'].map((name) => connectNats({ url: nats.url, name })),
    );
    connections = [caller as NatsConnection, ...replicas];
    servers = replicas.map((connection, n) => {
      const server = new NatsServer(connection);
      const handle = (subject: string, handler: (message: CommandMessage) => Promise<unknown>) =>
        server.addHandler(subject, handler, false, { queue: 'kyc' });
      handle('kyc.echo', async ({ input }) => {
        answered.push(n);
        return input;
      });
      handle('kyc.refuse', async () => {
        throw new AppError('INVALID', { errors: [{ field: 'name', message: 'Too long' }] });
      });
      handle('kyc.flood', async () => 'x'.repeat(2 * 1024 * 1024));
      handle('kyc.wait', async () => new Promise<string>((resolve) => (release = () => resolve('finished'))));
      return server;
    });
    await Promise.all(servers.map(listening));
    await Promise.all(replicas.map((connection) => connection.flush()));
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    rpc = new Rpc(
      new NatsClient(caller as NatsConnection) as never,
      new SignedClaims({
        publicKeys: [publicKey.export({ type: 'spki', format: 'pem' }) as string],
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      }),
    );
  });

  afterAll(async () => {
    await Promise.all(connections.map((connection) => connection.close()));
    await nats.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('each reach one replica of the service, and return its answer or its error', async () => {
    const inputs = Array.from({ length: 20 }, (_, n) => ({ n, name: 'Zoë' }));
    expect(await Promise.all(inputs.map((input) => rpc.send('kyc.echo', input, system)))).toEqual(inputs);
    expect([answered.length, new Set(answered).size]).toEqual([20, 2]);
    await expect(rpc.send('kyc.refuse', {}, system)).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ field: 'name', message: 'Too long' }],
    });
  });

  it('return an answer that is passed on as the JSON that the service wrote', async () => {
    const answer = await rpc.forward('kyc.echo', { name: 'Zoë', nested: [{ n: 1 }, null] }, system);
    expect('json' in answer && Buffer.from(answer.json).toString()).toBe('{"name":"Zoë","nested":[{"n":1},null]}');
    await expect(rpc.forward('kyc.refuse', {}, system)).rejects.toMatchObject({ code: 'INVALID' });
  });

  it('fail at once when no service answers them, and only then are known to have done nothing', async () => {
    const failure = (subject: string, timeoutMs: number) =>
      rpc.send(subject, {}, system, { timeoutMs }).catch((error: unknown) => error);
    const nothing = await failure('kyc.nothing', 2 * hour);
    expect(nothing).toMatchObject({ code: 'UNAVAILABLE' });
    expect(isNotServed(nothing)).toBe(true);
    for (const subject of ['kyc.refuse', 'kyc.flood']) expect(isNotServed(await failure(subject, 500))).toBe(false);
  });

  it('survive an answer over max_payload, and an invalid message', async () => {
    await expect(rpc.send('kyc.flood', {}, system, { timeoutMs: 500 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const stranger = await connect({ servers: `127.0.0.1:${port}` });
    await stranger.request('kyc.echo', Buffer.from('{"input":'), { timeout: longestWaitMs });
    await stranger.close();
    expect(await rpc.send('kyc.echo', { still: 'there' }, system)).toEqual({ still: 'there' });
    let nested: unknown = {};
    for (let depth = 0; depth < 20_000; depth += 1) nested = { nested };
    await expect(rpc.send('kyc.echo', nested, system)).rejects.toMatchObject({ code: 'MALFORMED' });
  });

  it('are unavailable while the connection is lost, and answered once it is back', async () => {
    await nats.stop();
    await expect(rpc.send('kyc.echo', {}, system, { timeoutMs: 300 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    nats = await start();
    const again = () => rpc.send('kyc.echo', { n: 1 }, system, { timeoutMs: 1_000 }).catch(() => undefined);
    expect(await waitFor(again)).toEqual({ n: 1 });
  });

  it('are answered before a service that stops has stopped', async () => {
    const call = rpc.send('kyc.wait', {}, system);
    await waitFor(() => release);
    const stopped = Promise.all(servers.map((server) => server.close()));
    release?.();
    await stopped;
    expect(await call).toBe('finished');
    await expect(rpc.send('kyc.echo', {}, system)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
