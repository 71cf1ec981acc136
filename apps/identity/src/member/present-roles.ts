import { Injectable } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { isOwner, permits, roleRefusal, type Permission } from '@tradepost/contracts/roles';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { MembersRepository } from './members.repository';

/** What members may do now. A call that waits, for a password or for another server, may be of a person who has lost the role since it began. */
@Injectable()
export class PresentRoles {
  constructor(private readonly members: MembersRepository) {}

  /** The roles stay until the transaction ends. @throws AppError NOT_ALLOWED */
  async assertStillMay(tx: Tx, actor: UserActor, permission: Permission): Promise<void> {
    if (isOwner(actor)) return;
    const { companyId } = companyOf(actor);
    await this.members.lockCompany(tx, companyId);
    const roles = await this.members.rolesOf(tx, companyId, actor.userId);
    if (!roles || !permits({ ...actor, roles }, permission)) throw new AppError('NOT_ALLOWED', roleRefusal);
  }
}
