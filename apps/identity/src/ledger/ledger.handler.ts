import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { AccountsRepository } from '../account/accounts.repository';
import { ApiKeysRepository, sealingOf } from '../api-key/api-keys.repository';
import { KeysRepository } from '../keys/keys.repository';
import { LedgerRepository } from './ledger.repository';

/** A person's ledger, which the server stores but cannot read. */
@Controller()
export class LedgerHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly keys: KeysRepository,
    private readonly repository: LedgerRepository,
  ) {}

  @Handle(identity.ledger)
  async ledger({ epoch, from }: In<typeof identity.ledger>, actor: UserActor) {
    await this.assertCurrent(actor, epoch);
    const { userId } = actor;
    // the size first: an entry that is appended in between is read next time
    const size = await this.repository.size(userId, epoch);
    return { size, entries: await this.repository.entries(userId, epoch, from) };
  }

  @Handle(identity.appendLedger)
  appendLedger({ epoch, seq, entries }: In<typeof identity.appendLedger>, actor: UserActor) {
    const { userId } = actor;
    return this.db.transaction(async (tx) => {
      await this.accounts.lock(tx, userId);
      await this.assertCurrent(actor, epoch, tx);
      if (seq !== (await this.repository.size(userId, epoch, tx)) + 1) throw new AppError('KEYS_STALE');
      await this.repository.append(tx, userId, epoch, seq, entries);
      return { size: seq + entries.length - 1 };
    });
  }

  /** @throws AppError KEYS_STALE for another epoch; KEY_SCOPE for an API key that does not open this epoch's vault */
  private async assertCurrent({ userId, key }: UserActor, epoch: number, tx?: Tx): Promise<void> {
    if (key) {
      const row = await this.apiKeys.byId(key.id, tx);
      if (!row || sealingOf(row, epoch) !== 'live') throw new AppError('KEY_SCOPE');
    }
    if ((await this.keys.epochOf(userId, tx)) !== epoch) throw new AppError('KEYS_STALE');
  }
}
