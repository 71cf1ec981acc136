import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { isMacOfOne, keysOf } from '@tradepost/service-kit/security/keys';
import { CONFIG, type GatewayConfig } from '../config';

const lifetimeMs = 5 * 60_000;

const signature = (key: string, path: string, exp: string, sid: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([path, exp, sid]))
    .digest('base64url');

/** Addresses that a browser can open without a bearer token: for five minutes, one session and one object. */
@Injectable()
export class SignedUrls {
  private readonly keys: [string, ...string[]];

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.keys = keysOf('URL_SIGNING_KEY', config);
  }

  /**
   * @param path below the origin, without a query
   * @returns the path alone for an API key, which comes with every call: a signed address would bypass its address list
   */
  sign(path: string, { sessionId, key }: Pick<UserActor, 'sessionId' | 'key'>): string {
    if (key) return path;
    const exp = String(Date.now() + lifetimeMs);
    return `${path}?${new URLSearchParams({ exp, sid: sessionId, sig: signature(this.keys[0], path, exp, sessionId) })}`;
  }

  /**
   * @returns the session that the address was signed for, or null without a valid signature
   * @throws AppError LINK_EXPIRED
   */
  verify(path: string, query: Record<string, unknown>): string | null {
    const { exp, sid, sig } = query;
    if (typeof exp !== 'string' || typeof sid !== 'string' || typeof sig !== 'string') return null;
    if (!isMacOfOne(this.keys, sig, (key) => signature(key, path, exp, sid))) return null;
    if (Number(exp) <= Date.now()) throw new AppError('LINK_EXPIRED');
    return sid;
  }
}
