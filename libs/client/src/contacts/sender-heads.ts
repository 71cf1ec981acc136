import { fromBase64url, toBase64url, type Bytes } from '@tradepost/sealing/crypto/bytes';
import { zeros32 } from '@tradepost/sealing/grant-layout';
import type { VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import type { DeviceStore } from './device-store';

/** By the sender's key id: a sender with new keys has a new ledger. */
type Heads = Record<string, { head: string; timeMs: number }>;

/** The newest head of each sender's ledger that this device has seen in verified grants. Requests state it, so that a sender notices a loss. */
export class SenderHeads {
  constructor(private readonly device: DeviceStore) {}

  /** Call it after the grants were verified. */
  async remember(
    { keyId }: Pick<VerifiedBundle, 'keyId'>,
    { ledgerHead: head, timeMs }: { ledgerHead?: string | undefined; timeMs?: number | undefined },
  ): Promise<void> {
    const heads = await this.read();
    const key = toBase64url(keyId);
    if (head === undefined || timeMs === undefined || timeMs <= (heads[key]?.timeMs ?? 0)) return;
    await this.device.write('sender-heads', JSON.stringify({ ...heads, [key]: { head, timeMs } } satisfies Heads));
  }

  /** The newest head of this sender; zeros before the first. */
  async of({ keyId }: Pick<VerifiedBundle, 'keyId'>): Promise<Bytes> {
    const seen = (await this.read())[toBase64url(keyId)];
    return seen ? fromBase64url(seen.head, 32) : zeros32();
  }

  private async read(): Promise<Heads> {
    return JSON.parse((await this.device.read('sender-heads')) ?? '{}') as Heads;
  }
}
