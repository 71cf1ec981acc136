import { bodyKeys, chunkNonce, openChunks, sealChunks } from './body';
import { fromHex, concat, sha256, toHex, type Bytes } from '../crypto/bytes';
import { maxChunks } from './format';
import { counting, through } from '../testing/streams';

const inputKey = counting(32);
const salt = counting(24, 0x40);
const header = fromHex('5344583101010000a0a1a2a3a4a5a6a7a8a9aaabacadaeaf00000001');

const content = (size: number): Bytes => Uint8Array.from({ length: size }, (_, index) => index % 251);

describe('the body', () => {
  // computed by two independent programs: the digest of salt, commitment and chunks
  it.each([
    [0, '96898b8e40ba49f6491afae91ae26c296836b2d235e36a226407515d7d96eac0'],
    [1, '98af3a184900b609b1552d6408cb239dacca7be563cccf66c14b9409759c4317'],
    [16383, '91c1ac7a238c2b9ea142bc0f15392a2153b50c96be70ddad244f4cabc851b1b8'],
    [16384, '4c1169abd6bfefd07284f9a1fef8b69ec83597eead63d95a119361a47696c347'],
    [50000, '151e557d58fb3c3e122cbbb88eac1144b6fd289d7eb4f0fdf8fa2679735f8bfa'],
  ])('of %d bytes matches the published one, and opens', async (size, digest) => {
    const keys = await bodyKeys(inputKey, salt, header);
    const chunks = await through(new TransformStream(sealChunks(keys)), content(size));
    expect(toHex(await sha256(concat(salt, keys.commitment, chunks)))).toBe(digest);
    expect(Buffer.compare(await through(new TransformStream(openChunks(keys)), chunks), content(size))).toBe(0);
  });

  it('numbers chunks in the last five bytes of the nonce, big-endian', () => {
    const base = fromHex('ffffffffffff000000000000');
    expect(toHex(chunkNonce(base, 0))).toBe('ffffffffffff000000000000');
    expect(toHex(chunkNonce(base, 0x0102))).toBe('ffffffffffff000000000102');
    expect(toHex(chunkNonce(base, maxChunks - 1))).toBe('ffffffffffff003fffffffff');
    expect(toHex(base)).toBe('ffffffffffff000000000000');
  });

  it('has a maximum length', () => {
    expect(() => chunkNonce(counting(12), maxChunks)).toThrow(expect.objectContaining({ problem: 'TOO_LARGE' }));
  });
});
