import { Controller, Inject } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { sendMail } from '@tradepost/contracts/jobs';
import { Db } from '@tradepost/service-kit/database/database';
import { daysAfter } from '@tradepost/service-kit/runtime/durations';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CONFIG, type IdentityConfig } from '../config';
import { DeletionRepository } from './deletion.repository';
import { PasswordCheck } from '../account/password-check';
import { AccountsRepository } from '../account/accounts.repository';

/** Requests the deletion of the caller's account, and cancels it. */
@Controller()
export class DeletionHandler {
  constructor(
    private readonly db: Db,
    private readonly accounts: AccountsRepository,
    private readonly repository: DeletionRepository,
    private readonly passwordCheck: PasswordCheck,
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  @Handle(identity.requestDeletion)
  async requestDeletion({ password }: In<typeof identity.requestDeletion>, actor: UserActor) {
    if (actor.userType === 'admin')
      throw new AppError('NOT_ALLOWED', { message: 'An administrator cannot be deleted here' });
    await this.passwordCheck.run(actor, password);
    return this.db.transaction(async (tx) => {
      const { userId, email, firstName } = actor;
      const account = await this.accounts.lock(tx, userId);
      const deletionAt = account.deletionAt ?? daysAfter(new Date(), this.config.ACCOUNT_DELETION_DAYS);
      if (!account.deletionAt) {
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
