import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient } from '@tradepost/client/api/api-client';
import { createApiKey } from '@tradepost/client/keys/keys';
import { acceptAllowance } from '@tradepost/contracts/api-keys';
import { routes } from '@tradepost/contracts/routes';
import { fingerprint, type Contact } from '@tradepost/sealing/keys/bundle';
import { inboxAt } from '@tradepost/testing/inbox-client';
import { ensureDebianPackages } from '@tradepost/testing/servers/debian';
import { e2eUserOf, type E2eUser } from '@tradepost/tools/client/e2e-users';
import { root } from '@tradepost/tools/topology/paths';
import { commandLine, terminalOf } from '../support/command-line';
import { everyAnswerFits } from '../support/every-answer';
import { dumpAllStorage } from '../support/dump-all-storage';
import { tradingPair } from '../support/main-path';
import { sharedTopology, type TemporaryTopology } from '../support/topology';

/** The scripts of docs/api.md, as they are written there. */
const scripts = [
  ...readFileSync(join(root, 'docs/api.md'), 'utf8').matchAll(
    /<!-- run by apps\/e2e\/src\/flow\/nightly\.flow\.ts -->\n```bash\n(.*?)```/gs,
  ),
].map(([, script]) => script ?? '');
const [deliver = '', fetchAll = ''] = scripts;

/** A machine without anyone: a folder, two secrets, and one script. */
class Machine {
  readonly home = mkdtempSync(join(tmpdir(), 'tradepost-nightly-'));

  constructor(
    private readonly script: string,
    private readonly env: Record<string, string>,
  ) {
    mkdirSync(join(this.home, 'bin'));
    symlinkSync(commandLine, join(this.home, 'bin/tradepost'));
  }

  write(path: string, content: string): void {
    mkdirSync(join(this.home, path, '..'), { recursive: true });
    writeFileSync(join(this.home, path), content);
  }

  /** Contents of everything below `data`, by name. */
  get fetched(): Record<string, string> {
    const found = readdirSync(join(this.home, 'data'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return Object.fromEntries(
      found.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]),
    );
  }

