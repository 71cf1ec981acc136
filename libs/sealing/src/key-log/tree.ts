import type { IHasher } from 'hash-wasm';
import { equalBytes, exactly, type Bytes } from '../crypto/bytes';

/** Synchronous hash: a log has many short values, for which the asynchronous WebCrypto hash takes ten times as long. */
let hasher: Promise<IHasher> | undefined;

async function hashOf(...parts: Uint8Array[]): Promise<Bytes> {
  hasher ??= import('hash-wasm').then(({ createSHA256 }) => createSHA256());
  const hash = (await hasher).init();
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest('binary'));
}

/** RFC 6962, section 2.1. */
export const leafHash = (leaf: Uint8Array): Promise<Bytes> => hashOf(Uint8Array.of(0), leaf);
/** RFC 6962, section 2.1. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> => hashOf(Uint8Array.of(1), left, right);

/** A complete subtree: `index` counts those of the same `level` from the left; leaves have level 0. */
export interface Node {
  level: number;
  index: number;
  hash: Bytes;
}

/** The complete subtrees that a tree of this size consists of, the largest first. */
export function peaksOf(size: number): Omit<Node, 'hash'>[] {
  const peaks: Omit<Node, 'hash'>[] = [];
  for (let [rest, level] = [size, 0]; rest > 0; rest = Math.floor(rest / 2), level += 1)
    if (rest % 2 === 1) peaks.unshift({ level, index: rest - 1 });
  return peaks;
}

/** The root of a tree with complete subtrees of these hashes, the largest first. */
export async function rootOf(peaks: readonly Bytes[]): Promise<Bytes> {
  if (peaks.length === 0) return hashOf();
  const [last, ...others] = [...peaks].reverse();
  let root = last!;
  for (const peak of others) root = await nodeHash(peak, root);
  return root;
}

/** Leaves of a subtree, from `first` up to but not including `end`. */
export interface LeafRange {
  first: number;
  end: number;
}

/** The subtrees that prove that a tree of `to` leaves begins with one of `from` leaves, from 1 on. RFC 6962, section 2.1.2. */
export function consistencyRanges(from: number, to: number): LeafRange[] {
  const proof = (size: number, { first, end }: LeafRange, isWhole: boolean): LeafRange[] => {
    if (size === end - first) return isWhole ? [] : [{ first, end }];
    const half = largestPowerBelow(end - first);
    const [left, right] = [
      { first, end: first + half },
      { first: first + half, end },
    ];
    return size <= half ? [...proof(size, left, isWhole), right] : [...proof(size - half, right, false), left];
  };
  return from < 1 || from > to ? [] : proof(from, { first: 0, end: to }, true);
}

function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}

/** The complete subtrees of these leaves, the largest first. */
export const peaksIn = ({ first, end }: LeafRange): Omit<Node, 'hash'>[] =>
  peaksOf(end - first).map(({ level, index }) => ({ level, index: index + first / 2 ** level }));

/**
 * Whether a tree begins with a smaller one, as RFC 9162 verifies it (section 2.1.4.2).
 * @param proof hashes of `consistencyRanges`
 */
export async function isConsistent(
  small: { size: number; root: Bytes },
  large: { size: number; root: Bytes },
  proof: readonly Bytes[],
): Promise<boolean> {
  if (small.size > large.size) return false;
  if (small.size === large.size) return proof.length === 0 && equalBytes(small.root, large.root);
  if (small.size === 0) return proof.length === 0;
  const path = Number.isInteger(Math.log2(small.size)) ? [small.root, ...proof] : [...proof];
  let [at, last] = [small.size - 1, large.size - 1];
  const up = () => ([at, last] = [Math.floor(at / 2), Math.floor(last / 2)]);
  while (at % 2 === 1) up();
  const [start, ...others] = path;
  if (!start) return false;
  let [before, after] = [start, start];
  for (const hash of others) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [before, after] = [await nodeHash(hash, before), await nodeHash(hash, after)];
      while (at % 2 === 0 && at !== 0) up();
    } else after = await nodeHash(after, hash);
    up();
  }
  return last === 0 && equalBytes(before, small.root) && equalBytes(after, large.root);
}

/** A Merkle tree that only grows: it keeps the hashes of its complete subtrees, and no leaves. */
export class GrowingTree {
  private readonly hashes: Bytes[];

  /** @throws SealingError MALFORMED unless `peaks` are those of a tree of this size */
  constructor(
    private count = 0,
    peaks: readonly Bytes[] = [],
  ) {
    this.hashes = peaks.map((peak) => exactly(peak, 32));
    if (peaksOf(count).length !== peaks.length) throw new RangeError('These are not the subtrees of such a tree');
  }

  get size(): number {
    return this.count;
  }

  /** Of the complete subtrees, the largest first. */
  get peaks(): readonly Bytes[] {
    return this.hashes;
  }

  /** @returns the complete subtrees that the leaf completes, its own hash first */
  async add(leaf: Uint8Array): Promise<Node[]> {
    const completed: Node[] = [{ level: 0, index: this.count, hash: await leafHash(leaf) }];
    for (let index = this.count; index % 2 === 1; index = Math.floor(index / 2)) {
      const hash = await nodeHash(this.hashes.pop()!, completed.at(-1)!.hash);
      completed.push({ level: completed.length, index: Math.floor(index / 2), hash });
    }
    this.hashes.push(completed.at(-1)!.hash);
    this.count += 1;
    return completed;
  }

  root(): Promise<Bytes> {
    return rootOf(this.hashes);
  }
}
