import { concat, exactly, sha256, type Bytes } from '../crypto/bytes';

/** RFC 6962, section 2.1. */
export const leafHash = (leaf: Uint8Array): Promise<Bytes> => sha256(concat(Uint8Array.of(0), leaf));
/** RFC 6962, section 2.1. */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> =>
  sha256(concat(Uint8Array.of(1), left, right));

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
  if (peaks.length === 0) return sha256(new Uint8Array());
  const [last, ...others] = [...peaks].reverse();
  let root = last!;
  for (const peak of others) root = await nodeHash(peak, root);
  return root;
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
