import type { UserActor } from '../actor';
import { command, event, internal } from '../define';
import { boolean, byGateway, email, id, object, string, text, totpCode, type Message } from '../values/fields';
import { passkeyAssertion } from './passkeys';
import { passwordMinimum } from './password';
import type { User } from './user';

/**
 * `enrol`: the token has scope `enrolment`, which allows only the set-up of two-step sign-in. Admins must complete it
 * before anything else.
 */
export interface SignedIn {
  token: string;
  user: User;
  enrol?: true;
}

/** A live session of the caller. */
export interface SessionView {
  id: string;
  createdAt: string;
  expiresAt: string;
  /** `User-Agent` at sign-in. */
  agent: string;
  ip: string;
  /** The session of this call. */
  current: boolean;
}

/** Sign-in checks only the length of the password, so that newer rules lock out no existing account. */
const loginInput = object({
  email: email('Invalid email format').required('Email is required'),
  password: text(1024)
    .required('Password is required')
    .min(passwordMinimum, 'Password must be at least 8 characters long'),
});

const portal = string()
  .oneOf(['sender', 'receiver'] as const)
  .required();

/** SHA-256 of a cookie that binds the session to its browser. The gateway sets it. */
export const binding = text(64).meta(byGateway);
/** As `binding`, of the session that the browser had until now. The gateway sets it. */
export const replaces = text(64).meta(byGateway);
/** SHA-256 of the cookie by which a browser is known again. The gateway sets it. */
const device = text(64).meta(byGateway);

export interface SessionEnded {
  sessionId: string;
  userId: string;
}

export const sessionCommands = {
  /** @throws BAD_CREDENTIALS also for the other portal, EMAIL_NOT_VERIFIED, SUSPENDED, SSO_REQUIRED, TOTP_INVALID, SEALED_SIGN_IN_REQUIRED for the password itself when the account has encryption keys, or TOTP_REQUIRED when the password is right and the account also requires a `code`, or a `passkey` in its place (PASSKEY_INVALID) */
  login: command<SignedIn>()(
    'identity.login',
    loginInput.shape({
      portal,
      code: totpCode(),
      passkey: passkeyAssertion.optional().default(undefined),
      binding,
      replaces,
      device,
    }),
  ),
  /**
   * Signs in without a password, which counts as both steps. `vault`: the vault key of the current epoch under the output of the
   * passkey's PRF extension. @throws PASSKEY_REFUSED also for unknown passkeys and the other portal, SUSPENDED, SSO_REQUIRED, TOO_MANY
   */
  passkeyLogin: command<SignedIn & { vault: { epoch: number; wrap: string } | null }>()(
    'identity.passkey-login',
    object({ passkey: passkeyAssertion.required(), portal, binding, replaces, device }),
  ),
  logout: command<Message>()('identity.logout', object({})),
  /** The caller's live sessions, newest first. */
  sessions: command<SessionView[]>()('identity.sessions', object({})),
  endSession: command<Message>()('identity.end-session', object({ id: id().required() })),
  /** Ends all sessions except the one of this call. */
  endOtherSessions: command<Message & { ended: number }>()('identity.end-other-sessions', object({})),

  /**
   * The actor of a session; null if it has ended. `enforcesRoles`: a gateway of the release before does not check roles, so it gets
   * no actor for a session of a member.
   */
  actorOf: internal<{ actor: UserActor | null }>()(
    'identity.actor-of',
    object({ sessionId: id().required(), enforcesRoles: boolean().default(false) }),
  ),
};

export const sessionEvents = {
  /** `by` is absent for a password. `companyId`: of the identity provider that signed the person in. */
  signedIn: event<{ userId: string; email: string; sessionId: string; by?: 'passkey' | 'sso'; companyId?: string }>(
    'evt.identity.signed-in',
    { to: ['audit'] },
  ),
  sessionEnded: event<SessionEnded>('evt.identity.session-ended', { to: ['audit'] }),
};
