import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { CompanyKeysRepository } from '../company-key/company-keys.repository';
import { KeysRepository } from './keys.repository';

/** What the client makes for a new password, if the account has it. */
interface Rewraps {
  epoch?: number | undefined;
  wrap?: string | undefined;
  personWrap?: string | undefined;
}

/** Stores what the password opens under another key of it, which only its owner's client can make. */
@Injectable()
export class VaultRewrap {
  constructor(
    private readonly keys: KeysRepository,
    private readonly companyKeys: CompanyKeysRepository,
  ) {}

  /** @throws AppError KEYS_HELD without a wrap, KEYS_STALE for another epoch */
  async run(tx: Tx, { userId }: UserActor, { epoch, wrap, personWrap }: Rewraps): Promise<void> {
    await this.rewrapPersonKey(tx, userId, personWrap);
    const vault = await this.keys.vaultOf(userId, tx);
    if (!vault && wrap === undefined) return;
    if (wrap === undefined) throw new AppError('KEYS_HELD');
    if (!vault || vault.epoch !== epoch) throw new AppError('KEYS_STALE');
    await this.keys.updateVault(tx, userId, {
      sealed: { ...vault.sealed, wraps: { ...vault.sealed.wraps, password: wrap } },
    });
  }

  private async rewrapPersonKey(tx: Tx, userId: string, wrap: string | undefined): Promise<void> {
    const stored = await this.companyKeys.personKeyOf(userId, tx);
    if (!stored && wrap === undefined) return;
    if (wrap === undefined) throw new AppError('KEYS_HELD');
    if (!stored) throw new AppError('KEYS_STALE');
    await this.companyKeys.rewrapPersonKey(tx, userId, wrap);
  }
}
