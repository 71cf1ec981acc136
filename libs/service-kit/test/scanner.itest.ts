import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eicar, startClamd, type Clamd, type ClamdFault } from '@tradepost/testing/servers/clamd';
import { waitFor } from '@tradepost/testing/wait-for';
import { registry } from '../src/observability/metrics';
import { DirectoryObjectStore } from '../src/objects/directory-object-store';
import { ClamAv } from '../src/security/scanner/clamav';
import { openScanner, scannerUrl } from '../src/security/scanner/open';
import { Infected, ScannerUnavailable, type Scanner } from '../src/security/scanner/scanner';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
async function* pieces(...bytes: Buffer[]) {
  yield* bytes;
}
const read = async (source: AsyncIterable<Uint8Array>) => {
  const got: Uint8Array[] = [];
  for await (const piece of source) got.push(piece);
  return Buffer.concat(got);
};

let clamd: Clamd;
let directory: string;
let scanner: Scanner;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tradepost-scanner-'));
  clamd = await startClamd();
  scanner = openScanner(clamd.url);
});
beforeEach(() => Object.assign(clamd, { fault: null, delayMs: 0, streamMaxLength: Number.POSITIVE_INFINITY }));
afterEach(async () => {
  await waitFor(() => clamd.connections().open === 0, { what: 'every connection to be closed' });
});
afterAll(async () => {
  await clamd.stop();
  await rm(directory, { recursive: true, force: true });
});

it('sends all of a source to the scanner and returns it unchanged', async () => {
  const bytes = randomBytes(5_000_000);
  const got = await read(
    scanner.watch(
      pieces(bytes.subarray(0, 1), Buffer.alloc(0), bytes.subarray(1, 3_000_000), bytes.subarray(3_000_000)),
    ),
  );
  expect(got.equals(bytes)).toBe(true);
  expect(clamd.scanned.at(-1)).toBe(sha256(bytes));
  expect((await read(scanner.watch(pieces()))).length).toBe(0);
  expect(clamd.scanned.at(-1)).toBe(sha256(Buffer.alloc(0)));
  expect(scanner.verdict).toBe('clean');
});

it('also works over a unix socket', async () => {
  const local = await startClamd(join(directory, 'clamd.ctl'));
  await expect(read(openScanner(local.url).watch(pieces(Buffer.from(`a${eicar}`))))).rejects.toThrow(Infected);
  await read(openScanner(local.url).watch(pieces(Buffer.from('a'))));
  expect(local.scanned).toHaveLength(2);
  await local.stop();
});

it('names what it found, at any position, and nothing reaches the store', async () => {
  const store = new DirectoryObjectStore(join(directory, 'objects'));
  await store.prepare();
  const cut = 30;
  const infected = [
    Buffer.concat([randomBytes(400_000), Buffer.from(eicar.slice(0, cut))]),
    Buffer.concat([Buffer.from(eicar.slice(cut)), randomBytes(400_000)]),
    randomBytes(9),
  ];
  for (const source of [infected, [Buffer.from(eicar)]]) {
    const { length } = Buffer.concat(source);
    for (const size of [undefined, length]) {
      const put = store.put('a/b', scanner.watch(pieces(...source)), size === undefined ? {} : { size });
      await expect(put).rejects.toMatchObject({ name: 'Infected', signature: 'Win.Test.EICAR_HDB-1' });
      expect(await store.stat('a/b')).toBeNull();
    }
  }
});

it('holds the last bytes back until there is a verdict', async () => {
  clamd.delayMs = 200;
  const started = Date.now();
  const watched = scanner.watch(pieces(Buffer.from('one'), Buffer.from('two')))[Symbol.asyncIterator]();
  expect((await watched.next()).value?.toString()).toBe('one');
  const soFar = clamd.scanned.length;
  expect((await watched.next()).value?.toString()).toBe('two');
  expect(clamd.scanned.length).toBe(soFar + 1);
  expect(Date.now() - started).toBeGreaterThan(190);
  expect((await watched.next()).done).toBe(true);
});

it('gives no verdict on content that it could not scan', async () => {
  const waiting = (waitMs: number) =>
    new ClamAv({ host: '127.0.0.1', port: Number(new URL(clamd.url).port) }, { connectMs: 10_000, waitMs });
  const [shortTimeout, longTimeout] = [waiting(100), waiting(10_000)];
  const large = () => pieces(...Array.from({ length: 64 }, () => randomBytes(256 * 1024)));
  const faults: [ClamdFault, ClamAv, string][] = [
    ['silent', shortTimeout, 'no answer from the scanner within 100 ms'],
    ['stuck', shortTimeout, 'no answer from the scanner within 100 ms'],
    ['hangs-up', longTimeout, ''],
    ['garbage', longTimeout, 'the scanner answered: HTTP/1.1 400 Bad Request'],
    ['chatter', longTimeout, 'the answer of the scanner is too long'],
  ];
  for (const [fault, watcher, why] of faults) {
    clamd.fault = fault;
    const failure = await read(watcher.watch(large())).catch((error: unknown) => error);
    expect([fault, failure]).toEqual([fault, expect.any(ScannerUnavailable)]);
    expect(((failure as Error).cause as Error).message).toContain(why);
  }
});

it('gives no verdict on content over the daemon’s own limit', async () => {
  clamd.streamMaxLength = 300_000;
  for (const source of [
    pieces(randomBytes(400_000)),
    pieces(...Array.from({ length: 100 }, () => randomBytes(100_000))),
  ]) {
    await expect(read(scanner.watch(source))).rejects.toThrow(ScannerUnavailable);
  }
  expect((await read(scanner.watch(pieces(randomBytes(300_000))))).length).toBe(300_000);
});

it('fails at once without a daemon, before a byte is read', async () => {
  const gone = await startClamd();
  await gone.stop();
  let isRead = false;
  async function* source() {
    isRead = true;
    yield Buffer.from('x');
  }
  const failed = async () =>
    /tradepost_scans_total\{verdict="failed"\} (\d+)/.exec(
      await registry.getSingleMetricAsString('tradepost_scans_total'),
    )?.[1];
  const before = Number(await failed());
  await expect(read(openScanner(gone.url).watch(source()))).rejects.toThrow(ScannerUnavailable);
  await expect(read(openScanner(`unix://${directory}/none.ctl`).watch(source()))).rejects.toThrow(ScannerUnavailable);
  expect([isRead, Number(await failed())]).toEqual([false, before + 2]);
});

it('reports why a source failed, and closes the connection to the daemon', async () => {
  async function* broken() {
    yield randomBytes(1_000);
    throw new Error('the caller went away');
  }
  await expect(read(scanner.watch(broken()))).rejects.toThrow('the caller went away');
  for await (const _ of scanner.watch(pieces(randomBytes(10), randomBytes(10)))) break;
});

it('does nothing if no scanner is configured', async () => {
  const source = pieces(Buffer.from('x'));
  expect(openScanner(undefined).watch(source)).toBe(source);
  expect(openScanner(undefined).verdict).toBe('none');
});

it.each([
  ['tcp://clamav:3310', true],
  ['tcp://[::1]:3310', true],
  ['unix:///run/clamav/clamd.ctl', true],
  ['tcp://clamav', false],
  ['unix://clamd.ctl', false],
  ['http://clamav:3310', false],
  ['clamav:3310', false],
])('reads %s: %s', (url, isGood) => {
  expect(scannerUrl.test(url)).toBe(isGood);
});
