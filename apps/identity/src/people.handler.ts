import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents, type PersonItem } from '@tradepost/contracts/identity';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Handle } from '@tradepost/service-kit/decorators';
import { Outbox } from '@tradepost/service-kit/outbox';
import type { AccountRow } from './accounts.entity';
import { PeopleRepository } from './people.repository';
import { SessionEnd } from './session-end';

/** What admins do with people and their companies. */
@Injectable()
export class PeopleHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: PeopleRepository,
    private readonly sessionEnd: SessionEnd,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.people)
  people(input: In<typeof identity.people>) {
    return this.repository.page(input);
  }

  @Handle(identity.suspend)
  suspend({ id, reason }: In<typeof identity.suspend>, actor: UserActor) {
    return this.change(id, async (tx, account, { company }) => {
      if (account.userType === 'admin')
        throw new AppError('NOT_ALLOWED', { message: 'An administrator cannot be suspended here' });
      if (account.suspendedAt) return;
      await this.repository.suspend(tx, id, reason);
      await this.sessionEnd.end(tx, actor, {}, id);
      await this.outbox.event(
        tx,
        identityEvents.suspended,
        { userId: id, email: account.email, companyId: company?.id ?? null, reason },
        actor,
      );
    });
  }

  @Handle(identity.restore)
  restore({ id }: In<typeof identity.restore>, actor: UserActor) {
    return this.change(id, async (tx, account, { company }) => {
      if (!account.suspendedAt) return;
      await this.repository.suspend(tx, id, null);
      await this.outbox.event(
        tx,
        identityEvents.restored,
        { userId: id, email: account.email, companyId: company?.id ?? null },
        actor,
      );
    });
  }

  @Handle(identity.endSessionsOf)
  endSessionsOf({ id }: In<typeof identity.endSessionsOf>, actor: UserActor) {
    return this.change(
      id,
      async (tx) =>
        void (await this.sessionEnd.end(tx, actor, id === actor.userId ? { except: actor.sessionId } : {}, id)),
    );
  }

  @Handle(identity.setQuota)
  setQuota({ id, totalStorage }: In<typeof identity.setQuota>, actor: UserActor) {
    return this.change(id, async (tx, _account, { company }) => {
      if (!company) throw new AppError('COMPANY_MISSING');
      await this.repository.setQuota(tx, company.id, totalStorage);
      await this.outbox.event(
        tx,
        identityEvents.quotaChanged,
        { companyId: company.id, companyName: company.companyName, userId: id, totalStorage },
        actor,
      );
    });
  }

  /** @throws AppError NOT_FOUND */
  private change(
    id: string,
    work: (tx: Tx, account: AccountRow, person: PersonItem) => Promise<void>,
  ): Promise<PersonItem> {
    return this.db.transaction(async (tx) => {
      const account = await this.repository.lock(tx, id);
      const before = account && (await this.repository.one(tx, id));
      if (!account || !before) throw new AppError('NOT_FOUND');
      await work(tx, account, before);
      return (await this.repository.one(tx, id)) ?? before;
    });
  }
}
