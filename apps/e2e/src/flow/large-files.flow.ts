import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, openSync, readFileSync, writeFileSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import type { Terminal } from '@tradepost/tools/client/terminal';
import { largeFileUnderKills } from '@tradepost/tools/faults/large';
import { terminalOf, terminalsWithKeys } from '../support/command-line';
import { tradingPair, type Pair } from '../support/main-path';
import { temporaryTopology, type TemporaryTopology } from '../support/topology';

const MB = 1024 ** 2;
/** Content of the large file. `LARGE_FILE_MB=300` measures more. */
const largeBytes = Number(process.env.LARGE_FILE_MB ?? 128) * MB;
/** What a transfer may add to the memory of a command that transfers a small file, which needs 64 MiB for a password: the parts under way need as much. */
const mostMore = 48 * MB;
const settings = {
  MAX_FILE_BYTES: String(largeBytes),
  ALLOWED_FILE_TYPES: 'csv,parquet,bin',
  STORAGE_BYTES_PER_COMPANY: String(3 * largeBytes + MB),
};

describe('an installation that accepts larger files of other types', () => {
  let topology: TemporaryTopology;
  let pair: Pair;
  let sender: Terminal;
  let receiver: Terminal;
  let requestId: string;
  let transferId: string;
  let hash: string;

  beforeAll(async () => {
    topology = await temporaryTopology('embedded', { env: settings });
    pair = await tradingPair(topology);
    ({ sender, receiver } = await terminalsWithKeys(topology.origin, pair));
    hash = writeRandom(join(sender.home, 'large.parquet'), largeBytes);
    writeFileSync(join(sender.home, 'small.parquet'), randomBytes(1000));
  });
  afterAll(async () => {
    for (const terminal of [sender, receiver]) terminal?.remove();
    await topology?.stop();
  });

  /** Runs a command. @returns what it reports, and the most memory that its process had */
  const measured = async (terminal: Terminal, args: string[]) => {
    const file = join(terminal.home, 'peak');
    const env = {
      PEAK_FILE: file,
      NODE_OPTIONS: `--require ${join(__dirname, '../support/process/report-peak.cjs')}`,
    };
    const reported = await terminal.json(args, { env });
    return { reported, peak: Number(readFileSync(file, 'utf8')) };
  };

  it('tells the limits before a file is read', async () => {
    const answer = (await (await fetch(`${topology.origin}/api/site`)).json()) as { uploads: unknown };
    expect(answer.uploads).toEqual({ maxFileBytes: largeBytes, fileTypes: ['csv', 'parquet', 'bin'] });
    expect((await pair.sender.send(routes.stats, {})).totalStorage).toBe(3 * largeBytes + MB);
    writeFileSync(join(sender.home, 'a.pdf'), '%PDF-1.7');
    writeRandom(join(sender.home, 'more.parquet'), largeBytes + 1);
    const { code, stderr } = await sender.run(['upload', 'Large', 'a.pdf', 'more.parquet', '--create']);
    expect(code).not.toBe(0);
    expect(stderr).toContain('a.pdf is not one of the supported formats: CSV, PARQUET, BIN');
    expect(stderr).toContain(`more.parquet: is larger than ${largeBytes / MB} MB`);
  });

  it('seals and sends a file of any size in the memory that a small one takes', async () => {
    const small = await measured(sender, ['upload', 'Large', 'small.parquet', '--create']);
    const large = await measured(sender, ['upload', 'Large', 'large.parquet']);
    expect(large.reported).toMatchObject([{ status: 'uploaded', size: largeBytes, mode: 'e2e', sha256: hash }]);
    console.log(`${largeBytes / MB} MB up: ${MBs(large.peak)} MB, a small file: ${MBs(small.peak)} MB`);
    expect(large.peak - small.peak).toBeLessThan(mostMore);
  });

  it('takes standard input, which is larger than what it holds', async () => {
    const piped = await sender.json(['upload', 'Large', '-', '--name', 'piped.csv', '--managed'], {
      input: Buffer.alloc(6 * MB, 'a,b\n'),
    });
    expect(piped).toMatchObject([{ status: 'uploaded', size: 6 * MB, mode: 'managed' }]);
    const tooLong = await sender.run(['upload', 'Large', '-', '--name', 'piped.csv', '--managed'], {
      input: Buffer.alloc(largeBytes + 1, 'a,b\n'),
    });
    expect(tooLong.stderr).toContain(`piped.csv: is larger than ${largeBytes / MB} MB`);
  });

  it('delivers it to a receiver, who opens it in the memory that a small one takes', async () => {
    await sender.json(['deliver', 'Large', pair.receiverAccount.email]);
    const [received] = (await receiver.json(['received'])) as [{ fileId: string; mode: string }[]];
    const ids = received.filter(({ mode }) => mode === 'e2e').map(({ fileId }) => fileId);
    const [{ requests }] = (await receiver.json(['request', ...ids])) as [{ requests: { id: string }[] }];
    requestId = requests[0]?.id ?? '';
    const accepting = sender.start(['accept', requestId, '--receiver', pair.receiverAccount.email, '--json']);
    await accepting.said('Step-up code: ');
    const mail = { to: pair.senderAccount.email, subject: /accept a file request/i };
    accepting.write(`${codeIn(await inboxAt(topology.inboxUrl).waitForMail(mail))}\n`);
    ({ transferId } = JSON.parse((await accepting.ended).stdout) as { transferId: string });
    const { reported, peak } = await measured(receiver, ['download', transferId, '--into', 'data']);
    expect(reported.map(({ status }) => status)).toEqual(['downloaded', 'downloaded']);
    const opened = createHash('sha256');
    await pipeline(createReadStream(join(receiver.home, 'data/large.parquet')), opened);
    expect(opened.digest('hex')).toBe(hash);
    const again = await measured(receiver, ['download', transferId, '--into', 'data']);
    console.log(`${largeBytes / MB} MB down: ${MBs(peak)} MB, nothing to download: ${MBs(again.peak)} MB`);
    expect(peak - again.peak).toBeLessThan(mostMore);
  });

  it('loses nothing when both clients are killed (npm run faults -- large does more of it)', async () => {
    const { losses } = await largeFileUnderKills(topology, { bytes: largeBytes, kills: 2, newTerminal: terminalOf });
    expect(Object.entries(losses).filter(([, count]) => count !== 0)).toEqual([]);
  });
});

const MBs = (bytes: number) => Math.round(bytes / MB);

/** Writes random bytes in pieces. @returns their SHA-256 */
function writeRandom(path: string, size: number): string {
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  for (let left = size; left > 0;) {
    const piece = randomBytes(Math.min(left, 4 * MB));
    writeSync(file, piece);
    hash.update(piece);
    left -= piece.length;
  }
  closeSync(file);
  return hash.digest('hex');
}
