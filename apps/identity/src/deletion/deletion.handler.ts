import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CONFIG, type IdentityConfig } from '../config';
import { DeletionRepository } from './deletion.repository';
import { HandoversRepository } from '../handover/handovers.repository';
import { PasswordCheck } from '../account/password-check';
import { AccountsRepository } from '../account/accounts.repository';
import { CompaniesRepository } from '../company/companies.repository';
import { MembersRepository } from '../member/members.repository';

/** Requests the deletion of the caller's account, and cancels it. */
@Controller()
export class DeletionHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly companies: CompaniesRepository,
    private readonly members: MembersRepository,
    private readonly handovers: HandoversRepository,
    private readonly repository: DeletionRepository,
    private readonly passwordCheck: PasswordCheck,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.requestDeletion)
  async requestDeletion({ password }: In<typeof identity.requestDeletion>, actor: UserActor) {
    if (actor.userType === 'admin')
      throw new AppError('NOT_ALLOWED', { message: 'An administrator cannot be deleted here' });
    const { passwordHash } = await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      const { userId, email, firstName } = actor;
      const account = await this.accounts.lock(tx, userId);
      if (account.passwordHash !== passwordHash) throw new AppError('PASSWORD_WRONG');
      const deletionAt = account.deletionAt ?? daysAfter(new Date(), this.config.ACCOUNT_DELETION_DAYS);
      if (!account.deletionAt) {
        await this.assertWithoutCoOwners(tx, userId);
        await this.assertHoldsNone(tx, userId);
        await this.repository.schedule(tx, userId, deletionAt);
        const when = deletionAt.toISOString();
        await this.outbox.event(tx, identityEvents.deletionRequested, { userId, email, deletionAt: when }, actor);
        const data = { firstName, deletionAt: when, link: `${this.config.ORIGIN}/profile` };
        await this.outbox.job(
          tx,
          sendMail,
          { template: 'deletion-requested', to: email, data },
          { key: `deletion-requested-${userId}-${when}` },
        );
      }
      return { message: 'Your account will be deleted', deletionAt: deletionAt.toISOString() };
    });
  }

  /** The company is deleted with its owner's account: who owns it too must not lose it unprepared. @throws AppError NOT_ALLOWED */
  private async assertWithoutCoOwners(tx: Tx, userId: string): Promise<void> {
    const company = await this.companies.byOwner(userId, tx);
    if (!company) return;
    await this.members.lockCompany(tx, company.id);
    if (!(await this.members.hasCoOwners(tx, company.id))) return;
    throw new AppError('NOT_ALLOWED', {
      message:
        'Your company has co-owners or open invitations of co-owners, and would be deleted with your account. Please remove them first.',
    });
  }

  /** Mail for a company that the person has taken over goes to this account. @throws AppError NOT_ALLOWED */
  private async assertHoldsNone(tx: Tx, userId: string): Promise<void> {
    if (!(await this.handovers.holdsOthers(tx, userId))) return;
    throw new AppError('NOT_ALLOWED', {
      message: 'You are the owner of a company that was handed over to you. Please hand it over to someone else first.',
    });
  }

  @Handle(identity.cancelDeletion)
  cancelDeletion(_input: In<typeof identity.cancelDeletion>, actor: UserActor) {
    return this.db.transaction(async (tx) => {
      const { userId, email } = actor;
      if ((await this.accounts.lock(tx, userId)).deletionAt) {
        await this.repository.schedule(tx, userId, null);
        await this.outbox.event(tx, identityEvents.deletionCancelled, { userId, email }, actor);
      }
      return { message: 'Your account will not be deleted' };
    });
  }
}
