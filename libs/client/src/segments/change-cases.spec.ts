import { createCipheriv, randomUUID } from 'node:crypto';
import { concat, toHex, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { frontSize, sealedSegmentSize, type SegmentIndex } from '@tradepost/sealing/file/segments';
import type { Vault } from '@tradepost/sealing/keys/vault';
import fc from 'fast-check';
import { personCalled } from '../testing/people';
import { indexOfVersion, openedVersion, storedVersion, type StoredVersion } from '../testing/segmented-version';

const MB = 1024 ** 2;

/** A place is a part of the content before it, so that every change fits. */
type Change =
  | { kind: 'insert'; at: number; bytes: number; seed: number }
  | { kind: 'remove'; at: number; bytes: number }
  | { kind: 'move'; at: number; bytes: number; to: number }
  | { kind: 'truncate'; at: number }
  | { kind: 'append'; bytes: number; seed: number }
  | { kind: 'repeat'; at: number; bytes: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const bytes = fc.oneof(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 6 * MB }));
const seed = fc.nat();
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: place, bytes, seed }),
  fc.record({ kind: fc.constant('remove' as const), at: place, bytes }),
  fc.record({ kind: fc.constant('move' as const), at: place, bytes, to: place }),
  fc.record({ kind: fc.constant('truncate' as const), at: fc.double({ min: 0.5, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('append' as const), bytes, seed }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, bytes }),
);

/** The same bytes for the same seed. */
const pseudorandom = (length: number, of: number): Bytes =>
  new Uint8Array(
    createCipheriv('aes-128-ctr', Buffer.alloc(16, `${of}`), Buffer.alloc(16)).update(Buffer.alloc(length)),
  );

function changed(content: Bytes, given: Change): Bytes {
  const at = Math.floor(('at' in given ? given.at : 1) * content.length);
  const [before, after] = [content.subarray(0, at), content.subarray(at)];
  switch (given.kind) {
    case 'truncate':
      return content.slice(0, Math.max(1, at));
    case 'append':
    case 'insert':
      return concat(before, pseudorandom(given.bytes, given.seed), after);
    case 'repeat':
      return concat(before, after.subarray(0, given.bytes), after);
    case 'remove':
      return concat(before, after.subarray(Math.min(given.bytes, after.length - 1)));
    case 'move': {
      const rest = concat(before, after.subarray(given.bytes));
      const to = Math.floor(given.to * rest.length);
      return concat(rest.subarray(0, to), after.subarray(0, given.bytes), rest.subarray(to));
    }
  }
}

let vault: Vault;
beforeAll(async () => ({ vault } = await personCalled('ann')));

/** What each key has sealed, in all files of all cases. */
const sealedBy = new Map<string, string>();
const secrets = new Map<string, string>();
const counts = { copied: 0, sent: 0 };

const nameOf = ({ sha256, length }: SegmentIndex['segments'][number]) => `${length} ${toHex(sha256)}`;

/** Each key seals one content of one file, and each file has a secret of its own. */
function expectOwnKeys(fileId: string, { secret, segments }: SegmentIndex): void {
  expect(secrets.get(toHex(secret)) ?? fileId).toBe(fileId);
  secrets.set(toHex(secret), fileId);
  for (const segment of segments) {
    const [key, what] = [toHex(segment.key), `${fileId} ${nameOf(segment)}`];
    expect(sealedBy.get(key) ?? what).toBe(what);
    sealedBy.set(key, what);
  }
}

/** What is sent is the front, and each segment that the version before does not have. */
function expectOnlyNew({ sent }: StoredVersion, { segments }: SegmentIndex, former?: SegmentIndex): void {
  const known = new Set(former?.segments.map(nameOf));
  const isNew = (segment: SegmentIndex['segments'][number]) => !known.has(nameOf(segment));
  const sizes = segments.filter(isNew).map(({ length }) => sealedSegmentSize(length));
  expect(sent).toBe(sizes.reduce((sum, size) => sum + size, frontSize(segments.length)));
}

async function expectSame(version: StoredVersion, content: Bytes): Promise<void> {
  expect(Buffer.compare(await openedVersion(vault, version), content)).toBe(0);
}

it('opens each of several changed versions to its content, sends only what differs, and shares nothing with another file', async () => {
  const cases = fc.record({
    size: fc.integer({ min: 1, max: 24 * MB }),
    changes: fc.array(change, { minLength: 3, maxLength: 3 }),
  });
  await fc.assert(
    // the contents of all cases begin alike
    fc.asyncProperty(cases, async ({ size, changes }) => {
      const fileId = randomUUID();
      let content = pseudorandom(size, 0);
      let version = await storedVersion(vault, { fileId, version: 1 }, content);
      let index = await indexOfVersion(vault, version);
      expectOwnKeys(fileId, index);
      expectOnlyNew(version, index);
      for (const [at, given] of changes.entries()) {
        const nextContent = changed(content, given);
        const next = await storedVersion(vault, { fileId, version: at + 2 }, nextContent, {
          index,
          bytes: version.bytes,
        });
        const nextIndex = await indexOfVersion(vault, next);
        expectOwnKeys(fileId, nextIndex);
        expectOnlyNew(next, nextIndex, index);
        // the version before is still what it was
        await expectSame(version, content);
        counts.sent += next.sent;
        counts.copied += next.bytes.length - next.sent;
        [content, version, index] = [nextContent, next, nextIndex];
      }
      await expectSame(version, content);
    }),
    {
      numRuns: 4,
      examples: [
        [
          {
            size: 24 * MB,
            changes: [
              { kind: 'insert', at: 0, bytes: 1, seed: 1 },
              { kind: 'move', at: 0.1, bytes: 6 * MB, to: 1 },
              { kind: 'truncate', at: 0.7 },
            ],
          },
        ],
      ],
    },
  );
  // clients that send everything would prove nothing
  expect(counts.copied).toBeGreaterThan(counts.sent / 4);
  expect(secrets.size).toBe(4);
});
