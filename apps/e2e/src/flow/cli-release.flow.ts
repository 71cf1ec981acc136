import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Terminal } from '@tradepost/tools/client/terminal';
import { root } from '@tradepost/tools/topology/paths';
import { tradingPair } from '../support/main-path';
import { temporaryTopology, type TemporaryTopology } from '../support/topology';

/** Passwords cost here what they cost people: the costs are fixed in what is packed. */
const realCosts = { NODE_OPTIONS: '' };

describe('the released command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradepost-release-'));
  const terminals: Terminal[] = [];
  let topology: TemporaryTopology;
  let packed: { sha256: string; file: string }[];
  let programs: { installed: string; alone: string };

  const terminal = (password: string, program: string) => {
    const one = new Terminal({ ...realCosts, TRADEPOST_ORIGIN: topology.origin, TRADEPOST_PASSWORD: password }, [
      program,
    ]);
    terminals.push(one);
    return one;
  };

  const pack = (name: string) => {
    const packing = [join(root, 'tools/dist/developer/release/release-cli.js'), join(folder, name)];
    const printed = execFileSync(process.execPath, packing, { cwd: folder, stdio: 'pipe' }).toString();
    return [...printed.matchAll(/^(\w{64}) {2}(\S+)/gm)].map(([, sha256, file]) => ({ sha256: sha256!, file: file! }));
  };

  beforeAll(async () => {
    packed = pack('one');
    const [archive, alone] = packed.map(({ file }) => file) as [string, string];
    const place = join(folder, 'two');
    mkdirSync(place);
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', place, archive], {
      stdio: 'pipe',
    });
    programs = { installed: join(place, 'node_modules/.bin/tradepost'), alone };
    topology = await temporaryTopology('embedded', { env: realCosts });
  });
  afterAll(async () => {
    await topology?.stop();
    for (const one of terminals) one.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('does not depend on the folder in which it was built', () => {
    expect(readFileSync(programs.installed, 'utf8')).not.toContain(root.slice(1));
    const hashes = (of: typeof packed) => of.map(({ sha256 }) => sha256);
    expect(hashes(pack('built/again'))).toEqual(hashes(packed));
  });

  it('returns the memory that a password and the label of an address take', () => {
    const thread = join(root, 'apps/cli/dist/memory/password-thread.js');
    const program = `const { threadWork } = require(${JSON.stringify(thread)});
      const salt = 'A'.repeat(22);
      const memory = () => process.memoryUsage().rss;
      const before = memory();
      threadWork.labelOf('ann@example.com', 'here')
        .then(() => threadWork.passwords.formerOf('a password', { salt, hashSalt: salt }))
        .then(({ secret }) => console.log(JSON.stringify({ kind: secret.kind, more: memory() - before })));`;
    const printed = execFileSync(process.execPath, ['-e', program], { env: realCosts }).toString();
    const { kind, more } = JSON.parse(printed) as { kind: string; more: number };
    expect(kind).toBe('former');
    // each takes 64 MiB
    expect(more).toBeLessThan(32 * 1024 ** 2);
  });

  it('signs in, creates keys and seals files: the package with Node, and the program without', async () => {
    const { senderAccount, receiverAccount } = await tradingPair(topology);
    for (const [{ email, password }, program] of [
      [receiverAccount, programs.installed],
      [senderAccount, programs.alone],
    ] as const) {
      const one = terminal(password, program);
      expect(await one.json(['login', '--email', email])).toMatchObject([{ email }]);
      expect(await one.json(['keys', 'create'])).toMatchObject([{ fingerprint: expect.stringMatching(/\d{5}/) }]);
    }
    const sender = terminals[1] as Terminal;
    writeFileSync(join(sender.home, 'prices.csv'), 'id,price\n1,2\n');
    expect(await sender.json(['upload', 'Prices', '*.csv', '--create'])).toMatchObject([
      { name: 'prices.csv', status: 'uploaded', mode: 'e2e' },
    ]);
  });
});
