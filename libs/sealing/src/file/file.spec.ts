import { fromHex, concat, sha256, toHex, type Bytes } from '../crypto/bytes';
import { newFileKey, openFile, readFile, sealFile } from './file';
import { chunkSize, contentSize, encodeHeader, prefixSize, sealedChunkSize, sealedSize } from './format';
import { hashStream } from '../crypto/hash-stream';
import { counting, through } from '../testing/streams';

const file = { fileId: 'a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf', version: 1 };
const owner = '01890a5d-ac96-774b-bcce-b302099a8058';
const pattern = Uint8Array.from({ length: 2 * 64 * chunkSize + 1 }, (_, index) => index % 251);
const content = (size: number): Bytes => pattern.slice(0, size);
// jest compares large arrays slowly
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const sourceOf = (sealed: Bytes) => ({
  size: sealed.length,
  read: async (offset: number, length: number) => sealed.subarray(offset, offset + length),
});
const batch = 64 * chunkSize;
const borders = [0, 1, 15, 16, 17, chunkSize, 2 * chunkSize, 3 * chunkSize, batch, 2 * batch]
  .flatMap((size) => [size - 1, size, size + 1])
  .filter((size, index, all) => size >= 0 && all.indexOf(size) === index);

describe('sizes', () => {
  it('match the published ones', () => {
    expect(sealedSize(52_428_800)).toBe(52_480_100);
    expect(sealedSize(0)).toBe(28 + 56 + 16);
    expect(toHex(encodeHeader(file))).toBe('5344583101010000a0a1a2a3a4a5a6a7a8a9aaabacadaeaf00000001');
  });

  it('convert between content and sealed file, and refuse impossible sizes', () => {
    for (const size of borders) expect(contentSize(sealedSize(size))).toBe(size);
    for (const sealed of [
      0,
      prefixSize,
      prefixSize + 15,
      prefixSize + sealedChunkSize,
      prefixSize + sealedChunkSize + 15,
    ])
      expect(() => contentSize(sealed)).toThrow(expect.objectContaining({ problem: 'TRUNCATED' }));
    expect(() => sealedSize(-1)).toThrow(expect.objectContaining({ problem: 'MALFORMED' }));
    expect(() => sealedSize(2 ** 52)).toThrow(expect.objectContaining({ problem: 'TOO_LARGE' }));
  });
});

