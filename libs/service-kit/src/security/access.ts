import { scimScope, type ActingKey, type Actor, type UserActor } from '@tradepost/contracts/actor';
import { sameAddress } from '@tradepost/contracts/values/address';
import type { AnyCommand } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { isOwner, permissionsOfAdmin, permits, ownerRefusal, roleRefusal } from '@tradepost/contracts/roles';
import { accessOf, type Access, type Allow, type Route, type Self } from '@tradepost/contracts/routes';

const admits: Record<Allow, (actor: UserActor) => boolean> = {
  public: () => true,
  any: ({ scope }) => scope === 'session',
  sender: ({ scope, userType }) => scope === 'session' && userType === 'sender',
  receiver: ({ scope, userType }) => scope === 'session' && userType === 'receiver',
  admin: ({ scope, userType }) => scope === 'session' && userType === 'admin',
  onboarding: ({ scope }) => scope === 'onboarding',
  member: ({ scope }) => scope === 'session' || scope === 'onboarding',
  enrolling: ({ scope }) => scope === 'session' || scope === 'enrolment',
  anyone: () => true,
  'password-reset': ({ scope }) => scope === 'password-reset',
};

const names: Record<Self, (actor: UserActor, value: string) => boolean> = {
  email: (actor, value) => sameAddress(actor.email, value),
  userId: (actor, value) => actor.userId === value,
  'user-or-company': (actor, value) => actor.userId === value || actor.companyId === value,
};

/**
 * Whether the actor may call the command at all, as its route says; what it may touch is the handler's to decide.
 * @throws AppError UNAUTHENTICATED, KEY_SCOPE, NOT_ALLOWED, KYC_PENDING
 */
export function admit(command: AnyCommand, actor: Actor): void {
  const access = accessOf(command);
  if (!access) {
    if (command.internal) return;
    throw new AppError('NOT_ALLOWED');
  }
  if (access.allow === 'public') return;
  if (actor.kind === 'system') throw new AppError('NOT_ALLOWED');
  if (actor.kind === 'public') throw new AppError('UNAUTHENTICATED');
  if (actor.key && !isOpenTo(actor.key, access)) throw new AppError('KEY_SCOPE');
  if (!admits[access.allow](actor)) throw new AppError('NOT_ALLOWED');
  if (!isInRole(actor, access))
    throw new AppError('NOT_ALLOWED', access.permission === 'vault' ? ownerRefusal : roleRefusal);
  if (access.kyc && actor.kycStatus === 'Pending') throw new AppError('KYC_PENDING');
}

/** A route without a permission is for no member. Admins belong to no company, and do no company's work. */
function isInRole(actor: UserActor, { permission }: Access): boolean {
  if (!permission) return isOwner(actor);
  return permits(actor, permission) && (actor.userType !== 'admin' || permissionsOfAdmin.includes(permission));
}

const isOpenTo = ({ scopes }: ActingKey, { key }: Route): boolean =>
  key === 'any' ? !scopes.includes(scimScope) : key !== undefined && scopes.includes(key);

/**
 * Fields that name a person must name the actor.
 * @throws AppError NOT_YOURS
 */
export function checkSelf(command: AnyCommand, input: Record<string, unknown>, actor: Actor): void {
  if (actor.kind !== 'user') return;
  for (const [field, self] of Object.entries(accessOf(command)?.self ?? {})) {
    const value = input[field];
    if (typeof value === 'string' && value && !names[self](actor, value)) throw new AppError('NOT_YOURS');
  }
}
