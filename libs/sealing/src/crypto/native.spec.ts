import fc from 'fast-check';
import { fromHex, utf8 } from '../crypto/bytes';
import { counting, through } from '../testing/streams';

/** The modules as a browser loads them, and as Node does. */
async function loaded(isBrowser: boolean) {
  jest.resetModules();
  const node = process.getBuiltinModule.bind(process);
  const hidden = jest.spyOn(process, 'getBuiltinModule');
  hidden.mockImplementation((name: string) => (isBrowser ? (undefined as never) : node(name)));
  const { native } = await import('./native');
  const bytes = await import('./bytes');
  const primitives = await import('./primitives');
  const { newHash } = await import('./hash-stream');
  const { partSums } = await import('./part-sums');
  const { LocalHkdf } = await import('./local-hkdf');
  const body = await import('../file/body');
  hidden.mockRestore();
  return { native, bytes, primitives, newHash, partSums, LocalHkdf, body };
}

const header = fromHex('5344583101010000a0a1a2a3a4a5a6a7a8a9aaabacadaeaf00000001');
const content = Uint8Array.from({ length: 50_000 }, (_, index) => index % 251);

/** What each primitive makes of the same input. */
async function outputs(isBrowser: boolean) {
  const { native, bytes, primitives, newHash, LocalHkdf, body } = await loaded(isBrowser);
  expect(native === undefined).toBe(isBrowser);
  const { toHex } = bytes;
  const hash = await newHash();
  hash.update(content.subarray(0, 100));
  hash.update(content.subarray(100));
  const hkdf = new LocalHkdf();
  const keys = await body.bodyKeys(counting(32), counting(24, 0x40), header);
  const sealed = await through(new TransformStream(body.sealChunks(keys)), content);
  expect(Buffer.compare(await through(new TransformStream(body.openChunks(keys)), sealed), content)).toBe(0);
  const changed = new Uint8Array(sealed.with(20_000, sealed[20_000]! ^ 1));
  await expect(through(new TransformStream(body.openChunks(keys)), changed)).rejects.toMatchObject({
    problem: 'TAMPERED',
  });
  return {
    sha256: toHex(await bytes.sha256(content)),
    hash: hash.digest(),
    hkdf: toHex(await primitives.hkdfSha256(counting(32), counting(9), 42, counting(5))),
    expanded: toHex(await primitives.hkdfExpandSha512(counting(32), counting(9), 76)),
    extracted: toHex(new Uint8Array(await hkdf.extract(new Uint8Array(), counting(40)))),
    both: toHex(new Uint8Array(await hkdf.extractAndExpand(counting(32), counting(40), counting(9), 12))),
    body: toHex(await bytes.sha256(bytes.concat(counting(24, 0x40), keys.commitment, sealed))),
  };
}

it('computes the same in Node and in a browser, and the same as another program', async () => {
  const inNode = await outputs(false);
  expect(await outputs(true)).toEqual(inNode);
  expect(inNode.hash).toBe(inNode.sha256);
  expect(inNode.body).toBe('151e557d58fb3c3e122cbbb88eac1144b6fd289d7eb4f0fdf8fa2679735f8bfa');
});

describe('the sums of a part', () => {
  it.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e', 0],
    ['abc', '900150983cd24fb0d6963f7d28e17f72', 0x352441c2],
    ['123456789', '25f9e794323b453885f5181f1b624d0b', 0xcbf43926],
  ])('are those of the standards: %j', async (text, md5, crc32) => {
    for (const isBrowser of [false, true])
      expect(await (await loaded(isBrowser)).partSums(utf8(text))).toEqual({ md5, crc32 });
  });

  it('are the same in Node and in a browser, of any bytes and of a view of them', async () => {
    const [inNode, inBrowser] = [await loaded(false), await loaded(true)];
    // hash-wasm takes 16 KiB at a time
    const size = fc.oneof(fc.nat({ max: 200 }), fc.constantFrom(16_383, 16_384, 16_385, 32_768, 100_000));
    const property = fc.asyncProperty(size, fc.nat({ max: 9 }), fc.nat({ max: 255 }), async (length, from, seed) => {
      const bytes = Uint8Array.from({ length: from + length }, (_, index) => (index * index + seed) >> 3);
      const view = bytes.subarray(from);
      const sums = await inNode.partSums(view);
      expect(await inBrowser.partSums(view)).toEqual(sums);
      expect(await inBrowser.partSums(bytes.slice(from))).toEqual(sums);
    });
    await fc.assert(property, { numRuns: 200, seed: 1 });
  });

  it('are computed also where Node has no MD5', async () => {
    const { native, partSums } = await loaded(false);
    const strict = jest.spyOn(native!, 'getFips').mockReturnValue(1);
    const hashes = jest.spyOn(native!, 'createHash').mockImplementation(() => {
      throw new Error('unsupported');
    });
    expect(await partSums(utf8('abc'))).toEqual({ md5: '900150983cd24fb0d6963f7d28e17f72', crc32: 0x352441c2 });
    strict.mockRestore();
    hashes.mockRestore();
  });
});
