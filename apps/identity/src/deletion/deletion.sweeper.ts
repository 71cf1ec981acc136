import { Injectable } from '@nestjs/common';
import type { SystemActor } from '@tradepost/contracts/actor';
import { identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Governor } from '@tradepost/service-kit/limits/governor';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { hour } from '@tradepost/service-kit/runtime/durations';
import { ScheduledTask } from '@tradepost/service-kit/runtime/scheduled-task';
import { CompaniesRepository } from '../company/companies.repository';
import { DeletionRepository } from './deletion.repository';
import { HandoversRepository } from '../handover/handovers.repository';
import { sideOf } from '../invitation/invitation.policy';
import { InvitationTerminator } from '../invitation/invitation-terminator';
import type { AccountRow } from '../account/account.entity';
import { MembershipTerminator } from '../member/membership-terminator';
import { MembersRepository } from '../member/members.repository';
import { SessionRevoker } from '../session/session-revoker';

const self: SystemActor = { kind: 'system', service: 'identity' };

/** Deletes accounts after the waiting period that follows the owner's request. */
@Injectable()
export class DeletionSweeper extends ScheduledTask {
  protected readonly waitMs = hour;

  constructor(
    private readonly db: Db,
    private readonly companies: CompaniesRepository,
    private readonly handovers: HandoversRepository,
    private readonly repository: DeletionRepository,
    private readonly sessionRevoker: SessionRevoker,
    private readonly invitationTerminator: InvitationTerminator,
    private readonly members: MembersRepository,
    private readonly membershipTerminator: MembershipTerminator,
    private readonly governor: Governor,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  async sweep(now = new Date()): Promise<void> {
    await this.whileAny(() => this.deleteOne(now));
  }

  /** Ends partnerships before the data is removed, because the events name the deleted account. */
  private deleteOne(now: Date): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      const account = await this.repository.lockDue(tx, now);
      if (!account) return false;
      const { id: userId, email, firstName } = account;
      // the address has no account once the mail is sent, and would lead to a former owner
      const { email: to } = await this.handovers.personOf(tx, account);
      const companyId = (await this.companies.byOwner(userId, tx))?.id ?? null;
      await this.sessionRevoker.revoke(tx, self, userId);
      await this.endMemberships(tx, account, companyId);
      for (const invitation of await this.repository.lockInvitations(tx, account, companyId)) {
        const by = sideOf(invitation, companyId);
        await this.invitationTerminator.terminate(tx, invitation, by, self, { accountDeleted: true });
      }
      await this.governor.forget(tx, [account.addressKey, userId, companyId]);
      await this.repository.anonymize(tx, account, companyId, now);
      await this.outbox.event(tx, identityEvents.accountDeleted, { userId, email, companyId }, self);
      await this.outbox.job(
        tx,
        sendMail,
        { template: 'account-deleted', to, data: { firstName } },
        { key: `account-deleted-${userId}` },
      );
      return true;
    });
  }

  /** Of the account, and of the members of its company. Their sessions for it end. */
  private async endMemberships(tx: Tx, { id, addressKey }: AccountRow, companyId: string | null): Promise<void> {
    for (const one of await this.members.membershipsOf(tx, id))
      await this.membershipTerminator.terminate(tx, { companyId: one, userId: id }, 'memberLeft', self);
    if (companyId) await this.members.lockCompany(tx, companyId);
    await this.members.erase(tx, { addressKey, companyId });
    if (companyId) await this.sessionRevoker.revokeOfCompany(tx, self, companyId);
  }
}
