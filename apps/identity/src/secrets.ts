import { createHmac, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { keysOf } from '@tradepost/service-kit/keys';
import { CONFIG, type IdentityConfig } from './config';
import { hashed, isHashOf } from './hashing';

export const codeDigits = 5;

const peppered = (pepper: string, code: string) => createHmac('sha256', pepper).update(code).digest('base64url');

/** Codes as they are kept. */
@Injectable()
export class Secrets {
  private readonly peppers: [string, ...string[]];

  constructor(@Inject(CONFIG) config: IdentityConfig) {
    this.peppers = keysOf('CODE_PEPPER', config);
  }

  async makeCode(): Promise<{ code: string; codeHash: string }> {
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
    return { code, codeHash: await hashed(peppered(this.peppers[0], code)) };
  }

  /** The same work whether there is a code or not. */
  async isCode(codeHash: string | undefined, code: string): Promise<boolean> {
    for (const pepper of this.peppers) {
      if (await isHashOf(codeHash, peppered(pepper, code))) return true;
    }
    return false;
  }
}
