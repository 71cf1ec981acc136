import { Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { isOwner, permits, roleRefusal, type Permission, type Role } from '@tradepost/contracts/roles';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { SessionsRepository } from '../session/sessions.repository';
import { MembersRepository } from './members.repository';

/**
 * What people may do now. A call that waits, for a password or for another server, may be of a member who has lost the role since it began, or of an
 * owner after the company has passed to another one.
 */
@Injectable()
export class PresentRoles {
  constructor(
    private readonly members: MembersRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /** They stay until the transaction ends. @throws AppError UNAUTHENTICATED for an owner with a session that has ended */
  async of(tx: Tx, actor: UserActor): Promise<readonly Role[]> {
    const { companyId } = companyOf(actor);
    await this.members.lockCompany(tx, companyId);
    if (!isOwner(actor)) return (await this.members.rolesOf(tx, companyId, actor.userId)) ?? [];
    if (!actor.key) await this.sessions.requireLive(tx, actor.sessionId);
    return ['owner'];
  }

  /** @throws AppError NOT_ALLOWED, and as `of` */
  async assertStillMay(tx: Tx, actor: UserActor, permission: Permission): Promise<void> {
    const roles = await this.of(tx, actor);
    if (!permits({ ...actor, roles }, permission)) throw new AppError('NOT_ALLOWED', roleRefusal);
  }
}
