import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  BodyDamaged,
  bodyKeys,
  bodySize,
  checkCommitment,
  chunkSize,
  contentSize,
  Opener,
  prefixSize,
  saltSize,
  Sealer,
  sealedChunkSize,
} from './body';

const from = (first: number, length: number) => Buffer.from(Array.from({ length }, (_, index) => first + index));
const contentOf = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 251));
const inputKey = from(0x00, 32);
const salt = from(0x40, saltSize);
const context = Buffer.from('5344583101010000a0a1a2a3a4a5a6a7a8a9aaabacadaeaf00000001', 'hex');
const keys = bodyKeys(inputKey, salt, context);

/** Cut where chance wants it. */
function* pieces(bytes: Buffer, atMost = 40_000) {
  for (let at = 0; at < bytes.length;) {
    const next = at + randomInt(1, atMost);
    yield bytes.subarray(at, next);
    at = next;
  }
}

function seal(content: Buffer): Buffer {
  const sealer = new Sealer(keys);
  return Buffer.concat([...[...pieces(content)].flatMap((piece) => sealer.update(piece)), sealer.final()]);
}

function open(sealed: Buffer, first = 0): Buffer {
  const opener = new Opener(keys, first);
  return Buffer.concat([...[...pieces(sealed)].map((piece) => opener.update(piece)), opener.final()]);
}

// computed by two other programs; libs/sealing is held to the same
test.each([
  [0, '96898b8e40ba49f6491afae91ae26c296836b2d235e36a226407515d7d96eac0'],
  [1, '98af3a184900b609b1552d6408cb239dacca7be563cccf66c14b9409759c4317'],
  [16_383, '91c1ac7a238c2b9ea142bc0f15392a2153b50c96be70ddad244f4cabc851b1b8'],
  [16_384, '4c1169abd6bfefd07284f9a1fef8b69ec83597eead63d95a119361a47696c347'],
  [50_000, '151e557d58fb3c3e122cbbb88eac1144b6fd289d7eb4f0fdf8fa2679735f8bfa'],
])('%d bytes give the same body as other implementations', (length, digest) => {
  const body = Buffer.concat([salt, keys.commitment, seal(contentOf(length))]);
  expect(createHash('sha256').update(body).digest('hex')).toBe(digest);
  expect(body).toHaveLength(bodySize(length));
  expect(contentSize(body.length)).toBe(length);
  expect(open(body.subarray(prefixSize)).equals(contentOf(length))).toBe(true);
});

test('content of any length, in any pieces, can be read back', () => {
  for (let n = 0; n < 60; n++) {
    const content = randomBytes(randomInt(4) * chunkSize + [0, 1, chunkSize - 1, randomInt(chunkSize)][randomInt(4)]!);
    expect(open(seal(content)).equals(content)).toBe(true);
  }
});

const sealed = seal(contentOf(3 * chunkSize + 10));
const chunk = (n: number) => sealed.subarray(n * sealedChunkSize, (n + 1) * sealedChunkSize);
const flipped = (at: number) => Buffer.from(sealed).fill(sealed[at]! ^ 1, at, at + 1);
test.each<[string, Buffer]>([
  ['dropped', Buffer.concat([chunk(0), chunk(2), chunk(3)])],
  ['swapped', Buffer.concat([chunk(1), chunk(0), chunk(2), chunk(3)])],
  ['repeated', Buffer.concat([chunk(0), chunk(0), chunk(1), chunk(2), chunk(3)])],
  ['the end cut off at a border', Buffer.concat([chunk(0), chunk(1)])],
  ['the end cut off elsewhere', sealed.subarray(0, -1)],
  ['something behind it', Buffer.concat([sealed, Buffer.alloc(1)])],
  ['a bit flipped in the first chunk', flipped(0)],
  ['a bit flipped in a tag', flipped(sealedChunkSize - 1)],
  ['a bit flipped at the end', flipped(sealed.length - 1)],
])('a body with a chunk, or %s, is refused', (_, damaged) => {
  expect(() => open(damaged)).toThrow(BodyDamaged);
});

test.each<[string, ReturnType<typeof bodyKeys>]>([
  ['key', bodyKeys(from(1, 32), salt, context)],
  ['salt', bodyKeys(inputKey, from(1, saltSize), context)],
  ['context', bodyKeys(inputKey, salt, Buffer.from('another'))],
])('the commitment detects another %s', (_, others) => {
  expect(() => checkCommitment(others, keys.commitment)).toThrow(BodyDamaged);
  checkCommitment(keys, Buffer.from(keys.commitment));
});

test.each([0, prefixSize, prefixSize + 15, bodySize(chunkSize) - 16, bodySize(chunkSize) - 1])(
  'a body of %d bytes is refused',
  (size) => {
    expect(() => contentSize(size)).toThrow(BodyDamaged);
  },
);