describe('a sealed file', () => {
  const fileKey = newFileKey();
  const seal = (size: number) => through(sealFile(fileKey, file), content(size));
  const open = (sealed: Uint8Array, pieceSize?: number) => through(openFile(fileKey, file), sealed, pieceSize);

  // sealed by another program: 20000 bytes, key 00..1f
  it('can be opened by another program, with the same bytes', async () => {
    const reference = concat(fromHex('5344583101010000a0a1a2a3a4a5a6a7a8a9aaabacadaeaf00000001'), counting(24, 0x40));
    const { bodyKeys, sealChunks } = await import('./body');
    const keys = await bodyKeys(
      fromHex('0a3d19bc4a0d84925c2c06b715f6972bbb05de3236b8f1e4ca4ee54b4f63335b'),
      counting(24, 0x40),
      encodeHeader(file),
    );
    const sealed = concat(
      reference,
      keys.commitment,
      await through(new TransformStream(sealChunks(keys)), content(20_000)),
    );
    expect(toHex(await sha256(sealed))).toBe('389b8ff3f808f3196f3721700a59c457cdb42422c8d5cb2e506814d21e1fb9a1');
    expect(same(await through(openFile(counting(32), file), sealed), content(20_000))).toBe(true);
  });

  it.each(borders)('of %d bytes opens to the same bytes, in pieces of any size', async (size) => {
    const sealed = await seal(size);
    expect(sealed.length).toBe(sealedSize(size));
    for (const pieceSize of size < 3 * chunkSize ? [997, sealedChunkSize, 1 << 20] : [65_536, 3 << 20])
      expect(same(await open(sealed, pieceSize), content(size))).toBe(true);
  });

  it('opens to the same bytes for any size and any pieces', async () => {
    // a fixed walk over sizes and pieces (Lehmer), the same in every run
    let state = 48_271;
    const next = (limit: number) => (state = (state * 48_271) % 0x7fffffff) % limit;
    for (let round = 0; round < 40; round++) {
      const size = next(6 * chunkSize);
      const sealed = await through(sealFile(fileKey, file), content(size), 1 + next(3 * chunkSize));
      expect(sealed.length).toBe(sealedSize(size));
      expect(same(await open(sealed, 1 + next(3 * chunkSize)), content(size))).toBe(true);
    }
  });

  it('has different bytes each time it is sealed', async () => {
    const [one, other] = [await seal(10), await seal(10)];
    expect(toHex(one.subarray(28, 52))).not.toBe(toHex(other.subarray(28, 52)));
    expect(toHex(one.subarray(52))).not.toBe(toHex(other.subarray(52)));
  });

  it.each<[string, number, (source: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>]>([
    ['sealed', 5, (source) => source.pipeThrough(sealFile(fileKey, file))],
    [
      'sealed and opened',
      9,
      (source) => source.pipeThrough(sealFile(fileKey, file)).pipeThrough(openFile(fileKey, file)),
    ],
  ])('is %s while at most %d MiB of it are held', async (_, held, pipe) => {
    const mebibyte = 1 << 20;
    let given = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(mebibyte));
        given += mebibyte;
      },
    });
    const reader = pipe(endless).getReader();
    for (let taken = 0; taken < 32 * mebibyte;) {
      taken += (await reader.read()).value!.length;
      expect(given - taken).toBeLessThanOrEqual(held * mebibyte);
    }
    await reader.cancel();
  });

  it('gives any range of its content', async () => {
    const size = 3 * chunkSize + 100;
    const reader = await readFile(fileKey, file, sourceOf(await seal(size)));
    expect(reader.size).toBe(size);
    const edges = [0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 2 * chunkSize, 3 * chunkSize, size - 1, size];
    for (const start of edges)
      for (const end of edges.filter((edge) => edge >= start))
        expect(same(await reader.read(start, end), content(size).subarray(start, end))).toBe(true);
    await expect(reader.read(0, size + 1)).rejects.toMatchObject({ problem: 'MALFORMED' });
    await expect(reader.read(5, 4)).rejects.toMatchObject({ problem: 'MALFORMED' });
  });

  it.each([0, 2 * chunkSize])('gives ranges when it has %d bytes and ends with an empty chunk', async (size) => {
    const reader = await readFile(fileKey, file, sourceOf(await seal(size)));
    expect(same(await reader.read(0, size), content(size))).toBe(true);
    expect(same(await reader.read(size, size), content(0))).toBe(true);
  });

  describe('is refused', () => {
    const size = 2 * chunkSize + 10;
    let sealed: Bytes;
    beforeAll(async () => (sealed = await seal(size)));
    const chunk = (index: number) =>
      sealed.subarray(prefixSize + index * sealedChunkSize, prefixSize + (index + 1) * sealedChunkSize);
    const head = () => sealed.subarray(0, prefixSize);
    const either = async (bytes: Bytes, problem: string, atRandom = problem) => {
      await expect(open(bytes)).rejects.toMatchObject({ name: 'SealingError', problem });
      await expect(
        readFile(fileKey, file, sourceOf(bytes)).then((reader) => reader.read(0, reader.size)),
      ).rejects.toMatchObject({ name: 'SealingError', problem: atRandom });
    };

    it('with a chunk dropped', () => either(concat(head(), chunk(0), chunk(2)), 'TAMPERED'));
    it('with its first chunk dropped', () => either(concat(head(), chunk(1), chunk(2)), 'TAMPERED'));
    it('with two chunks swapped', () => either(concat(head(), chunk(1), chunk(0), chunk(2)), 'TAMPERED'));
    it('with a chunk repeated', () => either(concat(head(), chunk(0), chunk(0), chunk(1), chunk(2)), 'TAMPERED'));
    it('with a chunk in another’s place', () => either(concat(head(), chunk(0), chunk(0), chunk(2)), 'TAMPERED'));
    it('cut at a chunk border', () => either(concat(head(), chunk(0), chunk(1)), 'TRUNCATED'));
    it('cut after its head', () => either(concat(head()), 'TRUNCATED'));
    it('cut in its head', () => either(sealed.slice(0, prefixSize - 1), 'TRUNCATED'));
    it('when it is empty', () => either(new Uint8Array(), 'TRUNCATED'));
    it('cut inside a chunk', () => either(concat(head(), chunk(0), chunk(1).subarray(0, 500)), 'TAMPERED'));
    it('cut inside a tag', () => either(concat(head(), chunk(0), chunk(1), chunk(2).subarray(0, 15)), 'TRUNCATED'));
    it('with its last byte missing', () => either(sealed.slice(0, -1), 'TAMPERED'));
    it('with a byte after its end', () => either(concat(sealed, counting(1)), 'TAMPERED'));
    it('with its last chunk twice', () => either(concat(sealed, chunk(2)), 'TAMPERED'));
    it('with the bytes of an empty chunk after its end', () => either(concat(sealed, counting(16)), 'TAMPERED'));

    it('with one bit flipped anywhere', async () => {
      const flip = (at: number, bit: number) => {
        const flipped = sealed.slice();
        flipped[at]! ^= 1 << bit;
        return open(flipped).then(
          () => 'opened',
          (error) => error.problem,
        );
      };
      const expectedAt = (at: number) =>
        at < 4
          ? 'MALFORMED'
          : at < 8
            ? 'UNSUPPORTED'
            : at < 28
              ? 'WRONG_FILE'
              : at < prefixSize
                ? 'WRONG_KEY'
                : 'TAMPERED';
      for (let at = 0; at < prefixSize; at++)
        for (let bit = 0; bit < 8; bit++) expect(await flip(at, bit)).toBe(expectedAt(at));
      const places = [0, 1, 2].flatMap((index) =>
        [0, 1, chunk(index).length - 17, chunk(index).length - 16, chunk(index).length - 1].map(
          (within) => prefixSize + index * sealedChunkSize + within,
        ),
      );
      const elsewhere = Array.from(
        { length: 40 },
        (_, index) => prefixSize + ((index * 7919) % (sealed.length - prefixSize)),
      );
      for (const at of [...places, ...elsewhere]) expect(await flip(at, at % 8)).toBe('TAMPERED');
    });

    it('as another file, another version, or with another key', async () => {
      await expect(through(openFile(fileKey, { ...file, fileId: owner }), sealed)).rejects.toMatchObject({
        problem: 'WRONG_FILE',
      });
      await expect(through(openFile(fileKey, { ...file, version: 2 }), sealed)).rejects.toMatchObject({
        problem: 'WRONG_FILE',
      });
      await expect(through(openFile(newFileKey(), file), sealed)).rejects.toMatchObject({ problem: 'WRONG_KEY' });
    });

    it('when its header was rewritten to match the request', async () => {
      const other = { ...file, version: 2 };
      await expect(
        through(openFile(fileKey, other), concat(encodeHeader(other), sealed.subarray(28))),
      ).rejects.toMatchObject({ problem: 'WRONG_KEY' });
    });

    it('and returns no bytes that are not authentic', async () => {
      const long = await seal(2 * batch);
      long[prefixSize + 70 * sealedChunkSize]! ^= 1;
      const opened: Uint8Array[] = [];
      const collect = async () => {
        for await (const piece of new Blob([long]).stream().pipeThrough(openFile(fileKey, file))) opened.push(piece);
      };
      await expect(collect()).rejects.toMatchObject({ problem: 'TAMPERED' });
      const out = concat(...opened);
      expect(out.length).toBeLessThanOrEqual(batch); // a stream that fails drops what nobody had read yet
      expect(same(out, content(2 * batch).subarray(0, out.length))).toBe(true);
    });
  });

  it('refuses a key or an id of the wrong form before anything is written', async () => {
    await expect(through(sealFile(counting(31), file), content(1))).rejects.toMatchObject({ problem: 'MALFORMED' });
    await expect(
      through(sealFile(fileKey, { fileId: file.fileId.toUpperCase(), version: 1 }), content(1)),
    ).rejects.toMatchObject({ problem: 'MALFORMED' });
    await expect(through(sealFile(fileKey, { ...file, version: 2 ** 32 }), content(1))).rejects.toMatchObject({
      problem: 'MALFORMED',
    });
  });
});

describe('hashing', () => {
  it('passes a stream on and has its SHA-256 when it has ended', async () => {
    const { stream, digest } = await hashStream();
    expect(() => digest()).toThrow('not ended');
    expect(same(await through(stream, content(100_000)), content(100_000))).toBe(true);
    expect(digest()).toBe(toHex(await sha256(content(100_000))));
  });
});
