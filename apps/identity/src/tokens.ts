import { createPrivateKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor, Scope } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { Tx } from '@tradepost/service-kit/database';
import { keyId } from '@tradepost/proofs/key-id';
import { SignJWT } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow, SessionRow } from './accounts.entity';
import { AccountsRepository } from './accounts.repository';
import { CONFIG, type IdentityConfig } from './config';

const hours = 3_600;
const lifetimeSeconds: Record<Scope, number> = {
  session: 24 * hours,
  onboarding: hours,
  enrolment: 600,
  'password-reset': 600,
};

type Person = Pick<AccountRow, 'id' | 'userType' | 'suspendedAt'>;

/** The client a session is opened for; `binding` is the SHA-256 of a cookie its browser holds, absent for scripts. */
interface Client {
  actor: Actor;
  binding?: string | undefined;
}

/** ES256 tokens, which name the key that signed them; each stands for a session row, without which it opens nothing. */
@Injectable()
export class Tokens {
  private readonly key: KeyObject;
  private readonly kid: string;

  constructor(
    private readonly repository: AccountsRepository,
    @Inject(CONFIG) { JWT_PRIVATE_KEY }: IdentityConfig,
  ) {
    this.key = createPrivateKey(JWT_PRIVATE_KEY);
    this.kid = keyId(this.key);
  }

  /** Opens a session in `tx` and signs its token. @throws AppError SUSPENDED */
  async issue(
    tx: Tx,
    account: Person,
    scope: Scope,
    { actor, binding }: Client,
  ): Promise<{ token: string; sessionId: string }> {
    if (account.suspendedAt) throw new AppError('SUSPENDED');
    const issuedAt = Math.floor(Date.now() / 1000);
    const expiresAt = new Date((issuedAt + lifetimeSeconds[scope]) * 1000);
    const client = actor.kind === 'system' ? { agent: '', ip: '' } : { agent: actor.agent ?? '', ip: actor.ip };
    const session = { id: uuidv7(), accountId: account.id, scope, expiresAt, binding: binding ?? null, ...client };
    await this.repository.insertSession(tx, session);
    return { token: await this.sign(account, session, issuedAt), sessionId: session.id };
  }

  /**
   * Another token of a live session: it ends when the session does, so that logging out leaves none behind.
   * @throws AppError UNAUTHENTICATED
   */
  async again(tx: Tx, account: Person, sessionId: string): Promise<{ token: string }> {
    const session = await this.repository.liveSession(tx, sessionId);
    if (!session) throw new AppError('UNAUTHENTICATED');
    return { token: await this.sign(account, session) };
  }

  private async sign(
    { id, userType }: Person,
    { id: sid, scope, expiresAt, binding }: Pick<SessionRow, 'id' | 'scope' | 'expiresAt' | 'binding'>,
    issuedAt?: number,
  ): Promise<string> {
    return new SignJWT({ sid, role: userType, scope, ver: 1, ...(binding && { bnd: binding }) })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: this.kid })
      .setIssuer('tradepost')
      .setAudience('tradepost')
      .setSubject(id)
      .setJti(uuidv7())
      .setIssuedAt(issuedAt)
      .setExpirationTime(expiresAt)
      .sign(this.key);
  }
}
