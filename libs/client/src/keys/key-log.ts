import { routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import { tileWidth } from '@tradepost/contracts/encryption/key-log';
import { equalBytes, fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { openCheckpoint, type LogCheckpoint } from '@tradepost/sealing/key-log/checkpoint';
import { decodeEntry, encodeEntry, type LogEntry } from '@tradepost/sealing/key-log/entry';
import { GrowingTree } from '@tradepost/sealing/key-log/tree';
import type { VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import type { ApiClient } from '../api/api-client';
import type { DeviceStore } from '../contacts/device-store';

/** What a device knows of a log. Not secret, but it must survive a logout: it shows a log that was rewritten. */
export interface KeyLogMemory {
  /** The log's public key; the first one seen. */
  key: string;
  /** The newest checkpoint that this device has verified. */
  checkpoint: string;
  /** How far the owner's own address was audited; the next audit goes on from there. */
  audited: Audited | null;
}

interface Audited {
  /** Entries. */
  size: number;
  /** base64url hashes of the complete subtrees of a log of this size. */
  peaks: string[];
  /** base64url of the entries with the owner's label. */
  own: string[];
}

/** Where a device keeps it. */
export interface KeyLogStore {
  load(): Promise<KeyLogMemory | null>;
  save(memory: KeyLogMemory): Promise<void>;
}

/** On a device that remembers by name. */
export const keyLogIn = (device: DeviceStore): KeyLogStore => ({
  load: async () => JSON.parse((await device.read('key-log')) ?? 'null') as KeyLogMemory | null,
  save: (memory) => device.write('key-log', JSON.stringify(memory)),
});

/** Who owns a key: the address, and the key that a server gave for it. */
export type KeyOwner = Pick<VerifiedBundle, 'userId' | 'epoch' | 'keyId'> & { address: string };

interface ReadLog {
  memory: KeyLogMemory;
  origin: string;
  /** The entries that were read, in their order. */
  entries: LogEntry[];
  tree: GrowingTree;
}

const startOf = ({ size, peaks }: Audited) =>
  new GrowingTree(
    size,
    peaks.map((peak) => fromBase64url(peak)),
  );

/**
 * The log of everybody's keys, read and recomputed by the client: the server can neither remove nor change an entry, nor show one
 * person other entries than others, without two checkpoints that contradict each other.
 */
export class KeyLog {
  /** The log from its start, as far as it was read and verified. */
  private known: Bytes[] = [];
  /** By address key and origin. */
  private readonly labels = new Map<string, Promise<Bytes>>();

  /** @param labelOf see `key-log/label` of `libs/sealing`; slow, so a page runs it in a worker */
  constructor(
    private readonly client: Pick<ApiClient, 'send'>,
    private readonly store: KeyLogStore,
    private readonly computeLabel: (addressKey: string, origin: string) => Promise<Bytes>,
  ) {}

  /**
   * Proves that the log holds this key, and no newer one for its address. Call it before a first contact and before a change.
   * @throws SealingError KEY_NOT_LOGGED; KEY_LOG_SPLIT, KEY_LOG_INVALID, BAD_SIGNATURE, MALFORMED; ApiError
   */
  async requireLogged({ address, userId, epoch, keyId }: KeyOwner): Promise<void> {
    const { entries, origin } = await this.read();
    const label = await this.labelOf(address, origin);
    const newest = entries.findLast((entry) => equalBytes(entry.label, label));
    if (!newest || newest.userId !== userId || newest.epoch !== epoch || !equalBytes(newest.keyId, keyId))
      throw new SealingError('KEY_NOT_LOGGED');
  }

  /**
   * Looks for keys in one's own name that are not one's own. Call it at sign-in.
   * @param own the current key
   * @param earlier key ids that their owner has confirmed
   * @throws SealingError KEY_UNEXPECTED: stop, and tell the person; and as `requireLogged`
   */
  async auditOwn({ address, userId, epoch, keyId }: KeyOwner, earlier: readonly Bytes[] = []): Promise<void> {
    const before = (await this.store.load())?.audited ?? null;
    const { entries, origin, memory, tree } = await this.read(before ? startOf(before) : new GrowingTree());
    const label = await this.labelOf(address, origin);
    const isKnown = (entry: LogEntry) => [keyId, ...earlier].some((known) => equalBytes(entry.keyId, known));
    const mine = [
      ...(before?.own ?? []).map((entry) => decodeEntry(fromBase64url(entry))),
      ...entries.filter((entry) => equalBytes(entry.label, label)),
    ];
    const epochs = new Set<number>();
    for (const entry of mine) {
      // an earlier key that this person replaced: there is one for each epoch
      const isReplaced = entry.epoch < epoch && !epochs.has(entry.epoch);
      if (entry.userId !== userId || !(isKnown(entry) || isReplaced)) throw new SealingError('KEY_UNEXPECTED');
      epochs.add(entry.epoch);
    }
    const newest = mine.at(-1);
    if (!newest) throw new SealingError('KEY_NOT_LOGGED');
    if (!equalBytes(newest.keyId, keyId)) throw new SealingError('KEY_UNEXPECTED');
    const audited = {
      size: tree.size,
      peaks: tree.peaks.map(toBase64url),
      own: mine.map((entry) => toBase64url(encodeEntry(entry))),
    };
    await this.store.save({ ...memory, audited });
  }

  /**
   * Compares the log with a checkpoint that a partner has seen.
   * @throws SealingError KEY_LOG_SPLIT if both of you see different logs; and as `requireLogged`
   */
  async requireConsistent(checkpoint: string): Promise<void> {
    const { memory } = await this.read();
    const theirs = await openCheckpoint(checkpoint, memory.key);
    await this.read(new GrowingTree(), theirs);
  }

  /** The newest checkpoint that this device has verified, for partners to compare. @throws as `requireLogged` */
  async checkpoint(): Promise<string> {
    return (await this.read()).memory.checkpoint;
  }

  /**
   * Reads the log and recomputes it. What this device has seen before must be in it, and so must `theirs`.
   * @param tree where to begin
   * @throws SealingError KEY_LOG_SPLIT, KEY_LOG_INVALID, BAD_SIGNATURE, MALFORMED; ApiError
   */
  private async read(tree = new GrowingTree(), theirs?: LogCheckpoint): Promise<ReadLog> {
    const before = await this.store.load();
    const state = await this.client.send(routes.keyLog, {});
    const key = before?.key ?? state.key;
    const newest = await openCheckpoint(state.checkpoint, key);
    const seen = before ? [await openCheckpoint(before.checkpoint, key)] : [];
    const marks = theirs ? [...seen, theirs] : seen;
    if (marks.some(({ size }) => size > newest.size)) throw new SealingError('KEY_LOG_SPLIT');
    const compare = async () => {
      for (const { size, root } of marks)
        if (size === tree.size && !equalBytes(await tree.root(), root)) throw new SealingError('KEY_LOG_SPLIT');
    };
    const entries: LogEntry[] = [];
    const read: Bytes[] = [];
    const isResumed = tree.size > 0;
    const hasEarlier = isResumed || this.known.length > 0;
    await compare();
    while (tree.size < newest.size) {
      for (const leaf of await this.leaves(tree.size, newest.size)) {
        await tree.add(leaf);
        read.push(leaf);
        entries.push(decodeEntry(leaf));
        await compare();
      }
    }
    if (!equalBytes(await tree.root(), newest.root))
      throw new SealingError(hasEarlier ? 'KEY_LOG_SPLIT' : 'KEY_LOG_INVALID');
    if (!isResumed) this.known = read;
    const memory = { key, checkpoint: state.checkpoint, audited: before?.audited ?? null };
    await this.store.save(memory);
    return { memory, origin: newest.origin, entries, tree };
  }

  private labelOf(address: string, origin: string): Promise<Bytes> {
    const owner = addressKey(address);
    const name = `${origin} ${owner}`;
    const label = this.labels.get(name) ?? this.computeLabel(owner, origin);
    this.labels.set(name, label);
    label.catch(() => this.labels.delete(name));
    return label;
  }

  /** The leaves from `first` on that this device has, or that come in one answer. */
  private async leaves(first: number, size: number): Promise<Bytes[]> {
    if (first < this.known.length) return this.known.slice(first, size);
    const { entries } = await this.client.send(routes.keyLogEntries, { part: Math.floor(first / tileWidth) });
    const leaves = entries.slice(first % tileWidth, Math.min(tileWidth, (first % tileWidth) + size - first));
    if (leaves.length === 0) throw new SealingError('KEY_LOG_INVALID');
    return leaves.map((leaf) => fromBase64url(leaf));
  }
}
