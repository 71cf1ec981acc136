import { routes } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import { tileWidth } from '@tradepost/contracts/encryption/formats';
import { equalBytes, fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import { openCheckpoint, renamedKey, type LogCheckpoint } from '@tradepost/sealing/key-log/checkpoint';
import { decodeEntry, encodeEntry, type LogEntry } from '@tradepost/sealing/key-log/entry';
import { originParts } from '@tradepost/sealing/key-log/origin';
import { GrowingTree, isConsistent } from '@tradepost/sealing/key-log/tree';
import type { VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import type { ApiClient } from '../api/api-client';
import type { DeviceStore } from '../contacts/device-store';
import { knownKeyLog, rememberKeyLog, type Audited, type KeyLogMemory } from './key-log-memory';
import { endOfGraceMs, isBeforeRestart, isRestarted, requirePast } from './key-log-restart';

/** Facts about the owner's keys, from the owner's ledger. */
export interface OwnKeys {
  /** Other ids of the current key. */
  confirmed: readonly Bytes[];
  /** Ids of the keys that the current one replaced; null if they were not recorded: then one for each earlier epoch. */
  former: readonly Bytes[] | null;
}

/** The log was restarted after a restore from backup. */
export interface RestartedLog {
  /** Its new name. */
  name: string;
  /** Entries that this device has seen. */
  before: number;
  /** Entries that it has now. */
  now: number;
  /** Uses it from now on. Call it after its owner has agreed, and audit it then. */
  accept: () => Promise<void>;
}

/** Who owns a key: the address, and the key that a server gave for it. */
export type KeyOwner = Pick<VerifiedBundle, 'userId' | 'epoch' | 'keyId'> & { address: string };

interface ReadLog {
  memory: KeyLogMemory;
  origin: string;
  /** The entries that were read, in their order. */
  entries: LogEntry[];
  tree: GrowingTree;
}

/** The server's newest checkpoint, by the key that this device knows. */
interface NewestState {
  before: KeyLogMemory | null;
  key: string;
  checkpoint: string;
  newest: LogCheckpoint;
}

const startOf = ({ size, peaks }: Audited) =>
  new GrowingTree(
    size,
    peaks.map((peak) => fromBase64url(peak)),
  );

/**
 * The key log, read and recomputed by the client: the server can neither remove nor change an entry, nor show one
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
    private readonly device: DeviceStore,
    private readonly computeLabel: (addressKey: string, origin: string) => Promise<Bytes>,
  ) {}

  /**
   * Proves that the log contains this key, and no newer one for its address. Call it before a first contact and before a change.
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
   * Looks for keys in the user's name that are not the user's own. Call it when the vault is opened.
   * @param own the current key
   * @throws SealingError KEY_UNEXPECTED: stop and warn the user; and as `requireLogged`
   */
  async auditOwn({ address, userId, epoch, keyId }: KeyOwner, { confirmed, former }: OwnKeys): Promise<void> {
    const owner = addressKey(address);
    const stored = (await knownKeyLog(this.device))?.audited ?? null;
    const before = stored?.address === owner ? stored : null;
    const { entries, origin, memory, tree } = await this.read(before ? startOf(before) : new GrowingTree());
    const seen = (before?.own ?? []).map((entry) => decodeEntry(fromBase64url(entry)));
    const label = seen[0]?.label ?? (await this.labelOf(address, origin));
    const mine = [...seen, ...entries.filter((entry) => equalBytes(entry.label, label))];
    const isOneOf = (ids: readonly Bytes[], entry: LogEntry) => ids.some((id) => equalBytes(entry.keyId, id));
    const epochs = new Set<number>();
    for (const entry of mine) {
      const isReplaced = former ? isOneOf(former, entry) : !epochs.has(entry.epoch);
      const isKnown = isOneOf([keyId, ...confirmed], entry) || (entry.epoch < epoch && isReplaced);
      if (entry.userId !== userId || !isKnown) throw new SealingError('KEY_UNEXPECTED');
      epochs.add(entry.epoch);
    }
    const newest = mine.at(-1);
    if (!newest) throw new SealingError('KEY_NOT_LOGGED');
    if (!equalBytes(newest.keyId, keyId)) throw new SealingError('KEY_UNEXPECTED');
    const audited = {
      size: tree.size,
      peaks: tree.peaks.map(toBase64url),
      address: owner,
      own: mine.map((entry) => toBase64url(encodeEntry(entry))),
    };
    await rememberKeyLog(this.device, { ...memory, audited });
  }

  /** Ids of the keys of earlier epochs in the user's name, for the first entry of a new ledger. @throws as `requireLogged` */
  async formerKeys({ address, epoch }: KeyOwner): Promise<Bytes[]> {
    const { entries, origin } = await this.read();
    const label = await this.labelOf(address, origin);
    return entries.filter((entry) => equalBytes(entry.label, label) && entry.epoch < epoch).map(({ keyId }) => keyId);
  }

  /**
   * Compares the log with a checkpoint that a partner has signed. The server proves that one extends the other.
   * @param checkpoint empty: the partner knew none
   * @param statedMs when the partner signed it, milliseconds
   * @throws SealingError KEY_LOG_SPLIT if both of you see different logs: both checkpoints are saved; and as `requireLogged`
   */
  async requireConsistent(checkpoint: string, statedMs: number): Promise<void> {
    if (checkpoint === '' || checkpoint === (await this.newestSeen())) return;
    const { before, key, newest, ...state } = await this.state();
    const memory = { ...before, key, checkpoint: state.checkpoint, audited: before?.audited ?? null };
    if (before) await this.requirePart(before, await openCheckpoint(before.checkpoint, key), newest, state.checkpoint);
    const name = checkpoint.split('\n', 1)[0] ?? '';
    const isEarlier = isBeforeRestart(name, newest.origin);
    const theirs = await openCheckpoint(checkpoint, isEarlier ? await renamedKey(key, name) : key).catch(() => null);
    // it cannot be compared with the log after a restore
    if (theirs && isEarlier && statedMs < endOfGraceMs(newest.origin)) return rememberKeyLog(this.device, memory);
    if (!theirs || isEarlier) return this.stop(memory, checkpoint);
    await this.requirePart(memory, theirs, newest, checkpoint);
    await rememberKeyLog(this.device, memory);
  }

  /** The newest checkpoint that this device has verified, for partners to compare; empty before the first. */
  async newestSeen(): Promise<string> {
    return (await knownKeyLog(this.device))?.checkpoint ?? '';
  }

  /** Reads and recomputes the whole log. @returns its newest checkpoint @throws as `requireLogged` */
  async verifyWhole(): Promise<string> {
    return (await this.read()).memory.checkpoint;
  }

  /**
   * The log that was restarted after a restore from backup; null while the known one is in use. @throws SealingError BAD_SIGNATURE,
   * MALFORMED; ApiError
   */
  async restarted(): Promise<RestartedLog | null> {
    const before = await knownKeyLog(this.device);
    const state = await this.client.send(routes.keyLog, {});
    requirePast(state.key);
    if (!before || !(await isRestarted(before.key, state.key))) return null;
    const { origin: name, size } = await openCheckpoint(state.checkpoint, state.key);
    const known = await openCheckpoint(before.checkpoint, before.key);
    const accept = async () => {
      this.known = [];
      await rememberKeyLog(this.device, { ...state, audited: null });
    };
    return { name, before: known.size, now: size, accept };
  }

  /** @throws SealingError KEY_LOG_RESTARTED after a restore, until its owner accepts it; BAD_SIGNATURE, MALFORMED; ApiError */
  private async state(): Promise<NewestState> {
    const before = await knownKeyLog(this.device);
    const { key: sent, checkpoint } = await this.client.send(routes.keyLog, {});
    requirePast(sent);
    if (before && (await isRestarted(before.key, sent))) throw new SealingError('KEY_LOG_RESTARTED');
    const key = before?.key ?? sent;
    return { before, key, checkpoint, newest: await openCheckpoint(checkpoint, key) };
  }

  /** Requires that the log extends a part of it. @param other what contradicts the device's checkpoint if it does not */
  private async requirePart(memory: KeyLogMemory, part: LogCheckpoint, newest: LogCheckpoint, other: string) {
    if (part.size > newest.size) return this.stop(memory, other);
    const [from, to] = [part.size, newest.size];
    const hashes = from > 0 && from < to ? (await this.client.send(routes.keyLogProof, { from, to })).hashes : [];
    const proof = hashes.map((hash) => fromBase64url(hash, 32));
    if (!(await isConsistent(part, newest, proof))) return this.stop(memory, other);
  }

  /** @throws SealingError KEY_LOG_SPLIT */
  private async stop(memory: KeyLogMemory, other: string): Promise<never> {
    await rememberKeyLog(this.device, { ...memory, conflict: { own: memory.checkpoint, other } });
    throw new SealingError('KEY_LOG_SPLIT');
  }

  /**
   * Reads the log and recomputes it. What this device has seen before must be in it.
   * @param tree where to begin
   * @throws SealingError KEY_LOG_SPLIT, KEY_LOG_RESTARTED, KEY_LOG_INVALID, BAD_SIGNATURE, MALFORMED; ApiError
   */
  private async read(tree = new GrowingTree()): Promise<ReadLog> {
    const { before, key, checkpoint, newest } = await this.state();
    const seen = before && (await openCheckpoint(before.checkpoint, key));
    const split = () => this.stop(before ?? { key, checkpoint, audited: null }, checkpoint);
    if (seen && seen.size > newest.size) return split();
    const compare = async () => {
      if (seen && seen.size === tree.size && !equalBytes(await tree.root(), seen.root)) await split();
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
    if (!equalBytes(await tree.root(), newest.root)) {
      if (hasEarlier) return split();
      throw new SealingError('KEY_LOG_INVALID');
    }
    if (!isResumed) this.known = read;
    const memory = { ...before, key, checkpoint, audited: before?.audited ?? null };
    await rememberKeyLog(this.device, memory);
    return { memory, origin: newest.origin, entries, tree };
  }

  private labelOf(address: string, name: string): Promise<Bytes> {
    const origin = originParts(name).base;
    const owner = addressKey(address);
    const known = `${origin} ${owner}`;
    const label = this.labels.get(known) ?? this.computeLabel(owner, origin);
    this.labels.set(known, label);
    label.catch(() => this.labels.delete(known));
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
