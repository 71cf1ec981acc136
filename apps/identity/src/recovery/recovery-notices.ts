import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { RecoveryStep } from '@tradepost/contracts/encryption/recovery';
import { identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { v7 as uuidv7 } from 'uuid';
import { AccountsRepository } from '../account/accounts.repository';
import { CompaniesRepository } from '../company/companies.repository';
import { CONFIG, type IdentityConfig } from '../config';
import type { RecoverySetRow } from './recovery.entity';
import { RecoveryRepository } from './recovery.repository';

/** Publishes and mails each step to the owner and all who hold a share: with a stolen mailbox, none happens unnoticed. */
@Injectable()
export class RecoveryNotices {
  constructor(
    private readonly repository: RecoveryRepository,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** Call it while the shares exist. */
  async publish(
    tx: Tx,
    { accountId, companyId, stated }: Pick<RecoverySetRow, 'accountId' | 'companyId' | 'stated'>,
    step: RecoveryStep,
    actor: UserActor,
  ): Promise<void> {
    const companyName = (await this.companies.byId(companyId, tx))?.companyName ?? '';
    const { threshold, shares } = stated;
    const memberIds = (await this.repository.sharesOf(accountId, tx)).map((share) => share.accountId);
    const changed = { companyId, companyName, step, holders: shares.length, threshold, memberIds };
    await this.outbox.event(tx, identityEvents.recoveryChanged, changed, actor);
    const at = new Date().toISOString();
    const data = {
      companyName,
      step,
      by: actor.email,
      at,
      ip: actor.ip,
      link: `${this.config.ORIGIN}/profile#encryption`,
    };
    for (const to of await this.addressesOf(tx, [accountId, ...memberIds]))
      await this.outbox.job(
        tx,
        sendMail,
        { template: 'recovery-changed', to, data },
        { key: `recovery-changed-${uuidv7()}` },
      );
  }

  private async addressesOf(tx: Tx, ids: string[]): Promise<string[]> {
    const addresses: string[] = [];
    // without locks: two members who approve at the same time would wait for each other
    for (const id of ids) {
      const account = await this.accounts.byId(id, tx);
      if (account) addresses.push(account.email);
    }
    return addresses;
  }
}