  run(env: Record<string, string> = {}, script = this.script): Promise<{ code: number | null; said: string }> {
    const child = spawn('bash', ['-c', script], {
      cwd: this.home,
      env: {
        PATH: `${this.home}/bin:${process.env.PATH}`,
        HOME: this.home,
        ...this.env,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
    return new Promise((resolve, reject) =>
      child.once('error', reject).once('close', (code) => resolve({ code, said })),
    );
  }

  async runsWell(): Promise<string> {
    const { code, said } = await this.run();
    if (code !== 0) throw new Error(`${code}: ${said}`);
    return said;
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

const table = (rows: number) =>
  `id,price\n${Array.from({ length: rows }, (_, n) => `${n},${randomBytes(4).toString('hex')}\n`).join('')}`;

describe.each(['embedded', 'services'] as const)('the nightly delivery, %s', (kind) => {
  let topology: TemporaryTopology;
  let owners: { sender: E2eUser; receiver: E2eUser };
  let secrets: string[];
  let environments: Record<'sender' | 'receiver', { TRADEPOST_KEY: string; TRADEPOST_SEALING_KEY: string }>;
  let sender: Machine;
  let receiver: Machine;
  const contents: Record<string, string> = {};

  everyAnswerFits();
  beforeAll(async () => {
    expect(ensureDebianPackages(['jq'])).toEqual([]);
    topology = await sharedTopology(kind);
    const { senderAccount, receiverAccount } = await tradingPair(topology);
    owners = {
      sender: await e2eUserOf(topology, senderAccount, 'sender'),
      receiver: await e2eUserOf(topology, receiverAccount, 'receiver'),
    };
    // programs exchange sealed files only with partners after a person has compared their keys
    for (const [one, other] of [
      [owners.sender, owners.receiver],
      [owners.receiver, owners.sender],
    ] as const)
      await one.keyring.contacts.confirm(other.vault.own as Contact);
    const keyOf = (
      { client, passwordKeys }: E2eUser,
      given: Pick<Parameters<typeof createApiKey>[2], 'scopes' | 'allowance'>,
    ) => createApiKey(client, passwordKeys, { name: 'Nightly', expiresInDays: 90, addresses: [], ...given });
    const [sends, fetches] = [
      await keyOf(owners.sender, { scopes: ['read', 'upload', 'deliver', 'accept'], allowance: acceptAllowance }),
      await keyOf(owners.receiver, { scopes: ['read'] }),
    ];
    const environment = ({ key, sealingKey }: typeof sends) => ({
      TRADEPOST_ORIGIN: topology.origin,
      TRADEPOST_KEY: key,
      TRADEPOST_SEALING_KEY: sealingKey ?? '',
    });
    secrets = [sends, fetches].map(({ sealingKey }) => sealingKey ?? '');
    environments = { sender: environment(sends), receiver: environment(fetches) };
    sender = new Machine(deliver, { ...environments.sender, PARTNER: receiverAccount.email });
    receiver = new Machine(fetchAll, environments.receiver);
  });
  afterAll(async () => {
    for (const machine of [sender, receiver]) machine?.remove();
  });

  const night = (...files: string[]) => {
    for (const name of files) sender.write(`out/${name}`, (contents[name] = table(200)));
  };

  it('is documented as two scripts', () => expect(scripts).toHaveLength(2));

  it('transfers the files of the first night, sealed, and a repeat changes nothing', async () => {
    night('monday.csv', 'prices.csv');
    expect(await sender.run()).toMatchObject({ code: 2, said: expect.stringContaining('add --new-state') });
    for (const machine of [sender, receiver])
      expect(await machine.run({}, 'tradepost contacts list --new-state')).toMatchObject({ code: 0 });
    await sender.runsWell();
    await receiver.runsWell();
    await sender.runsWell();
    await receiver.runsWell();
    expect(receiver.fetched).toEqual(contents);
    const again = [await sender.runsWell(), await receiver.runsWell()].join('\n');
    expect(again).not.toMatch(/uploaded|downloaded|Accepted/);
    const { items } = await owners.receiver.client.send(routes.myTransfers, { page: 1, pageSize: 50 });
    expect(items.map(({ mode, files }) => ({ mode, files }))).toEqual([{ mode: 'e2e', files: 2 }]);
    const inbox = inboxAt(topology.inboxUrl);
    const { email } = owners.receiver.user;
    await inbox.waitForMail({ to: email, subject: /shared|delivered/i });
    const mails = await inbox.mailTo(email);
    expect(mails.filter(({ subject }) => /shared|delivered/i.test(subject))).toHaveLength(1);
  });

  it('transfers only the new files in the second night', async () => {
    night('tuesday.csv');
    await sender.runsWell();
    await receiver.runsWell();
    await sender.runsWell();
    const said = await receiver.runsWell();
    expect(receiver.fetched).toEqual(contents);
    expect(said.match(/downloaded/g)).toHaveLength(1);
    const requests = await owners.sender.client.send(routes.companyRequests, { page: 1, pageSize: 50 });
    expect(('items' in requests ? requests.items : requests).map(({ status }) => status)).toEqual([
      'accepted',
      'accepted',
    ]);
  });

  it('documents the main path with curl', async () => {
    expect(ensureDebianPackages(['curl', 'unzip'])).toEqual([]);
    const shell = new Machine(readFileSync(join(root, 'docs/quick-start.sh'), 'utf8'), {
      ORIGIN: topology.origin,
      INBOX: topology.inboxUrl,
    });
    expect(await shell.runsWell()).toContain('The file is the same, byte for byte.');
    shell.remove();
  });

  it('uses the identity of its key, also if a person is signed in on the same machine', async () => {
    const terminal = terminalOf({ TRADEPOST_ORIGIN: topology.origin });
    const keys = environments.sender;
    expect(await terminal.run(['login', '--key', keys.TRADEPOST_SEALING_KEY])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('begins with tp_'),
    });
    expect(await terminal.json(['login', '--key', keys.TRADEPOST_KEY])).toMatchObject([
      { name: 'Nightly', email: owners.sender.user.email },
    ]);
    const { stdout } = await terminal.run(['whoami'], { env: { TRADEPOST_SEALING_KEY: keys.TRADEPOST_SEALING_KEY } });
    expect(stdout).toMatch(
      /^Key Nightly \(read, upload, deliver, accept without a code; with a sealing key; expires .* UTC\) of /,
    );
    const stored = readFileSync(join(terminal.home, '.config/tradepost/session.json'), 'utf8');
    expect(stored).toContain(keys.TRADEPOST_KEY);
    expect(stored).not.toContain(keys.TRADEPOST_SEALING_KEY);
    expect((await terminal.json(['keys', 'show']))[0].fingerprint).toBe(fingerprint(owners.sender.vault.own));
    expect(await terminal.run(['keys', 'create'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('an API key cannot create them'),
    });
    expect(await terminal.run(['invite', 'x@example.com'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('KEY_SCOPE'),
    });
    expect(await terminal.run(['logout'])).toMatchObject({ code: 0 });
    expect(
      (await new ApiClient(topology.origin, { token: keys.TRADEPOST_KEY }).send(routes.ownKey, {})).apiKey.revokedAt,
    ).toBeNull();
    terminal.remove();
  });

  it('reports what is wrong with its keys, and sends neither a sealing key nor unencrypted data', async () => {
    night('wednesday.csv');
    const without = await sender.run({ TRADEPOST_SEALING_KEY: '' });
    expect(without).toMatchObject({ code: 2, said: expect.stringContaining('set TRADEPOST_SEALING_KEY') });
    const mistyped = await sender.run({
      TRADEPOST_SEALING_KEY: `${secrets[0]?.slice(0, -1)}${secrets[0]?.endsWith('A') ? 'B' : 'A'}`,
    });
    expect(mistyped).toMatchObject({ code: 5, said: expect.stringContaining('SEALING_KEY_MISTYPED') });
    const wrongKey = await sender.run({ TRADEPOST_SEALING_KEY: secrets[1] ?? '' });
    expect(wrongKey).toMatchObject({ code: 5, said: expect.stringContaining('VAULT_LOCKED') });
    const exchanged = await sender.run({ TRADEPOST_KEY: secrets[0] ?? '' });
    expect(exchanged).toMatchObject({ code: 2, said: expect.stringContaining('TRADEPOST_KEY is not an API key') });
    const { files } = await owners.sender.client.send(routes.stats, {});
    expect(files).toBe(3);

    const spellings = [
      ...secrets.map((secret) => Buffer.from(secret.slice(4))),
      ...Object.values(contents).map((content) => Buffer.from(content.slice(20, 60))),
    ];
    const stored = await dumpAllStorage(topology);
    expect(
      stored.filter(({ bytes }) => spellings.some((spelling) => bytes.includes(spelling))).map(({ where }) => where),
    ).toEqual([]);
    expect(stored.some(({ bytes }) => bytes.includes('monday.csv'))).toBe(true);
  });
});
