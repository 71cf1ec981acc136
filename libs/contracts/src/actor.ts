import { AppError } from './errors';
import { isOwner, permits, type Role } from './roles';

export type UserType = 'sender' | 'receiver' | 'admin';

/** Receivers have `NotRequired`. Only `Pending` blocks calls (error KYC_PENDING). */
export type KycStatus = 'Pending' | 'Processing' | 'Approved' | 'Rejected' | 'Changes requested' | 'NotRequired';

/** What a token allows: `session` every call of its user, the other scopes one step only. */
export type Scope = 'session' | 'onboarding' | 'password-reset' | 'enrolment';

/** What an API key may be allowed to do; see `key` of a route. */
export const keyScopes = ['read', 'upload', 'deliver', 'accept'] as const;
export type ProgramScope = (typeof keyScopes)[number];
/** Of the SCIM token of an identity provider, which allows nothing else. It is created elsewhere than other keys. */
export const scimScope = 'scim';
export type KeyScope = ProgramScope | typeof scimScope;

/** The API key that a program uses to act for a person. */
export interface ActingKey {
  id: string;
  name: string;
  scopes: readonly KeyScope[];
  /** Its owner explicitly authorised it to accept requests without a step-up code. */
  mayAcceptWithoutCode: boolean;
}

/** The signed-in user of a session or API key. The only source of identity in a handler. */
export interface UserActor {
  kind: 'user';
  userId: string;
  /** The API key's id when the call uses one. */
  sessionId: string;
  email: string;
  firstName: string;
  lastName: string;
  companyId: string | null;
  companyName: string | null;
  /** Of the company's owner, also where a member acts. */
  userType: UserType;
  kycStatus: KycStatus;
  /** In the company that the session is for. Absent from processes of the release before, which know only owners. */
  roles?: readonly Role[];
  /** The owner of the company has given this member its keys. */
  hasKeys?: true;
  /** The account that the company belongs to, where a member acts for it. */
  owner?: { userId: string; email: string };
  scope: Scope;
  /** The identity provider of the company signed the person in: the session does not act for the person's own account. */
  sso?: true;
  /** IP address of the caller, for rate limits and the audit log. */
  ip: string;
  /** `User-Agent` of the caller. */
  agent?: string;
  /** SHA-256 of the browser's device cookie. */
  device?: string;
  /** Present when the call uses an API key; only calls that a scope of the key allows are accepted. */
  key?: ActingKey;
}

/** A caller without a token. */
export interface PublicActor {
  kind: 'public';
  ip: string;
  agent?: string;
  device?: string;
}

/** A service, without a person behind the call. */
export interface SystemActor {
  kind: 'system';
  service: string;
}

export type Actor = UserActor | PublicActor | SystemActor;

/** @throws AppError COMPANY_MISSING while the caller has not saved a company */
export function companyOf({ companyId, companyName }: Pick<UserActor, 'companyId' | 'companyName'>): {
  companyId: string;
  companyName: string;
} {
  if (!companyId) throw new AppError('COMPANY_MISSING');
  return { companyId, companyName: companyName ?? '' };
}

/** Whether the person may work with what is end-to-end encrypted: the owner, and members with the company's keys and a role that uses them. */
export const hasKeys = (actor: Pick<UserActor, 'roles' | 'hasKeys' | 'sso'>): boolean =>
  isOwner(actor) || (actor.hasKeys === true && permits(actor, 'keys'));

/** @throws AppError OWNER_KEYS_REQUIRED */
export function assertHasKeys(actor: Pick<UserActor, 'roles' | 'hasKeys' | 'sso'>): void {
  if (!hasKeys(actor)) throw new AppError('OWNER_KEYS_REQUIRED');
}
