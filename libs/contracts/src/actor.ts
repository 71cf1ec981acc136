export type UserType = 'sender' | 'receiver' | 'admin';

/** `NotRequired` is a receiver's; only `Pending` gates. */
export type KycStatus = 'Pending' | 'Processing' | 'Approved' | 'Rejected' | 'Changes requested' | 'NotRequired';

/** What a token opens: `session` everything of its user, the others only the step they were made for. */
export type Scope = 'session' | 'onboarding' | 'password-reset' | 'enrolment';

/** A person, as the session says; the only source of identity in any handler. */
export interface UserActor {
  kind: 'user';
  userId: string;
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
