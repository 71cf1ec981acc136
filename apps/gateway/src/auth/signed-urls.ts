import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { isMacOfOne, keysOf } from '@tradepost/service-kit/keys';
import { CONFIG, type GatewayConfig } from '../config';

const lifetimeMs = 5 * 60_000;

const signature = (key: string, path: string, exp: string, sid: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([path, exp, sid]))
    .digest('base64url');

/** Addresses a browser may open without a bearer: five minutes, one session, one object. */
@Injectable()
export class SignedUrls {
  private readonly keys: [string, ...string[]];

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    this.keys = keysOf('URL_SIGNING_KEY', config);
  }

  /**
   * @param path below the origin, without a query
   * @returns the path alone for a program's key, which travels with every call: a signed address would open from anywhere
   */
  sign(path: string, { sessionId, key }: Pick<UserActor, 'sessionId' | 'key'>): string {
    if (key) return path;
    const exp = String(Date.now() + lifetimeMs);
    return `${path}?${new URLSearchParams({ exp, sid: sessionId, sig: signature(this.keys[0], path, exp, sessionId) })}`;
  }

  /**
   * @returns the session the address was signed for, or null when it is not ours
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
