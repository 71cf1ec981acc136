import { tileWidth } from '@tradepost/contracts/encryption/formats';
import type { KeyLogState } from '@tradepost/contracts/encryption/key-log';
import { routes, type Route } from '@tradepost/contracts/routes';
import { addressKey } from '@tradepost/contracts/values/address';
import { sha256, toBase64url, utf8, type Bytes } from '@tradepost/sealing/crypto/bytes';
import type { KeyPair } from '@tradepost/sealing/crypto/primitives';
import { signCheckpoint, verifierKeyOf } from '@tradepost/sealing/key-log/checkpoint';
import { encodeEntry, type LogEntry } from '@tradepost/sealing/key-log/entry';
import { consistencyRanges, GrowingTree } from '@tradepost/sealing/key-log/tree';
import type { ApiClient } from '../api/api-client';
import { memoryStore, type DeviceStore } from '../contacts/device-store';
import { KeyLog, type KeyOwner } from '../keys/key-log';

/** Of the first log; a restored one has another. */
export const keyLogOrigin = 'tradepost.example/key-log';

/** A cheap label: the real one takes a second. */
export const testLabel = (address: string, of: string): Promise<Bytes> => sha256(utf8(`${of} ${address}`));

/** A key log of a device; without memory unless there is a `device`. */
export const testKeyLog = (client: Pick<ApiClient, 'send'>, device: DeviceStore = memoryStore()): KeyLog =>
  new KeyLog(client, device, testLabel);

/** The part of the server that keeps the key log, as an operator could change it. */
export class KeyLogServer {
  leaves: Bytes[] = [];
  origin = keyLogOrigin;
  labelOf = testLabel;
  /** Calls of the log. */
  calls: Route[] = [];
  private pair = crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']) as Promise<KeyPair>;

  /** Has the entries and the key of another one. */
  take({ leaves, pair, labelOf }: KeyLogServer): void {
    this.leaves = [...leaves];
    this.pair = pair;
    this.labelOf = labelOf;
  }

  async log({ address, userId, epoch, keyId }: KeyOwner, changed: Partial<LogEntry> = {}): Promise<void> {
    const label = await this.labelOf(addressKey(address), keyLogOrigin);
    this.leaves.push(encodeEntry({ label, userId, epoch, keyId, time: 1_795_650_000_000, ...changed }));
  }

  async state(): Promise<KeyLogState> {
    const { privateKey, publicKey } = await this.pair;
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
    const tree = await this.tree();
    const { origin } = this;
    const checkpoint = { origin, size: tree.size, root: await tree.root() };
    return { key: await verifierKeyOf(origin, raw), checkpoint: await signCheckpoint(checkpoint, privateKey, raw) };
  }

  /** The answer; null for other routes. */
  async answer(route: Route, input: object): Promise<object | null> {
    if (![routes.keyLog, routes.keyLogEntries, routes.keyLogProof].some((one) => one === route)) return null;
    this.calls.push(route);
    if (route === routes.keyLogProof) return { hashes: await this.proof(input as { from: number; to: number }) };
    if (route === routes.keyLog) return this.state();
    const first = (input as { part: number }).part * tileWidth;
    return { entries: this.leaves.slice(first, first + tileWidth).map(toBase64url) };
  }

  private async proof({ from, to }: { from: number; to: number }): Promise<string[]> {
    const hashes = consistencyRanges(from, to).map(async ({ first, end }) => (await this.tree(first, end)).root());
    return (await Promise.all(hashes)).map(toBase64url);
  }

  private async tree(first = 0, end = this.leaves.length): Promise<GrowingTree> {
    const tree = new GrowingTree();
    for (const leaf of this.leaves.slice(first, end)) await tree.add(leaf);
    return tree;
  }
}
