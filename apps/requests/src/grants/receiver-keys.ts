import { Injectable } from '@nestjs/common';
import type { Actor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { withoutIdempotency } from '@tradepost/service-kit/runtime/context';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { verifyBundle, type VerifiedBundle } from '@tradepost/sealing/keys/bundle';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { ReceiverKeyRow } from './receiver-key.entity';
import { ReceiverKeysRepository } from './receiver-keys.repository';
import { RequestsRepository } from '../request/requests.repository';

/** The current key of each person: a copy fed by identity's events, and read from identity where it must be up to date. */
@Injectable()
export class ReceiverKeys {
  constructor(
    private readonly db: Db,
    private readonly repository: ReceiverKeysRepository,
    private readonly requests: RequestsRepository,
    private readonly rpc: Rpc,
  ) {}

  /** A person's current key; null before the first one. */
  current(userId: string): Promise<ReceiverKeyRow | null> {
    return this.repository.of(userId);
  }

  /** Reads a person's public keys from identity and records a new key. */
  async fetch(userId: string, actor: Actor) {
    const answer = await this.rpc.call(identity.bundleOf, { userId }, actor);
    if (!answer.bundle) return { ...answer, verified: null };
    const verified = await verifyBundle(userId, answer.bundle).catch(nullIfInvalid);
    if (verified) await this.recordIfNew(verified, answer.former ?? []);
    return { ...answer, verified };
  }

  private async recordIfNew({ userId, epoch, keyId, pairId }: VerifiedBundle, former: string[]): Promise<void> {
    const key = { userId, epoch, keyId: toBase64url(keyId), pairId: toBase64url(pairId), former };
    const known = await this.current(userId);
    if (known?.keyId === key.keyId && known.pairId === key.pairId) return;
    await withoutIdempotency(() => this.db.transaction((tx) => this.record(tx, key)));
  }

  /** New keys in place of others: their owner has to sign pending requests again. */
  async record(tx: Tx, key: ReceiverKeyRow): Promise<void> {
    if (await this.repository.upsert(tx, key)) await this.requests.forgetSignatures(tx, key.userId);
  }
}

/** A bundle with invalid signatures counts as no key. */
function nullIfInvalid(error: unknown): null {
  if (error instanceof SealingError) return null;
  throw error;
}
