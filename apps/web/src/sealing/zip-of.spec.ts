import { randomBytes, randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newFileKey, sealFile } from '@tradepost/sealing/file/file';
import { sha256, toHex, type Bytes } from '@tradepost/sealing/crypto/bytes';
import type { PlannedEntry } from '@tradepost/client/transfers/planned-download';
import { readPieces, servePieces } from '../workers/pieces';
import { zipOf } from './zip-of';

const streamOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]).stream() as ReadableStream<Bytes>;
const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream as ReadableStream<Bytes>).arrayBuffer());

/** A bundle as the service makes it: objects with bytes of no interest between them. */
async function bundleOf(sizes: number[]) {
  const parts: Uint8Array[] = [];
  const entries: PlannedEntry[] = [];
  const contents: Uint8Array[] = [];
  let at = 0;
  for (const [index, size] of sizes.entries()) {
    const content = new Uint8Array(randomBytes(size));
    const [fileKey, file] = [newFileKey(), { fileId: randomUUID(), version: 1 }];
    const isSealed = index !== 1;
    const object = isSealed ? await bytesOf(streamOf(content).pipeThrough(sealFile(fileKey, file))) : content;
    const gap = new Uint8Array(30 + index);
    parts.push(gap, object);
    contents.push(content);
    entries.push({
      name: `file ${index}.bin`,
      offset: at + gap.length,
      length: object.length,
      size,
      sha256: toHex(await sha256(content)),
      ...(isSealed && { sealed: { fileKey, file } }),
    });
    at += gap.length + object.length;
  }
  return { bundle: Buffer.concat([...parts, new Uint8Array(50)]), entries, contents };
}

const passed = async (stream: ReadableStream<Bytes>) => {
  const { port1, port2 } = new MessageChannel();
  const served = servePieces(stream, port1);
  const read = bytesOf(readPieces(port2));
  const results = await Promise.allSettled([served, read]);
  port1.close();
  port2.close();
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return await read;
};

/** What another program finds in a ZIP: names with hashes. */
function unpacked(zip: Uint8Array): [string, string][] {
  const directory = mkdtempSync(join(tmpdir(), 'tradepost-zip-'));
  writeFileSync(join(directory, 'a.zip'), zip);
  const script =
    'import sys,zipfile,hashlib,json;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(json.dumps([[n,hashlib.sha256(z.read(n)).hexdigest()] for n in z.namelist()]))';
  try {
    return JSON.parse(execFileSync('python3', ['-c', script, join(directory, 'a.zip')]).toString()) as [
      string,
      string,
    ][];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Its last bytes come in a turn of their own, as over a network. */
const withLateEnd = (bundle: Uint8Array) => {
  const pieces = [bundle.subarray(0, -50), bundle.subarray(-50)];
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        await new Promise(setImmediate);
        const piece = pieces.shift();
        if (piece) controller.enqueue(new Uint8Array(piece));
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
};

it.each([
  ['at once', streamOf],
  ['with a late end', withLateEnd],
])('creates a normal ZIP from sealed and managed files that come %s', async (_, stream) => {
  const { bundle, entries, contents } = await bundleOf([70_000, 5_000, 0, 1_500_000]);
  const zip = await passed(zipOf(entries, stream(bundle)));
  expect(unpacked(zip)).toEqual(
    await Promise.all(contents.map(async (content, index) => [`file ${index}.bin`, toHex(await sha256(content))])),
  );
});

describe('content that differs from the sealed content stops the download', () => {
  it.each([
    [
      'a flipped bit in a chunk',
      'TAMPERED',
      (bundle: Buffer, [first]: PlannedEntry[]) =>
        bundle.writeUInt8(bundle.readUInt8((first?.offset ?? 0) + 20_000) ^ 1, (first?.offset ?? 0) + 20_000),
    ],
    [
      'a flipped bit in a managed file',
      'TAMPERED',
      (bundle: Buffer, [, second]: PlannedEntry[]) =>
        bundle.writeUInt8(bundle.readUInt8(second?.offset ?? 0) ^ 1, second?.offset ?? 0),
    ],
    [
      'another hash than the sender said',
      'META_MISMATCH',
      (_: Buffer, [first]: PlannedEntry[]) => Object.assign(first ?? {}, { sha256: '0'.repeat(64) }),
    ],
    [
      'another size than the sender said',
      'META_MISMATCH',
      (_: Buffer, [first]: PlannedEntry[]) => Object.assign(first ?? {}, { size: 69_999 }),
    ],
    [
      'another file in its place',
      'WRONG_FILE',
      (_: Buffer, [first]: PlannedEntry[]) => Object.assign(first?.sealed?.file ?? {}, { version: 2 }),
    ],
    [
      'a key of another file',
      'WRONG_KEY',
      (_: Buffer, [first]: PlannedEntry[]) => Object.assign(first?.sealed ?? {}, { fileKey: newFileKey() }),
    ],
  ])('%s', async (_what, problem, spoil) => {
    const { bundle, entries } = await bundleOf([70_000, 5_000]);
    spoil(bundle, entries);
    await expect(passed(zipOf(entries, streamOf(bundle)))).rejects.toMatchObject({ problem });
  });

  it('a bundle that ends early', async () => {
    const { bundle, entries } = await bundleOf([70_000, 5_000]);
    await expect(passed(zipOf(entries, streamOf(bundle.subarray(0, 60_000))))).rejects.toMatchObject({
      problem: 'TRUNCATED',
    });
  });
});
