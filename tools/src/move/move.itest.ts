import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseEnv } from 'node:util';
import { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { verifyExport } from '@tradepost/proofs/verify-export';
import { openCheckpoint } from '@tradepost/sealing/key-log/checkpoint';
import { openObjectStore } from '@tradepost/service-kit/objects/open';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { startInbox, type RunningInbox } from '@tradepost/testing/servers/inbox';
import { freePort } from '@tradepost/testing/servers/ports';
import { isPostgresRunning } from '@tradepost/testing/servers/postgres';
import { stopAll, type Running } from '@tradepost/testing/servers/server-process';
import { startServices, type Services } from '@tradepost/testing/servers/services';
import { tcpProxy, type TcpProxy } from '@tradepost/testing/tcp-proxy';
import { waitFor } from '@tradepost/testing/wait-for';
import { Client } from 'pg';
import { signedInAdmin } from '../client/admin';
import { deliverFiles, isWhole, readyArchive, type DeliveredFiles } from '../client/deliveries';
import { settingsOfFaults } from '../faults/support/settings';
import { filledBy, lateDeliveries, type Filled } from '../faults/upgrade/fill';
import type { Revision } from '../faults/upgrade/revision';
import { lossesOf, lostDeliveries } from '../faults/upgrade/still-there';
import { root } from '../topology/paths';
import { startTopology, type Topology } from '../topology/start';
import { appsOf, replaceInFiles } from './move-kit';
import { valuesIn } from './prepare';

const directory = mkdtempSync(join(tmpdir(), 'tradepost-move-'));
const at = (name: string) => join(directory, name);
const configFile = at('tradepost.env');
const folder = at('move');
/** Names of the servers in compose, which this machine reaches at other addresses. */
const inside = { postgres: 'postgres:5432', nats: 'nats:4222', objectStore: 'object-store:8333' };

const present: Revision = {
  folder: root,
  name: 'present',
  module: <T>(path: string) => jest.requireActual<object>(join(root, path.replace('/dist/', '/src/'))) as T,
  stop: () => Promise.resolve(),
};

describe('one server moves to the services topology', () => {
  const started: Running[] = [];
  const keep = <T extends Running>(running: T): T => {
    started.push(running);
    return running;
  };
  let inbox: RunningInbox;
  let mail: TcpProxy;
  let port: number;
  let server: Topology;
  let services: Services;
  let filled: Filled;
  let many: DeliveredFiles;
  let admin: ApiClient;

  const startServer = async (): Promise<Topology> => {
    const smtpUrl = `smtp://127.0.0.1:${mail.port}`;
    const options = { kind: 'embedded', dataDir: at('server'), persistent: true, port, smtpUrl } as const;
    return { ...(await startTopology({ ...options, env: settingsOfFaults })), inboxUrl: inbox.webUrl };
  };
  const addresses = () => [
    ...['--postgres', new URL(services.postgres).host],
    ...['--object-store', new URL(services.objectStore).host],
  ];
  const begin = (...args: string[]) =>
    spawn(process.execPath, [join(root, 'tools/dist/operator/move-server.js'), ...args, '--config', configFile], {
      env: { PATH: process.env.PATH, DATA_DIRECTORY: at('server') },
    });
  /** Runs it to its end. */
  const run = async (...args: string[]) => {
    const child = begin(...args);
    const [output, [code]] = await Promise.all([outputOf(child), once(child, 'exit')]);
    return { code: code as number | null, ...output };
  };
  const target = () => openObjectStore(services.objectStore);
  const objectsOfTarget = async () => {
    let count = 0;
    try {
      for await (const _object of target().list('')) count += 1;
    } catch {
      // there is no bucket yet
    }
    return count;
  };
  const inTarget = async (query: string) => {
    const client = new Client({ connectionString: services.postgres });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(query)).rows;
    } finally {
      await client.end();
    }
  };

  beforeAll(async () => {
    // the clients of this process compute labels of the key log with the lowest costs, so the apps must too
    process.env.NODE_OPTIONS = `--require ${require.resolve('@tradepost/testing/preload/lowest-hash-costs')}`;
    inbox = keep(await startInbox({ dataDir: at('inbox') }));
    mail = keep(await tcpProxy(inbox.smtpPort));
    port = await freePort();
    writeFileSync(
      configFile,
      Object.entries({
        ...settingsOfFaults,
        ORIGIN: `http://localhost:${port}`,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'Tradepost <no-reply@example.com>',
        HOST: '127.0.0.1',
        PORT: port,
      })
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    server = await startServer();
    filled = await filledBy(present, server);
    const contents = Array.from({ length: 40 }, (_, n) => Buffer.from(`%PDF-1.4\n${'x'.repeat(n * 1_000)}`));
    many = await deliverFiles(server, 'many', contents);
    const person = { firstName: 'Ada', lastName: 'Admin', email: 'ada@example.com', password: 'Admin-admin-1!' };
    admin = await signedInAdmin(server, person);
  });
  afterAll(async () => {
    await server?.stop();
    await stopAll(started);
    rmSync(directory, { recursive: true, force: true });
  });

  test('its keys and settings are written for the new installation, while it runs', async () => {
    const { stdout, code } = await run('--prepare', folder);
    expect([code, stdout]).toEqual([0, expect.stringContaining('settings of one machine: HOST, PORT.')]);
    const settings = parseEnv(readFileSync(join(folder, 'settings.env'), 'utf8'));
    expect(settings).toMatchObject({ ORIGIN: server.origin, MAIL_FROM: 'Tradepost <no-reply@example.com>' });
    expect(Object.keys(settings)).not.toEqual(expect.arrayContaining(['PORT']));
    expect(readFileSync(join(folder, 'secrets/worker-mail/SMTP_URL'), 'utf8')).toContain(String(mail.port));

    const nats = parseEnv(readFileSync(join(folder, 'secrets/nats/nats.env'), 'utf8'));
    Object.assign(process.env, nats);
    const natsConfigFile = join(root, 'deploy/nats.conf');
    services = keep(await startServices({ dataDir: at('services'), persistent: true, natsConfigFile }));
    const { password } = new URL(services.postgres);
    const store = Object.assign(new URL(services.objectStore), { host: inside.objectStore });
    writeFileSync(
      join(folder, 'secrets/migrate/POSTGRES_URL'),
      `postgres://postgres:${password}@${inside.postgres}/postgres`,
    );
    writeFileSync(join(folder, 'secrets/shared/OBJECT_STORE_URL'), store.href);
    writeFileSync(join(folder, 'secrets/shared/QUEUE_URL'), services.queue);
  });

  test('it is refused while it runs, with other keys, and where something is already; nothing is written', async () => {
    expect(await run(folder, ...addresses())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The server still runs'),
    });
    await server.stop();
    const keyFile = join(folder, 'secrets/gateway/AT_REST_KEY');
    const key = readFileSync(keyFile, 'utf8');
    writeFileSync(keyFile, 'k'.repeat(40));
    expect(await run(folder, ...addresses())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not those of the server: AT_REST_KEY'),
    });
    writeFileSync(keyFile, key);
    await target().prepare();
    await target().put('orphan', Readable.from([Buffer.from('x')]));
    expect(await run(folder, ...addresses())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('object store is not empty (it has orphan)'),
    });
    await target().remove('orphan');
    await inTarget('CREATE SCHEMA kyc CREATE TABLE other (id int)');
    expect(await run(folder, ...addresses())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('database is not empty (it has tables in kyc)'),
    });
    await inTarget('DROP SCHEMA kyc CASCADE');
    expect([
      await objectsOfTarget(),
      await inTarget(`SELECT 1 FROM pg_namespace WHERE nspname LIKE 'tradepost%'`),
    ]).toEqual([0, []]);
  });

  test('killed with -9 in the middle, it leaves the server usable, and the next run moves everything', async () => {
    const killed = async (isThere: () => Promise<boolean>) => {
      const child = begin(folder, ...addresses());
      const ended = once(child, 'exit');
      void outputOf(child);
      await waitFor(async () => child.exitCode !== null || (await isThere()));
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
      // the kernel ends the PostgreSQL of a killed run, which may take a while on a busy machine
      await waitFor(() => !isPostgresRunning(at('server/postgres')));
    };
    await killed(async () => (await objectsOfTarget()) > 2);
    await killed(async () => (await inTarget(`SELECT 1 FROM pg_namespace WHERE nspname = 'audit'`)).length > 0);

    // people continue on the server, and it is killed with a mail and an archive to be made
    server = await startServer();
    await many.sender.send(routes.deleteFiles, { fileIds: [many.files[0]!.id] });
    const { requests } = await many.receiver.send(routes.createRequest, {
      files: many.files.slice(1).map(({ id }) => ({ id })),
      receiverEmail: many.receiverEmail,
    });
    const requestId = requests[0]!.id;
    await many.sender.send(routes.createStepUpCode, { requestId, email: many.senderEmail });
    const code = codeIn(
      await inboxAt(inbox.webUrl).waitForMail({ to: many.senderEmail, subject: /accept a file request/i }),
    );
    await many.sender.send(routes.verifyStepUpCode, { id: requestId, code });
    mail.shut();
    const late = await lateDeliveries(present, filled, server);
    const { publicKey } = await admin.send(routes.auditKey, {});
    const keyLog = await nameOfKeyLog(server.origin);
    const expiry = new Date(Date.now() + 3_600_000).toISOString();
    const { transfer } = await many.sender.send(routes.confirmRequest, { requestId, expiry });
    await server.processes.get('all-in-one')!.kill();
    await server.stop();

    const { code: status, stdout, stderr } = await run(folder, ...addresses());
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('An earlier run was interrupted');
    expect(stdout).toMatch(/storage\.file_version.*'same'/);
    expect(stdout).toMatch(/Moved to .* and \d+ objects with \d+ bytes \([1-9]\d* of them by an earlier run\)/);
    expect(Number(/(\d+) jobs of mail/.exec(stdout)?.[1])).toBeGreaterThanOrEqual(late.length);

    expect(await run(folder, ...addresses())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This server was moved to'),
    });
    await expect(startServer()).rejects.toThrow('This server was moved to');

    mail.open();
    const moved = await startMoved();
    expect(await lossesOf(moved, filled, filled.pendingRequestIds[0]!)).toEqual(
      Object.fromEntries(
        [
          ...['sessions ended', 'files missing or different', 'transfers missing or different'],
          ...['pending requests that cannot be accepted', 'sealed files that do not open'],
          ...['sealed transfers that do not open', 'log entries missing'],
        ].map((loss) => [loss, 0]),
      ),
    );
    expect(await lostDeliveries(moved, filled, late)).toBe(0);
    const mails = (await inboxAt(inbox.webUrl).all()).map(({ subject, text }) => `${subject} ${text}`);
    expect(late.filter((name) => mails.filter((text) => text.includes(name)).length !== 1)).toEqual([]);
    expect(await isWhole({ ...many, files: many.files.slice(1) }, await readyArchive(many.receiver, transfer.id))).toBe(
      true,
    );

    const key = await admin.send(routes.auditKey, {});
    expect(key.publicKey).toBe(publicKey);
    const lines = (await (await admin.fetch('/admin/audit/export?format=jsonl')).text()).trimEnd().split('\n');
    const verified = await verifyExport(Readable.from(lines), [key.publicKey, ...key.previous]);
    expect(verified.chains).toBeGreaterThan(3);
    // no device has to accept a restored log
    expect(await nameOfKeyLog(moved.origin)).toBe(keyLog);
  });

  async function startMoved(): Promise<Topology> {
    replaceInFiles(join(folder, 'secrets'), {
      [inside.postgres]: new URL(services.postgres).host,
      [inside.nats]: new URL(services.nats).host,
      [inside.objectStore]: new URL(services.objectStore).host,
    });
    const environment = Object.fromEntries(
      ['shared', 'migrate'].flatMap((part) => Object.entries(valuesIn(join(folder, 'secrets', part)))),
    );
    const { stdout } = spawnSync(process.execPath, [join(root, 'tools/dist/operator/migrate.js')], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...environment },
    });
    expect(stdout).toBe('0 migrations applied\n');
    const processes = appsOf(folder, { port, logDir: at('logs') });
    for (const app of processes) keep(app);
    await Promise.all(processes.map((app) => app.start()));
    return { ...server, kind: 'services', origin: `http://localhost:${port}`, inboxUrl: inbox.webUrl };
  }
});

async function outputOf({ stdout, stderr }: ChildProcess) {
  const texts = { stdout: '', stderr: '' };
  stdout!.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  stderr!.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  await Promise.all([once(stdout!, 'close'), once(stderr!, 'close')]);
  return texts;
}

async function nameOfKeyLog(origin: string): Promise<string> {
  const { key, checkpoint } = await new ApiClient(origin).send(routes.keyLog, {});
  return (await openCheckpoint(checkpoint, key)).origin;
}
