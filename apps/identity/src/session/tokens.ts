import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Scope } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { keyId } from '@tradepost/proofs/key-id';
import { day, hour, minute, second } from '@tradepost/service-kit/runtime/durations';
import { sign } from 'jsonwebtoken';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from '../account/account.entity';
import type { SessionRow } from './session.entity';
import { SessionsRepository, type NewSession } from './sessions.repository';
import { CONFIG, type IdentityConfig } from '../config';

const lifetimeMs: Record<Scope, number> = {
  session: day,
  onboarding: hour,
  enrolment: 10 * minute,
  'password-reset': 10 * minute,
};

type Person = Pick<AccountRow, 'id' | 'userType' | 'suspendedAt'>;

/** The client that a session is opened for. `binding` is the SHA-256 of a cookie in its browser; absent for scripts. `passkeyId`: of the passkey that proved it. */
interface Client {
  actor: Actor;
  binding?: string | undefined;
  passkeyId?: string | undefined;
}

/** The sign-on connection that opens a session, and the provider's name of its own session. */
export interface SsoOrigin {
  connectionId: string;
  sid: string | null;
}

/** What a session is for: a company that the person is a member of. `expiresAt`: of the session that it replaces. */
interface Purpose {
  companyId?: string | null;
  expiresAt?: Date;
  sso?: SsoOrigin | undefined;
}

/** ES256 tokens that name their signing key. A token is valid only while its session row is live. */
@Injectable()
export class Tokens {
  private readonly key: KeyObject;
  private readonly kid: string;

  constructor(
    private readonly repository: SessionsRepository,
    @Inject(CONFIG) { JWT_PRIVATE_KEY }: IdentityConfig,
  ) {
    this.key = createPrivateKey(JWT_PRIVATE_KEY);
    this.kid = keyId(this.key);
  }

  /** Opens a session in `tx` and signs its token. @throws AppError SUSPENDED */
  issue(...[tx, ...given]: [Tx, ...Parameters<Tokens['create']>]): { token: string; sessionId: string } {
    const { token, session } = this.create(...given);
    this.repository.insert(tx, session);
    return { token, sessionId: session.id };
  }

  /** A session that is not stored yet, and its token. @throws AppError SUSPENDED */
  create(
    account: Person,
    scope: Scope,
    { actor, binding, passkeyId }: Client,
    { companyId = null, expiresAt, sso }: Purpose = {},
  ): { token: string; session: NewSession } {
    if (account.suspendedAt) throw new AppError('SUSPENDED');
    const issuedAt = Math.floor(Date.now() / second);
    const until = expiresAt ?? new Date(issuedAt * second + lifetimeMs[scope]);
    const client = actor.kind === 'system' ? { agent: '', ip: '' } : { agent: actor.agent ?? '', ip: actor.ip };
    const proof = { binding: binding ?? null, passkeyId: passkeyId ?? null };
    const by = { ssoConnectionId: sso?.connectionId ?? null, ssoSid: sso?.sid ?? null };
    const session = {
      id: uuidv7(),
      accountId: account.id,
      scope,
      expiresAt: until,
      companyId,
      ...proof,
      ...by,
      ...client,
    };
    return { token: this.sign(account, session, issuedAt), session };
  }

  /**
   * Signs another token of a live session. It expires with the session, so that logging out invalidates it too.
   * @throws AppError UNAUTHENTICATED
   */
  async reissue(tx: Tx, account: Person, sessionId: string): Promise<{ token: string }> {
    const session = await this.repository.live(tx, sessionId);
    if (!session) throw new AppError('UNAUTHENTICATED');
    return { token: this.sign(account, session) };
  }

  /** In one step: a library that signs by WebCrypto changes threads for each signature. */
  private sign(
    { id, userType }: Person,
    { id: sid, scope, expiresAt, binding }: Pick<SessionRow, 'id' | 'scope' | 'expiresAt' | 'binding'>,
    issuedAt = Math.floor(Date.now() / second),
  ): string {
    const claims = {
      ...{ sid, role: userType, scope, ver: 1, ...(binding && { bnd: binding }) },
      ...{ iss: 'tradepost', aud: 'tradepost', sub: id, jti: uuidv7() },
      ...{ iat: issuedAt, exp: Math.floor(expiresAt.getTime() / second) },
    };
    return sign(claims, this.key, { algorithm: 'ES256', keyid: this.kid });
  }
}
