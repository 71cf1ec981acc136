import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { isOwner } from '@tradepost/contracts/roles';

/** A member who could remove entries could hide what was done with the keys. @throws AppError NOT_ALLOWED */
export function assertRemovesEntries(actor: UserActor): void {
  if (!isOwner(actor))
    throw new AppError('NOT_ALLOWED', { message: 'Only the owner removes entries of the company’s record' });
}
