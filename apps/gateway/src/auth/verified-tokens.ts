import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Bearer } from './jwt.strategy';

const mostRemembered = 10_000;

/** By SHA-256, so that the memory of a process holds no usable token. */
const keyOf = (token: string) => hash('sha256', token, 'base64');

/**
 * Tokens with a signature that was verified before. It says nothing about the session or the browser that a token is bound to:
 * the guard checks these for each call.
 */
@Injectable()
export class VerifiedTokens {
  private readonly bearers = new LRUCache<string, Bearer>({ max: mostRemembered });

  /** @returns undefined from the second in which the token ends */
  find(token: string, now = new Date()): Bearer | undefined {
    const key = keyOf(token);
    const bearer = this.bearers.get(key);
    if (!bearer || bearer.exp > Math.floor(now.getTime() / 1_000)) return bearer;
    this.bearers.delete(key);
    return undefined;
  }

  remember(token: string, bearer: Bearer) {
    this.bearers.set(keyOf(token), bearer);
  }

  forget(token: string) {
    this.bearers.delete(keyOf(token));
  }
}
