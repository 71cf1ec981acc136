// One file, because its tests use the sessions, uploads and transfers of those before.
import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { Transform } from 'node:stream';
import { checkpointText } from '@tradepost/contracts/audit';
import { routes } from '@tradepost/contracts/routes';
import { genesis, plainEntryHash } from '@tradepost/proofs/chain';
import { keyId } from '@tradepost/proofs/key-id';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { waitFor } from '@tradepost/testing/wait-for';
import type { Ran, Terminal } from '@tradepost/tools/client/terminal';
import { terminalOf } from '../support/command-line';
import { assertNothingGuessable } from '../support/credentials-sent';
import { sha256 } from '../support/fixtures';
import { tradingPair, type Pair } from '../support/main-path';
import { sharedTopology, type TemporaryTopology } from '../support/topology';
import { Wire } from '../support/wire';

function table(rows: number): string {
  const prices = randomBytes(4 * rows).toString('hex');
  return `id,price\n${Array.from({ length: rows }, (_, n) => `${n},${prices.slice(8 * n, 8 * n + 8)}\n`).join('')}`;
}

describe('the command line', () => {
  let topology: TemporaryTopology;
  let pair: Pair;
  let wire: Wire;
  let sender: Terminal;
  let receiver: Terminal;
  let transferId: string;
  const contents = new Map<string, string>();
  const inbox = () => inboxAt(topology.inboxUrl);

  beforeAll(async () => {
    topology = await sharedTopology('embedded');
    pair = await tradingPair(topology);
    wire = new Wire(topology.origin);
    const origin = await wire.start();
    sender = terminalOf({ TRADEPOST_ORIGIN: origin, TRADEPOST_PASSWORD: pair.senderAccount.password });
    receiver = terminalOf({ TRADEPOST_ORIGIN: origin, TRADEPOST_PASSWORD: pair.receiverAccount.password });
  });
  afterEach(() => {
    wire.onAnswer = () => undefined;
  });
  afterAll(async () => {
    await wire?.stop();
    for (const terminal of [sender, receiver]) terminal?.remove();
  });

  const write = (path: string, content: string | Buffer) => {
    mkdirSync(join(sender.home, path, '..'), { recursive: true });
    writeFileSync(join(sender.home, path), content);
    return String(content);
  };
  const oneLine = ({ stderr }: Ran) =>
    stderr
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('tradepost: '));

  it('signs in with a piped password that is never sent, saves a session that only its owner can read, and signs out', async () => {
    expect(await sender.run(['whoami'])).toMatchObject({ code: 3, stdout: '' });
    const wrong = await sender.run(['login', '--email', pair.senderAccount.email], {
      env: { TRADEPOST_PASSWORD: '' },
      input: 'not this one\n',
    });
    expect(wrong).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Password: \ntradepost: Invalid email or password \(BAD_CREDENTIALS\)\n$/),
    });
    const { code } = await sender.run(['login', '--email', pair.senderAccount.email], {
      env: { TRADEPOST_PASSWORD: '' },
      input: `${pair.senderAccount.password}\n`,
    });
    expect(code).toBe(0);
    const file = join(sender.home, '.config/tradepost/session.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)).toEqual(['origin', 'token', 'user']);
    expect(await sender.json(['whoami'])).toMatchObject([{ email: pair.senderAccount.email, userType: 'sender' }]);
    const { token } = JSON.parse(readFileSync(file, 'utf8')) as { token: string };
    expect(await sender.run(['logout'])).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
    expect(
      (await fetch(`${topology.origin}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401);

    for (const [terminal, { email }, portal] of [
      [sender, pair.senderAccount, 'sender'],
      [receiver, pair.receiverAccount, 'receiver'],
    ] as const) {
      expect(await terminal.json(['login', '--email', email, '--portal', portal])).toMatchObject([
        { email, hasKeys: false },
      ]);
      expect(await terminal.json(['keys', 'create'])).toEqual([
        {
          recoveryKey: expect.stringMatching(/^[0-9A-Z*~$=-]{41}$/),
          fingerprint: expect.stringMatching(/^(\d{5} ?){8}$/),
        },
      ]);
    }
    assertNothingGuessable(
      wire.credentials,
      [pair.senderAccount, pair.receiverAccount].map(({ password }) => password),
    );
  });

  it('does not send its token to another server', async () => {
    const elsewhere = await sender.run(['whoami', '--origin', topology.origin]);
    expect(elsewhere).toMatchObject({ code: 3, stderr: expect.stringContaining('not at') });
  });

  it('seals and uploads the files of a pattern and standard input, and a repeat uploads nothing twice', async () => {
    for (let n = 0; n < 6; n += 1) contents.set(`${n}.csv`, write(`out/${n}.csv`, table(n * 50)));
    contents.set('piped.csv', table(20));
    expect(await sender.json(['folders', 'create', 'Nightly'])).toMatchObject([{ name: 'Nightly' }]);
    const upload = ['upload', 'Nightly', 'out/*.csv', '--price', '0.5', '--currency', 'EUR'];
    const piped = () =>
      sender.json(['upload', 'Nightly', '-', '--name', 'piped.csv'], { input: contents.get('piped.csv') ?? '' });
    const first = [...(await sender.json(upload)), ...(await piped())];
    expect(
      first
        .map(({ name, status, mode, sha256: hash }) => ({ name, status, mode, hash }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    ).toEqual(
      [...contents].map(([name, content]) => ({ name, status: 'uploaded', mode: 'e2e', hash: sha256(content) })),
    );
    const again = [...(await sender.json(upload)), ...(await piped())];
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['present']));
    // a file is not identified by local state or by its modification time
    rmSync(join(sender.home, '.local/state'), { recursive: true });
    utimesSync(join(sender.home, 'out/1.csv'), 1, 1);
    const forgot = await sender.json(upload);
    expect(forgot.map(({ status, id }) => [status, first.some((one) => one.id === id)])).toEqual(
      Array(6).fill(['present', true]),
    );
    const listed = await sender.json(['files', 'Nightly']);
    expect(listed[0].map(({ name }: { name: string }) => name).sort()).toEqual([...contents.keys()].sort());
    expect(listed[0].find(({ name }: { name: string }) => name === '1.csv')).toMatchObject({
      mode: 'e2e',
      price: '0.50',
      currency: 'EUR',
    });
  });

  it('uploads a deleted file again', async () => {
    write('once.csv', table(3));
    const [{ id }] = await sender.json(['upload', 'Nightly', 'once.csv', '--managed']);
    await pair.sender.send(routes.deleteFile, { fileId: id });
    const [again] = await sender.json(['upload', 'Nightly', 'once.csv', '--managed']);
    expect(again).toMatchObject({ status: 'uploaded', mode: 'managed' });
    expect(again.id).not.toBe(id);
    await pair.sender.send(routes.deleteFile, { fileId: again.id });
  });

  it('reports files that cannot be uploaded, and uploads the rest', async () => {
    write('bad/fine.csv', table(2));
    write('bad/note.txt', 'hello');
    write('bad/fake.pdf', 'no pdf');
    const ran = await sender.run([
      'upload',
      'Nightly',
      'bad/vanished.csv',
      'bad/note.txt',
      'bad/fine.csv',
      '--managed',
      '--json',
    ]);
    expect(ran.code).toBe(6);
    expect(
      ran.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { path: string; status: string })
        .map(({ path, status }) => [path, status]),
    ).toEqual([
      ['bad/vanished.csv', 'failed'],
      ['bad/note.txt', 'failed'],
      ['bad/fine.csv', 'uploaded'],
    ]);
    expect(oneLine(ran)).toEqual([
      expect.stringContaining('bad/vanished.csv: no such file or folder'),
      expect.stringContaining('bad/note.txt: note.txt is not one of the supported formats'),
      expect.stringContaining('2 of 3 files were not uploaded'),
    ]);
    const refused = await sender.run(['upload', 'Nightly', 'bad/fake.pdf', '--managed']);
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/bad\/fake\.pdf: .* \(FILE_TYPE, request \S+\)/),
    });
    const [files] = await sender.json(['files', 'Nightly']);
    await pair.sender.send(routes.deleteFile, {
      fileId: files.find(({ name }: { name: string }) => name === 'fine.csv').id,
    });
  });

  it('resumes a large upload after an interruption', async () => {
    contents.set('large.csv', write('large.csv', table(1_600_000)));
    expect(statSync(join(sender.home, 'large.csv')).size).toBeGreaterThan(3 * 8 * 1024 * 1024);
    const running = sender.start(['upload', 'Nightly', 'large.csv']);
    const isPart = (method: string) => method === 'PUT';
    let answered = 0;
    wire.onAnswer = ({ method }) => {
      if (!isPart(method) || ++answered === 1) return undefined;
      // a second interruption, at the answer to a part that was sent at the same time, would end it at once and without a word
      if (answered === 2) running.interrupt();
      // this answer never arrives: otherwise the next part could be sent before the interruption
      return new Transform({ transform: () => undefined, flush: () => undefined });
    };
    expect(await running.ended).toMatchObject({
      code: 130,
      stdout: '',
      stderr: expect.stringContaining('again to resume'),
    });
    wire.onAnswer = () => undefined;
    const before = wire.seen.length;
    expect(await sender.json(['upload', 'Nightly', 'large.csv'])).toMatchObject([
      { status: 'uploaded', sha256: sha256(contents.get('large.csv') ?? '') },
    ]);
    const calls = wire.seen.slice(before).filter(({ url }) => url.includes('/uploads'));
    expect(calls.filter(({ method, url }) => method === 'POST' && !url.endsWith('/commit'))).toEqual([]);
    // of four parts, the answered one and the one that was answered in vain are there
    expect(calls.filter(({ method }) => isPart(method)).length).toBeLessThanOrEqual(2);
    expect(
      readdirSync(join(sender.home, '.local/state/tradepost/uploads'), { recursive: true }).filter((name) =>
        /\.(sdx|json|parts|new)$/.test(String(name)),
      ),
    ).toEqual([]);
    expect((await sender.json(['files', 'Nightly']))[0]).toHaveLength(contents.size);
  });

  it('stops when the file is changed while it is sent', async () => {
    write('moving.csv', table(800_000));
    wire.onAnswer = ({ method }) => {
      if (method === 'PUT') write('moving.csv', table(800_000));
      return undefined;
    };
    const ran = await sender.run(['upload', 'Nightly', 'moving.csv']);
    expect(ran).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('moving.csv: was changed during the upload'),
    });
    expect((await sender.json(['files', 'Nightly']))[0]).toHaveLength(contents.size);
  });

  const accept = async (requestId: string) => {
    const before = (await inbox().mailTo(pair.senderAccount.email)).at(-1);
    const accepting = sender.start(['accept', requestId, '--expires', '7d', '--json']);
    await accepting.said(`Give ${pair.receiverAccount.email} access? (yes/no): `);
    accepting.write('yes\n');
    await accepting.said('Step-up code: ');
    const code = codeIn(
      await inbox().waitForMail({
        to: pair.senderAccount.email,
        subject: /accept a file request/i,
        ...(before && { after: before }),
      }),
    );
    accepting.write(`${code}\n`);
    const ran = await accepting.ended;
    expect([ran.code, ran.stderr]).toEqual([0, expect.stringContaining('A step-up code was mailed to you.')]);
    return JSON.parse(ran.stdout) as { transferId: string; expiry: string };
  };

  it('delivers, requests, and accepts with the mailed code', async () => {
    expect(await sender.json(['deliver', 'Nightly', pair.receiverAccount.email, '--until', '30d'])).toMatchObject([
      { emails: [pair.receiverAccount.email] },
    ]);
    const [received] = await receiver.json(['received']);
    expect(received.map(({ fileName, mode }: any) => [fileName, mode]).sort()).toEqual(
      [...contents.keys()].sort().map((name) => [name, 'e2e']),
    );
    const [{ requests }] = await receiver.json([
      'request',
      ...received.map(({ fileId }: any) => fileId as string),
      '--note',
      'please',
    ]);
    expect((await sender.json(['requests', '--status', 'pending']))[0]).toMatchObject([
      { id: requests[0].id, note: 'please', mode: 'e2e' },
    ]);

    const refuse = async (args: string[], input?: string) =>
      expect(await sender.run(['accept', requests[0].id, ...args], { ...(input && { input }) })).toMatchObject({
        code: 6,
        stderr: expect.stringContaining('No access was given'),
      });
    await refuse([], 'no\n');
    await refuse(['--receiver', 'eve@example.org']);

    const accepted = await accept(requests[0].id);
    expect(Date.parse(accepted.expiry)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    ({ transferId } = accepted);
    expect((await sender.json(['transfers', '--status', 'live']))[0]).toMatchObject([
      { id: transferId, mode: 'e2e', files: contents.size },
    ]);
  });

  const hashes = (folder: string) =>
    Object.fromEntries(
      readdirSync(join(receiver.home, folder)).map((name) => [
        name,
        sha256(readFileSync(join(receiver.home, folder, name))),
      ]),
    );
  const wanted = () => Object.fromEntries([...contents].map(([name, content]) => [name, sha256(content)]));
  const isContent = (url: string) => /\/file-requests\/[^/]+\/files\//.test(url);

  it('downloads and opens all files, and skips existing ones', async () => {
    const [first, ...rest] = await receiver.json(['download', transferId, '--into', 'data']);
    expect(first).toMatchObject({ status: 'downloaded', mode: 'e2e', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(rest).toHaveLength(contents.size - 1);
    expect(hashes('data')).toEqual(wanted());
    const before = wire.seen.length;
    const again = await receiver.json(['download', `${topology.origin}/dashboard?id=${transferId}`, '--into', 'data']);
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['present']));
    expect(wire.seen.slice(before).filter(({ url }) => isContent(url))).toEqual([]);
    writeFileSync(join(receiver.home, 'data/1.csv'), 'mine');
    expect(await receiver.run(['download', transferId, '--into', 'data'])).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('data/1.csv: exists with different content'),
    });
    expect(readFileSync(join(receiver.home, 'data/1.csv'), 'utf8')).toBe('mine');
  });

  /** Passes this many bytes of contents; then nothing more arrives, and `then` is called. */
  const passOnly = (bytes: number, then: () => void) => {
    let loaded = 0;
    let isOver = false;
    wire.onAnswer = ({ url }) =>
      isContent(url)
        ? new Transform({
            transform(piece: Buffer, _encoding, done) {
              if (isOver) return;
              loaded += piece.length;
              if (loaded < bytes) return done(null, piece);
              isOver = true;
              this.push(piece);
              then();
            },
          })
        : undefined;
  };
  /** What is left for a later attempt. */
  const partialIn = (folder: string) =>
    readdirSync(join(receiver.home, folder))
      .map((name) => name.split('.').at(-1))
      .filter((kind) => kind === 'part' || kind === 'ranges');
  const recordedIn = (folder: string) =>
    readdirSync(join(receiver.home, folder))
      .filter((name) => name.endsWith('.ranges'))
      .map((name) => readFileSync(join(receiver.home, folder, name), 'utf8'))
      .join('');
  const countOf = async (name: string) => {
    const { items } = await pair.receiver.send(routes.myTransfers, {});
    const { downloads } = items.find(({ id }) => id === transferId) ?? {};
    return downloads?.find((download) => download.name === name)?.count ?? 0;
  };

  it.each([
    ['an interruption', 'SIGINT'],
    ['a kill', 'SIGKILL'],
  ] as const)('continues a download after %s, which the sender sees once', async (_, signal) => {
    const folder = `after-${signal}`;
    const before = await countOf('large.csv');
    const running = receiver.start(['download', transferId, '--into', folder]);
    await new Promise<void>((stopped) => passOnly(20_000_000, stopped));
    await waitFor(() => recordedIn(folder).includes('\n0 '), { what: 'the record of the first range' });
    process.kill(running.pid, signal);
    expect((await running.ended).code).toBe(signal === 'SIGINT' ? 130 : null);
    wire.onAnswer = () => undefined;
    expect(partialIn(folder)).toEqual(expect.arrayContaining(['part', 'ranges']));
    const seen = wire.seen.length;
    await receiver.json(['download', transferId, '--into', folder]);
    expect(hashes(folder)).toEqual(wanted());
    expect(partialIn(folder)).toEqual([]);
    const ranges = wire.seen
      .slice(seen)
      .flatMap(({ url, headers }) => (isContent(url) && headers.range ? [headers.range] : []));
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges.filter((range) => range.startsWith('bytes=0-'))).toEqual([]);
    expect(wire.seen.slice(seen).every(({ headers }) => !headers.range || headers['if-range'])).toBe(true);
    expect(await countOf('large.csv')).toBe(before + 1);
  });

  it('rejects bytes that were changed in transit, and deletes the partial file', async () => {
    const flipped = () => {
      let first = true;
      return new Transform({
        transform(piece: Buffer, _encoding, done) {
          const changed = Buffer.from(piece);
          if (first) changed[Math.min(200, changed.length - 1)]! ^= 1;
          first = false;
          done(null, changed);
        },
      });
    };
    wire.onAnswer = ({ url }) => (isContent(url) ? flipped() : undefined);
    const ran = await receiver.run(['download', transferId, '--into', 'lied']);
    expect(ran).toMatchObject({ code: 5, stdout: '', stderr: expect.stringContaining('TAMPERED') });
    expect(readdirSync(join(receiver.home, 'lied'))).toEqual([]);
  });

  it('reports a full disk, and resumes once there is space', async () => {
    const limited = receiver.start(['download', transferId, '--into', 'small'], {
      env: { NODE_OPTIONS: `--require ${join(__dirname, '../support/process/no-room.cjs')}` },
    });
    const ran = await limited.ended;
    expect(ran).toMatchObject({ code: 6, stderr: expect.stringContaining('the disk is full (ENOSPC)') });
    expect(
      readdirSync(join(receiver.home, 'small')).filter(
        (name) =>
          !/\.(part|ranges|lock)$/.test(name) &&
          sha256(readFileSync(join(receiver.home, 'small', name))) !== wanted()[name],
      ),
    ).toEqual([]);
    await receiver.json(['download', transferId, '--into', 'small']);
    expect(hashes('small')).toEqual(wanted());
  });

  it('uploads a directory with its tree, sealed and managed, and the receiver gets the same tree', async () => {
    const tree = new Map<string, string>();
    for (const path of [
      'export/2026/orders/jan.csv',
      'export/2026/orders/empty.csv',
      'export/2026/jan.csv',
      'export/all.csv',
    ])
      tree.set(path, write(path, path.includes('empty') ? '' : table(20)));
    write('export/.hidden/secret.csv', table(2));
    const managed = write('plain/2026/jan.csv', table(3));
    const uploaded = await sender.json(['upload', 'Tree', './export', '--create']);
    expect(uploaded.map(({ name }: { name: string }) => name).sort()).toEqual([...tree.keys()].sort());
    const again = await sender.json(['upload', 'Tree', 'export/']);
    expect(again.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('present'));
    await sender.json(['upload', 'Tree', 'plain/.', '--managed']);
    tree.set('2026/jan.csv', managed);
    expect((await sender.run(['upload', 'Tree', 'export/2026', '--name', 'x.csv'])).code).toBe(2);

    await sender.json(['deliver', 'Tree', pair.receiverAccount.email]);
    const [received] = await receiver.json(['received']);
    const files = (received as { fileName: string; fileId: string }[]).filter(({ fileName }) => tree.has(fileName));
    expect(files).toHaveLength(tree.size);
    const [{ requests }] = await receiver.json(['request', ...files.map(({ fileId }) => fileId)]);
    const { transferId: id } = await accept(requests[0].id);
    await receiver.json(['download', id, '--into', 'tree']);
    const found = readdirSync(join(receiver.home, 'tree'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(receiver.home, 'tree'), join(entry.parentPath, entry.name)));
    expect(found.sort()).toEqual([...tree.keys()].sort());
    for (const [path, content] of tree) expect(readFileSync(join(receiver.home, 'tree', path), 'utf8')).toBe(content);

    rmSync(join(receiver.home, 'tree'), { recursive: true });
    mkdirSync(join(receiver.home, 'tree'));
    mkdirSync(join(receiver.home, 'elsewhere'));
    symlinkSync(join(receiver.home, 'elsewhere'), join(receiver.home, 'tree/export'));
    const ran = await receiver.run(['download', id, '--into', 'tree']);
    expect(ran).toMatchObject({ code: 6, stderr: expect.stringContaining('is a link that leads out of tree') });
    expect(readdirSync(join(receiver.home, 'elsewhere'))).toEqual([]);
  });

  it('uploads many empty files in few calls, and none of them twice', async () => {
    const names = Array.from({ length: 450 }, (_, n) => `none/${n}.csv`);
    for (const name of names) write(name, '');
    for (const options of [[], ['--managed']]) {
      const upload = ['upload', 'Empty', 'none', '--create', ...options];
      const before = wire.seen.length;
      const uploaded = await sender.json(upload);
      expect(uploaded.map(({ status }: { status: string }) => status)).toEqual(names.map(() => 'uploaded'));
      expect(new Set(uploaded.map(({ name }: { name: string }) => name)).size).toBe(names.length);
      // three batches, and what any upload calls
      expect(wire.seen.length - before).toBeLessThan(30);
      const calls = wire.seen.length;
      const again = await sender.json(upload);
      expect(again.map(({ status }: { status: string }) => status)).toEqual(names.map(() => 'present'));
      expect(wire.seen.length - calls).toBeLessThan(30);
    }
  });

  it('verifies an export of the log offline', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const chainId = randomUUID();
    const said = {
      id: randomUUID(),
      sequence: 1,
      action: 'storage.file-uploaded',
      actor: 'ann@example.com',
      actorId: null,
      ip: null,
      requestId: null,
      message: 'uploaded a.csv',
    };
    const at = new Date();
    const entry = {
      ...said,
      companyId: chainId,
      at: at.toISOString(),
      hash: plainEntryHash(genesis, { ...said, chainId, at }),
    };
    const end = { companyId: chainId, sequence: 1, head: entry.hash, at: at.toISOString() };
    const signature = sign('sha256', Buffer.from(checkpointText(end)), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64url');
    const lines = (...items: object[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
    write('log.jsonl', lines(entry, { checkpoint: { ...end, keyId: keyId(publicKey), signature } }));
    write('public.pem', publicKey.export({ type: 'spki', format: 'pem' }));
    write('edited.jsonl', lines({ ...entry, message: 'uploaded b.csv' }));
    expect(await sender.json(['audit', 'verify', 'log.jsonl', '--key', 'public.pem'])).toEqual([
      { entries: 1, chains: 1, checkpoints: 1, signedEnds: 1, signaturesChecked: true },
    ]);
    expect(await sender.run(['audit', 'verify', 'edited.jsonl'])).toMatchObject({
      code: 5,
      stdout: '',
      stderr: expect.stringContaining('Line 1: entry'),
    });
  });

  it.each<[string[], number, RegExp]>([
    [['upload', 'Nightly'], 2, /missing required argument 'files'/],
    [['upload', 'Nowhere', 'large.csv'], 2, /Folder Nowhere not found/],
    [['upload', 'Nightly', 'no/*.csv'], 2, /no\/\*\.csv: no file matches/],
    [['upload', 'Nightly', '-', '--managed'], 2, /needs --name/],
    [['accept', 'x', '--expires', 'soon'], 2, /soon is neither a time/],
    [['accept', 'x', '--code', '12'], 2, /A step-up code has 5 digits\. It was not sent/],
    [['deliver', 'Nightly', 'x@example.com', '--until', '2001-01-01'], 2, /is in the past/],
    [['whoami', '--origin', 'ftp://example.com'], 2, /is not an address like/],
    [['download', 'f3a0c9d2-0000-4000-8000-000000000000'], 1, /\(NOT_FOUND, request \S+\)/],
    [['audit', 'verify', 'nothing.jsonl'], 6, /nothing\.jsonl: no such file/],
  ])('%s ends with %i and one line', async (args, code, words) => {
    const ran = await sender.run(args);
    expect([ran.code, ran.stdout]).toEqual([code, '']);
    expect(oneLine(ran)).toEqual([expect.stringMatching(words)]);
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('exits with 4 if the server does not answer, and with 5 for a wrong password', async () => {
    const nowhere = terminalOf({ TRADEPOST_ORIGIN: 'http://127.0.0.1:9', TRADEPOST_KEY: 'tp_test' });
    expect(await nowhere.run(['folders', '--retries', '1'])).toMatchObject({
      code: 4,
      stdout: '',
      stderr: expect.stringContaining('(NETWORK)'),
    });
    nowhere.remove();
    expect(
      await receiver.run(['download', transferId, '--into', 'locked'], { env: { TRADEPOST_PASSWORD: 'not this one' } }),
    ).toMatchObject({ code: 5, stderr: expect.stringContaining('VAULT_LOCKED') });
  });
});
