import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '@tradepost/client/api/api-client';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { isS3Installed, startS3, type RunningS3 } from '@tradepost/testing/servers/s3';
import { waitFor } from '@tradepost/testing/wait-for';
import { signedInAdmin } from '@tradepost/tools/client/admin';
import { registerSender } from '@tradepost/tools/client/people';
import type { Terminal } from '@tradepost/tools/client/terminal';
import { terminalOf } from '../support/command-line';
import { countingProxy, type CountingProxy } from '../support/counting-proxy';
import { account } from '../support/fixtures';
import { tradingPair, type Pair } from '../support/main-path';
import { newMember } from '../support/members';
import { temporaryTopology, type TemporaryTopology } from '../support/topology';

const MB = 1024 ** 2;
const size = 40 * MB;
/** Of the sealed file, which is a little larger. */
const parts = 6;

(isS3Installed ? describe : describe.skip)('an installation with an object store that its clients reach', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'direct-'));
  const terminals: Terminal[] = [];
  let s3: RunningS3;
  let store: CountingProxy;
  let gateway: CountingProxy;
  let topology: TemporaryTopology;
  let pair: Pair;
  let sender: Terminal;

  beforeAll(async () => {
    s3 = await startS3({ dataDir: join(scratch, 's3') });
    store = await countingProxy(() => s3.endpoint);
    topology = await temporaryTopology('embedded', {
      env: {
        OBJECT_STORE_URL: `${s3.url}/tradepost`,
        OBJECT_STORE_PUBLIC_URL: store.url,
        ALLOWED_FILE_TYPES: 'csv,parquet',
      },
    });
    gateway = await countingProxy(() => topology.origin);
    pair = await tradingPair(topology);
    sender = terminalOf({ TRADEPOST_ORIGIN: gateway.url, TRADEPOST_PASSWORD: pair.senderAccount.password });
    terminals.push(sender);
    await sender.json(['login', '--email', pair.senderAccount.email, '--portal', 'sender']);
    await sender.json(['keys', 'create']);
  });
  beforeEach(() => {
    for (const proxy of [gateway, store]) proxy.reset();
  });
  afterAll(async () => {
    for (const terminal of terminals) terminal.remove();
    await topology?.stop();
    for (const proxy of [gateway, store]) proxy?.stop();
    await s3?.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  const hashes = new Map<string, string>();
  const file = (name: string) => {
    const bytes = randomBytes(size);
    writeFileSync(join(sender.home, name), bytes);
    hashes.set(name, hashOf(bytes));
  };
  const uploaded = (name: string) => [{ status: 'uploaded', size, sha256: hashes.get(name) }];

  it('takes the parts of a sealed file without a byte of them through the gateway', async () => {
    file('a.parquet');
    expect(await sender.json(['upload', 'Large', 'a.parquet', '--create'])).toMatchObject(uploaded('a.parquet'));
    expect([gateway.counted.parts, store.counted.parts]).toEqual([0, parts]);
    expect(gateway.counted.bytes).toBeLessThan(MB / 4);
    expect(store.counted.bytes).toBeGreaterThan(size);
  });

  it('takes a managed file through the gateway', async () => {
    file('b.parquet');
    await sender.json(['upload', 'Large', 'b.parquet', '--managed']);
    expect([store.counted.bytes, gateway.counted.parts]).toEqual([0, parts - 1]);
  });

  it('takes the parts through the gateway while the store refuses them', async () => {
    file('c.parquet');
    store.counted.refuse = 507;
    expect(await sender.json(['upload', 'Large', 'c.parquet'])).toMatchObject(uploaded('c.parquet'));
    expect(gateway.counted.parts).toBe(parts);
  });

  it('sends after a kill only what the store does not have, although the gateway does not know it', async () => {
    file('d.parquet');
    store.counted.most = 3;
    const { pid, ended } = sender.start(['upload', 'Large', 'd.parquet', '--json'], { input: '' });
    await waitFor(() => store.counted.stored === 3);
    process.kill(pid, 'SIGKILL');
    await ended;
    Object.assign(store.counted, { most: Infinity, parts: 0 });
    expect(await sender.json(['upload', 'Large', 'd.parquet'])).toMatchObject(uploaded('d.parquet'));
    expect([store.counted.parts, gateway.counted.parts]).toEqual([parts - 3, 0]);
  });

  it('delivers what was sent in each way to a receiver, who opens it without a byte of it through the gateway', async () => {
    const receiver = terminalOf({
      TRADEPOST_ORIGIN: gateway.url,
      TRADEPOST_PASSWORD: pair.receiverAccount.password,
    });
    terminals.push(receiver);
    await receiver.json(['login', '--email', pair.receiverAccount.email, '--portal', 'receiver']);
    await receiver.json(['keys', 'create']);
    await sender.json(['deliver', 'Large', pair.receiverAccount.email]);
    const [received] = (await receiver.json(['received'])) as [{ fileId: string; mode: string }[]];
    const ids = received.filter(({ mode }) => mode === 'e2e').map(({ fileId }) => fileId);
    const [{ requests }] = (await receiver.json(['request', ...ids])) as [{ requests: { id: string }[] }];
    const accepting = sender.start([
      'accept',
      requests[0]?.id ?? '',
      '--receiver',
      pair.receiverAccount.email,
      '--json',
    ]);
    await accepting.said('Step-up code: ');
    const mail = { to: pair.senderAccount.email, subject: /accept a file request/i };
    accepting.write(`${codeIn(await inboxAt(topology.inboxUrl).waitForMail(mail))}\n`);
    const { transferId } = JSON.parse((await accepting.ended).stdout) as { transferId: string };
    for (const proxy of [gateway, store]) proxy.reset();
    await receiver.json(['download', transferId, '--into', 'data']);
    expect(gateway.counted.bytes).toBeLessThan(MB / 4);
    expect(store.counted.bytes).toBeGreaterThan(3 * size);
    const names = ['a.parquet', 'c.parquet', 'd.parquet'];
    expect(names.map((name) => hashOf(readFileSync(join(receiver.home, 'data', name))))).toEqual(
      names.map((name) => hashes.get(name)),
    );
  });

  it('gives addresses of own files to nobody else, and only while their session lasts', async () => {
    const { sender: ann } = pair;
    const folderId = (await ann.send(routes.folders, {}))[0]!.id;
    const { items } = await ann.send(routes.files, { folderId, page: 1, pageSize: 50 });
    const { id: fileId } = items.find(({ name }) => name === 'a.parquet')!;
    const ask = (client: ApiClient) =>
      client.send(routes.versionRanges, { folderId, fileId, version: 1, ranges: [{ start: 84, end: 100 }] });
    const { urls } = await ask(ann);
    expect((await fetch(urls[0]!, { headers: { range: 'bytes=84-99' } })).status).toBe(206);
    const stranger = await registerSender(topology, account('stranger'));
    await expect(ask(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(ask(pair.receiver)).rejects.toMatchObject({ status: 403 });
    await expect(ask(new ApiClient(topology.origin))).rejects.toMatchObject({ status: 401 });
    const suspended = account('suspended');
    const { client: member } = await newMember(topology, ann, suspended, 'manager');
    // without the keys of the company
    await expect(ask(member)).rejects.toMatchObject({ code: 'OWNER_KEYS_REQUIRED' });
    const admin = await signedInAdmin(topology, account('admin'));
    const { user } = await member.send(routes.me, {});
    await admin.send(routes.suspendPerson, { id: user.id, reason: 'a test' });
    await expect(ask(member)).rejects.toMatchObject({ status: 401 });
    await ann.send(routes.logout, {});
    await expect(ask(ann)).rejects.toMatchObject({ status: 401 });
  });
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
