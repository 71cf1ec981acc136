import { Controller } from '@nestjs/common';
import { mayStandIn } from '@tradepost/contracts/absence';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { accountOf, type Role } from '@tradepost/contracts/roles';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { validate as isUuid } from 'uuid';
import { AccountsRepository } from '../account/accounts.repository';
import { MembersRepository } from '../member/members.repository';
import { AbsenceTerminator } from './absence-terminator';
import { AbsencesRepository } from './absences.repository';

/** When the caller is away from the company of the session, and who stands in. */
@Controller()
export class AbsencesHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: AbsencesRepository,
    private readonly terminator: AbsenceTerminator,
    private readonly members: MembersRepository,
    private readonly accounts: AccountsRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.setAbsence)
  setAbsence({ delegateId, ...period }: In<typeof identity.setAbsence>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    const [from, until] = [new Date(period.from), new Date(period.until)];
    return this.db.transaction(async (tx) => {
      await this.members.lockCompany(tx, companyId);
      if (!(await this.rolesOf(tx, actor.userId, actor))) throw new AppError('NOT_ALLOWED');
      const delegate = delegateId === null ? null : await this.delegateOf(tx, delegateId, actor);
      const row = { companyId, accountId: actor.userId, from, until, delegateId: delegate?.id ?? null };
      const absence = { from: from.toISOString(), until: until.toISOString(), delegateId: row.delegateId };
      const before = await this.repository.find(tx, row);
      const isSame =
        before?.delegateId === row.delegateId &&
        before.from.getTime() === from.getTime() &&
        before.until.getTime() === until.getTime();
      if (isSame) return { absence };
      await this.repository.save(tx, row);
      const { userId, email } = actor;
      const delegateIsOwner = row.delegateId !== null && row.delegateId === accountOf(actor).userId;
      const changed = { ...absence, delegateEmail: delegate?.email ?? null, delegateIsOwner };
      await this.outbox.event(tx, identityEvents.absenceChanged, { companyId, userId, email, absence: changed }, actor);
      return { absence };
    });
  }

  @Handle(identity.endAbsence)
  endAbsence(_input: In<typeof identity.endAbsence>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      const { userId, email } = actor;
      await this.terminator.end(tx, { companyId, userId, email }, actor);
      return { absence: null };
    });
  }

  /** The company's members must be locked. @throws AppError DELEGATE_NOT_ALLOWED */
  private async delegateOf(tx: Tx, id: string, actor: UserActor) {
    const roles = id === actor.userId ? null : await this.rolesOf(tx, id, actor);
    const account = roles && mayStandIn({ roles }, actor) ? await this.accounts.byId(id, tx) : null;
    if (!account || account.suspendedAt || account.deletedAt) throw new AppError('DELEGATE_NOT_ALLOWED');
    return account;
  }

  /** Of a person in the company of the session; null for anyone else. */
  private async rolesOf(tx: Tx, userId: string, actor: UserActor): Promise<readonly Role[] | null> {
    if (userId === accountOf(actor).userId) return ['owner'];
    return isUuid(userId) ? this.members.rolesOf(tx, companyOf(actor).companyId, userId) : null;
  }
}
