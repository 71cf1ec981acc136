import { createHmac, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { keysOf } from '@tradepost/service-kit/keys';
import { CONFIG, type RequestsConfig } from './config';

const digits = 5;

const peppered = (pepper: string, code: string) => createHmac('sha256', pepper).update(code.trim()).digest('base64url');

/** Codes as people type them, and what is kept of them: Argon2id(HMAC(pepper, code)), Argon2's defaults being 19 MiB, 2, 1. */
@Injectable()
export class StepUpCodes {
  private readonly peppers: [string, ...string[]];

  constructor(@Inject(CONFIG) config: RequestsConfig) {
    this.peppers = keysOf('CODE_PEPPER', config);
  }

  async make(): Promise<{ code: string; codeHash: string }> {
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    return { code, codeHash: await hash(peppered(this.peppers[0], code)) };
  }

  async matches(codeHash: string, code: string): Promise<boolean> {
    for (const pepper of this.peppers) if (await verify(codeHash, peppered(pepper, code))) return true;
    return false;
  }
}
