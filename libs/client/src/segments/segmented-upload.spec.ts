import { randomBytes } from 'node:crypto';
import { routes, type Route } from '@tradepost/contracts/routes';
import { maxCopiedRanges, type CopiedRange } from '@tradepost/contracts/storage';
import { concat, fromBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { leastSegment } from '@tradepost/sealing/file/boundaries';
import { newFileKey } from '@tradepost/sealing/file/file';
import type { FileRef } from '@tradepost/sealing/file/format';
import { openFront, placedSegments } from '@tradepost/sealing/file/segments';
import type { Vault } from '@tradepost/sealing/keys/vault';
import { personCalled } from '../testing/people';
import {
  folderOfVersions,
  indexOfVersion,
  openedVersion,
  storedVersion,
  type StoredVersion,
} from '../testing/segmented-version';
import { ownFileKey } from '../transfers/sealed-content';
import { plannedKey } from '../transfers/sealed-parts';
import { reusableIndex } from './reusable-index';
import { planSegmented } from './segment-plan';

const MB = 1024 ** 2;
const fileId = 'a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf';
const refOf = (version: number): FileRef => ({ fileId, version });

let vault: Vault;
let original: Bytes;
let first: StoredVersion;
beforeAll(async () => {
  ({ vault } = await personCalled('ann'));
  original = new Uint8Array(randomBytes(64 * MB));
  first = await stored(original, 1);
});

/** The next version uses what the client may read of the one before. */
async function stored(content: Bytes, version: number, former?: StoredVersion): Promise<StoredVersion> {
  const before = { ...refOf(version - 1), folderId: folderOfVersions };
  const index = former && (await reusableIndex(serverOf(former, version - 1), vault, before));
  return storedVersion(vault, refOf(version), content, former && { index, bytes: former.bytes });
}

const serverOf = ({ plan, bytes }: StoredVersion, version: number, given: { sealed?: object; answer?: Bytes } = {}) => {
  const { wrappedKey, sealedMeta, contentSize } = plan.fields;
  const sealed = { ...refOf(version), ownerId: vault.userId, wrappedKey, sealedMeta, sealedSize: bytes.length };
  return {
    send: async () => ({ sealed: { ...sealed, ...given.sealed }, size: Number(contentSize) }),
    sendForResponse: async (route: Route) => {
      expect(route).toBe(routes.versionContent);
      return new Response(given.answer ?? bytes);
    },
  } as unknown as Parameters<typeof reusableIndex>[0];
};

const changed = (bytes: Bytes, at: number, remove: number, insert: Uint8Array) =>
  concat(bytes.subarray(0, at), insert, bytes.subarray(at + remove));

it('sends a first version completely, padded by less than 6 %', async () => {
  expect(first.plan.copied).toEqual([]);
  expect(first.sent).toBe(first.bytes.length);
  expect(first.plan.sentBytes).toBe(first.sent);
  expect(first.bytes.length / original.length).toBeLessThan(1.06);
  expect(Buffer.compare(await openedVersion(vault, first), original)).toBe(0);
});

it.each<[string, (bytes: Bytes) => Bytes]>([
  ['a byte inserted at the front', (bytes) => changed(bytes, 0, 0, Uint8Array.of(7))],
  ['a byte removed in the middle', (bytes) => changed(bytes, 30 * MB, 1, new Uint8Array())],
  ['a megabyte overwritten', (bytes) => changed(bytes, 40 * MB, MB, randomBytes(MB))],
  ['bytes appended', (bytes) => changed(bytes, bytes.length, 0, randomBytes(1000))],
  ['the end cut off', (bytes) => bytes.slice(0, 50 * MB)],
])('sends little of the next version with %s, and it opens', async (_, change) => {
  const content = change(original);
  const second = await stored(content, 2, first);
  expect(second.sent).toBeLessThan(34 * MB);
  expect(second.plan.copied.length).toBeGreaterThan(0);
  expect(second.plan.sentBytes).toBe(second.sent);
  expect(Number(second.plan.fields.copiedBytes)).toBe(second.bytes.length - second.sent);
  expect(Buffer.compare(await openedVersion(vault, second), content)).toBe(0);
});

it('uses a segment key for one content only, and never the file key of another version', async () => {
  const second = await stored(changed(original, 0, 1, randomBytes(1)), 2, first);
  const contents = new Map<string, string>();
  for (const version of [first, second]) {
    const { segments } = await indexOfVersion(vault, version);
    for (const { key, sha256 } of segments) {
      const [name, of] = [Buffer.from(key).toString('hex'), Buffer.from(sha256).toString('hex')];
      expect(contents.get(name) ?? of).toBe(of);
      contents.set(name, of);
    }
  }
  expect(second.plan.fields.wrappedKey).not.toBe(first.plan.fields.wrappedKey);
});

it('does not open if the server copies other bytes than the client has named', async () => {
  const second = await stored(changed(original, 0, 0, Uint8Array.of(7)), 2, first);
  const [{ at, from, length }] = second.plan.copied as [CopiedRange];
  const { segments } = await indexOfVersion(vault, first);
  const elsewhere = placedSegments(segments)[0]!.offset;
  expect(elsewhere).not.toBe(from);
  for (const other of [from - 1, elsewhere]) {
    const bytes = second.bytes.slice();
    bytes.set(first.bytes.subarray(other, other + length), at);
    await expect(openedVersion(vault, { ...second, bytes })).rejects.toMatchObject({ problem: 'TAMPERED' });
  }
});

it('copies as many ranges as one commit takes, the longest ones, and seals the rest under new keys', async () => {
  const segment = (length = leastSegment) => ({ length, key: newFileKey(), sha256: new Uint8Array(randomBytes(32)) });
  // of every second segment, another one; one of the others is longer
  const former = { secret: newFileKey(), segments: Array.from({ length: 2 * maxCopiedRanges + 4 }, () => segment()) };
  former.segments[3] = segment(2 * leastSegment);
  const segments = former.segments.map((known, at) => (at % 2 === 0 ? segment() : known));
  const size = segments.reduce((sum, { length }) => sum + length, 0);
  const sha256 = 'a'.repeat(64);
  const about = { name: 'a.csv', mime: 'text/csv', folderId: folderOfVersions, size, sha256 };
  const cut = {
    secret: former.secret,
    segments: segments.map(({ length, sha256: of }) => ({ length, sha256: of })),
    sha256,
  };
  const plan = await planSegmented(vault, about, refOf(2), cut, former);
  expect(plan.copied).toHaveLength(maxCopiedRanges);
  const { fileKey } = await plannedKey(vault, plan.fields);
  const placed = placedSegments((await openFront(fileKey, refOf(2), fromBase64url(plan.front))).segments);
  const places = new Set(plan.copied.map(({ at }) => at));
  expect(places.has(placed[3]!.offset)).toBe(true);
  const isSame = ({ key, offset }: (typeof placed)[number], at: number) => [
    Buffer.compare(key, former.segments[at]!.key) === 0,
    places.has(offset),
  ];
  for (const [at, one] of placed.entries()) expect(new Set(isSame(one, at)).size).toBe(1);
});

it('uses no segment again if the version before was sealed with former keys, as a whole, or does not open', async () => {
  const of = { ...refOf(1), folderId: folderOfVersions };
  const index = (given: Parameters<typeof serverOf>[2]) => reusableIndex(serverOf(first, 1, given), vault, of);
  expect(await index({})).toBeDefined();
  const { vault: other } = await personCalled('ann', vault.userId);
  expect(await reusableIndex(serverOf(first, 1), other, of)).toBeUndefined();
  // keys that the person can still open files with
  const renewed = { ...other, former: [{ ...vault, epoch: 1 }] } as unknown as Vault;
  const { wrappedKey } = first.plan.fields;
  expect(await ownFileKey(renewed, { ...refOf(1), ownerId: vault.userId, wrappedKey })).toBeDefined();
  expect(await reusableIndex(serverOf(first, 1), renewed, of)).toBeUndefined();
  await expect(plannedKey(renewed, first.plan.fields)).rejects.toMatchObject({ problem: 'TAMPERED' });
  expect(await index({ sealed: { version: 2 } })).toBeUndefined();
  expect(await index({ sealed: { sealedSize: 1 } })).toBeUndefined();
  expect(await index({ answer: first.bytes.slice(0, 50) })).toBeUndefined();
  const forged = first.bytes.slice();
  forged[200]! ^= 1;
  expect(await index({ answer: forged })).toBeUndefined();
});
