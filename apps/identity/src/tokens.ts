import { Inject, Injectable } from '@nestjs/common';
import type { Scope } from '@tradepost/contracts/actor';
import type { Tx } from '@tradepost/service-kit/database';
import { importPKCS8, SignJWT } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { SessionRow, type AccountRow } from './accounts.entity';
import { CONFIG, type IdentityConfig } from './config';

const hours = 3_600;
const lifetimeSeconds: Record<Scope, number> = { session: 24 * hours, onboarding: hours, 'password-reset': 600 };

/** ES256 tokens; each stands for a session row, without which it opens nothing. */
@Injectable()
export class Tokens {
  private readonly key: ReturnType<typeof importPKCS8>;

  constructor(@Inject(CONFIG) { JWT_PRIVATE_KEY }: IdentityConfig) {
    this.key = importPKCS8(JWT_PRIVATE_KEY, 'ES256');
  }

  /** Opens a session in `tx` and signs its token. */
  async issue(tx: Tx, { id: accountId, userType }: Pick<AccountRow, 'id' | 'userType'>, scope: Scope): Promise<{ token: string; sessionId: string }> {
    const sessionId = uuidv7();
    const now = Math.floor(Date.now() / 1000);
    const expires = now + lifetimeSeconds[scope];
    await tx.insert(SessionRow, { id: sessionId, accountId, scope, createdAt: new Date(), expiresAt: new Date(expires * 1000), endedAt: null });
    const token = await new SignJWT({ sid: sessionId, role: userType, scope, ver: 1 })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setIssuer('tradepost')
      .setAudience('tradepost')
      .setSubject(accountId)
      .setJti(uuidv7())
      .setIssuedAt(now)
      .setExpirationTime(expires)
      .sign(await this.key);
    return { token, sessionId };
  }
}
