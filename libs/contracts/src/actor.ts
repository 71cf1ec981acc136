export type UserType = 'sender' | 'receiver' | 'admin';

/** `NotRequired` is a receiver's; only `Pending` gates. */
export type KycStatus = 'Pending' | 'Processing' | 'Approved' | 'Rejected' | 'Changes requested' | 'NotRequired';

/** What a token opens: `session` everything of its user, the others only the step they were made for. */
export type Scope = 'session' | 'onboarding' | 'password-reset' | 'enrolment';

/** What a program's key may be allowed to do; see `key` of a route. */
export const keyScopes = ['read', 'upload', 'deliver', 'accept'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** The key by which a program acts for a person. */
export interface ActingKey {
  id: string;
  name: string;
  scopes: readonly KeyScope[];
  /** Its owner allowed in words that it accepts requests without a mailed code. */
  acceptsAlone: boolean;
}

/** A person, as the session says; the only source of identity in any handler. */
export interface UserActor {
  kind: 'user';
  userId: string;
  /** By a key: the key's id. */
  sessionId: string;
  email: string;
  firstName: string;
  lastName: string;
  companyId: string | null;
  companyName: string | null;
  userType: UserType;
  kycStatus: KycStatus;
  scope: Scope;
  /** Address of the caller, for limits and the audit log. */
  ip: string;
  /** What the caller's client calls itself. */
  agent?: string;
  /** Present when a program acts by a key: it may call only what a scope of the key opens. */
  key?: ActingKey;
}

/** A caller without a token. */
export interface PublicActor {
  kind: 'public';
  ip: string;
  agent?: string;
}

/** A service that acts on its own. */
export interface SystemActor {
  kind: 'system';
  service: string;
}

export type Actor = UserActor | PublicActor | SystemActor;

export const sameEmail = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
