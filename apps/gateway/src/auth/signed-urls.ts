import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { CONFIG, type GatewayConfig } from '../config';

const lifetimeMs = 5 * 60_000;

/** Addresses a browser may open without a bearer: five minutes, one session, one object. */
@Injectable()
export class SignedUrls {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  /** @param path below the origin, without a query */
  sign(path: string, sessionId: string): string {
    const exp = String(Date.now() + lifetimeMs);
    return `${path}?${new URLSearchParams({ exp, sid: sessionId, sig: this.signature(path, exp, sessionId) })}`;
  }

  /**
   * @returns the session the address was signed for, or null when it is not ours
   * @throws AppError LINK_EXPIRED
   */
  verify(path: string, query: Record<string, unknown>): string | null {
    const { exp, sid, sig } = query;
    if (typeof exp !== 'string' || typeof sid !== 'string' || typeof sig !== 'string') return null;
    const expected = Buffer.from(this.signature(path, exp, sid));
    const given = Buffer.from(sig);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    if (Number(exp) <= Date.now()) throw new AppError('LINK_EXPIRED');
    return sid;
  }

  private signature(path: string, exp: string, sid: string): string {
    return createHmac('sha256', this.config.URL_SIGNING_KEY).update(JSON.stringify([path, exp, sid])).digest('base64url');
  }
}
