import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { startNats, type RunningNats } from '@tradepost/testing/servers/nats';
import { freePort } from '@tradepost/testing/servers/ports';
import { startRedis, type RunningRedis } from '@tradepost/testing/servers/redis';
import { openQueues } from '../src/jobs/queue';
import { connectNats } from '../src/messaging/nats-connection';

const directory = mkdtempSync(join(tmpdir(), 'tradepost-tls-'));
const [keyFile, certFile, config] = ['key.pem', 'cert.pem', 'nats.conf'].map((name) => join(directory, name)) as [
  string,
  string,
  string,
];
let [secureNats, plainNats, redis]: (RunningNats | RunningRedis | undefined)[] = [];
let tlsPort = 0;

beforeAll(async () => {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certFile],
    ],
    { stdio: 'ignore' },
  );
  writeFileSync(config, `tls { cert_file: "${certFile}", key_file: "${keyFile}" }`);
  tlsPort = await freePort();
  secureNats = await startNats({ dataDir: join(directory, 'secure'), configFile: config });
  plainNats = await startNats({ dataDir: join(directory, 'plain') });
  redis = await startRedis({ dataDir: join(directory, 'redis'), tls: { port: tlsPort, certFile, keyFile } });
});

afterAll(async () => {
  await Promise.all([secureNats, plainNats, redis].map((server) => server?.stop()));
  rmSync(directory, { recursive: true });
});

afterEach(() => jest.restoreAllMocks());

/** As NODE_EXTRA_CA_CERTS, which Node reads only when it starts. */
function trustOwnAuthority() {
  const createContext = tls.createSecureContext;
  const ca = readFileSync(certFile);
  jest.spyOn(tls, 'createSecureContext').mockImplementation((options) => createContext({ ...options, ca }));
}

const natsAt = (host: string, { port }: { port: number }) =>
  connectNats({ url: `tls://gateway:secret@${host}:${port}`, name: 'gateway' });
const redisAt = (host: string, port: number) => openQueues(`rediss://${host}:${port}`);

describe('NATS at a tls:// address', () => {
  it('is reached by TLS when its certificate is trusted', async () => {
    trustOwnAuthority();
    const connection = await natsAt('localhost', secureNats!);
    expect(connection.info).toMatchObject({ tls_required: true });
    await connection.flush();
    await connection.close();
  });

  it('stops the start when its certificate is not trusted, or for another host', async () => {
    await expect(natsAt('localhost', secureNats!)).rejects.toThrow(/NATS_URL.*localhost.*self-signed certificate/);
    trustOwnAuthority();
    await expect(natsAt('127.0.0.1', secureNats!)).rejects.toThrow(/NATS_URL.*127\.0\.0\.1.*does not match/);
  });

  it('stops the start when it has no TLS', async () => {
    await expect(natsAt('localhost', plainNats!)).rejects.toThrow(/NATS_URL.*it has no TLS/);
  });
});

describe('Redis at a rediss:// address', () => {
  it('is reached by TLS when its certificate is trusted', async () => {
    trustOwnAuthority();
    const queues = await redisAt('localhost', tlsPort);
    await queues.ready();
    await queues.close();
  });

  it('stops the start when its certificate is not trusted, or for another host', async () => {
    await expect(redisAt('localhost', tlsPort)).rejects.toThrow(/QUEUE_URL.*localhost.*self-signed certificate/);
    trustOwnAuthority();
    await expect(redisAt('127.0.0.1', tlsPort)).rejects.toThrow(/QUEUE_URL.*127\.0\.0\.1.*does not match/);
  });

  it('stops the start when it has no TLS', async () => {
    await expect(redisAt('localhost', redis!.port)).rejects.toThrow(/QUEUE_URL/);
  });

  it('does not stop the start while it cannot be reached', async () => {
    const queues = await redisAt('localhost', await freePort());
    await queues.close();
  });
});
