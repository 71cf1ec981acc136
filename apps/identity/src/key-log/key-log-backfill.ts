import { Injectable } from '@nestjs/common';
import { verifyBundle } from '@tradepost/sealing/keys/bundle';
import { Db } from '@tradepost/service-kit/database/database';
import { hour } from '@tradepost/service-kit/runtime/durations';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { AccountsRepository } from '../account/accounts.repository';
import { KeysRepository } from '../keys/keys.repository';
import { KeyLog } from './key-log';
import { KeyLogRepository } from './key-log.repository';

/** Logs the current keys of accounts that stored them before there was a log. */
@Injectable()
export class KeyLogBackfill extends ScheduledTask {
  protected readonly waitMs = hour;
  protected override readonly firstMs = 0;

  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly keys: KeysRepository,
    private readonly repository: KeyLogRepository,
    private readonly log: KeyLog,
  ) {
    super();
  }

  async sweep(): Promise<void> {
    let after = '00000000-0000-0000-0000-000000000000';
    await this.whileAny(async () => {
      const found = await this.repository.unlogged(after);
      if (!found) return false;
      const { accountId, email, bundle } = found;
      after = accountId;
      const { keyId, epoch } = await verifyBundle(accountId, bundle);
      const entry = await this.log.entryOf(email, { userId: accountId, epoch, keyId });
      await this.db.transaction(async (tx) => {
        await this.accounts.lock(tx, accountId);
        // keys that replaced these were logged with their own call
        if ((await this.keys.epochOf(accountId, tx)) === epoch) await this.log.append(tx, entry);
      });
      return true;
    });
  }
}
