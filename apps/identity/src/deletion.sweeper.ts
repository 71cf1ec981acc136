import { Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Recurring } from '@tradepost/service-kit/recurring';
import { AccountsRepository } from './accounts.repository';
import { DeletionRepository } from './deletion.repository';
import { InvitationEnd } from './invitation-end';
import { SessionEnd } from './session-end';

const self: SystemActor = { kind: 'system', service: 'identity' };

/** Deletes the accounts whose owners asked for it and did not think again. */
@Injectable()
export class DeletionSweeper extends Recurring {
  protected readonly waitMs = 3_600_000;

  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly repository: DeletionRepository,
    private readonly sessionEnd: SessionEnd,
    private readonly invitationEnd: InvitationEnd,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.whileAny(() => this.deleteOne(now));
  }

  /** Partners are told while it is still known whom they lose. */
  private deleteOne(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const account = await this.repository.lockDue(tx, now);
      if (!account) return false;
      const { id: userId, email, firstName } = account;
      const companyId = (await this.accounts.companyOf(userId, tx))?.id ?? null;
      await this.sessionEnd.end(tx, self, {}, userId);
      for (const invitation of await this.repository.lockInvitations(tx, account, companyId)) {
        await this.invitationEnd.end(tx, invitation, invitation.companyId === companyId ? 'inviter' : 'invited', self);
      }
      await this.repository.forget(tx, account, companyId, now);
      await this.outbox.event(tx, identityEvents.accountDeleted, { userId, email, companyId }, self);
      await this.outbox.job(
        tx,
        sendMail,
        { template: 'account-deleted', to: email, data: { firstName } },
        { key: `account-deleted-${userId}` },
      );
      return true;
    });
  }
}
