import { Inject, Injectable } from '@nestjs/common';
import type { Scope } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import type { Tx } from '@tradepost/service-kit/database';
import { importPKCS8, SignJWT } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from './accounts.entity';
import { AccountsRepository } from './accounts.repository';
import { CONFIG, type IdentityConfig } from './config';

const hours = 3_600;
const lifetimeSeconds: Record<Scope, number> = { session: 24 * hours, onboarding: hours, 'password-reset': 600 };

type Person = Pick<AccountRow, 'id' | 'userType'>;

/** ES256 tokens; each stands for a session row, without which it opens nothing. */
@Injectable()
export class Tokens {
  private readonly key: ReturnType<typeof importPKCS8>;

  constructor(
    private readonly repository: AccountsRepository,
    @Inject(CONFIG) { JWT_PRIVATE_KEY }: IdentityConfig,
  ) {
    this.key = importPKCS8(JWT_PRIVATE_KEY, 'ES256');
  }

  /** Opens a session in `tx` and signs its token. */
  async issue(tx: Tx, account: Person, scope: Scope): Promise<{ token: string; sessionId: string }> {
    const sessionId = uuidv7();
    const expiresAt = new Date((Math.floor(Date.now() / 1000) + lifetimeSeconds[scope]) * 1000);
    await this.repository.insertSession(tx, { id: sessionId, accountId: account.id, scope, expiresAt });
    return { token: await this.sign(account, sessionId, scope, expiresAt), sessionId };
  }

  /**
   * Another token of a live session: it ends when the session does, so that logging out leaves none behind.
   * @throws AppError UNAUTHENTICATED
   */
  async again(tx: Tx, account: Person, sessionId: string): Promise<{ token: string }> {
    const session = await this.repository.liveSession(tx, sessionId);
    if (!session) throw new AppError('UNAUTHENTICATED');
    return { token: await this.sign(account, sessionId, session.scope, session.expiresAt) };
  }

  private async sign({ id, userType }: Person, sessionId: string, scope: Scope, expiresAt: Date): Promise<string> {
    return new SignJWT({ sid: sessionId, role: userType, scope, ver: 1 })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setIssuer('tradepost')
      .setAudience('tradepost')
      .setSubject(id)
      .setJti(uuidv7())
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(await this.key);
  }
}
