import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { KeysRepository } from './keys.repository';

/** Stores the vault key under another key of the password, which only its owner's client can make. */
@Injectable()
export class VaultRewrap {
  constructor(private readonly keys: KeysRepository) {}

  /** @throws AppError KEYS_HELD without a wrap, KEYS_STALE for another epoch */
  async run(
    tx: Tx,
    { userId }: UserActor,
    { epoch, wrap }: { epoch?: number | undefined; wrap?: string | undefined },
  ): Promise<void> {
    const vault = await this.keys.vaultOf(userId, tx);
    if (!vault && wrap === undefined) return;
    if (wrap === undefined) throw new AppError('KEYS_HELD');
    if (!vault || vault.epoch !== epoch) throw new AppError('KEYS_STALE');
    await this.keys.updateVault(tx, userId, {
      sealed: { ...vault.sealed, wraps: { ...vault.sealed.wraps, password: wrap } },
    });
  }
}
