import { createHmac, randomInt } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { CONFIG, type RequestsConfig } from './config';

const digits = 5;

/** Codes as people type them, and what is kept of them: Argon2id(HMAC(pepper, code)), Argon2's defaults being 19 MiB, 2, 1. */
@Injectable()
export class StepUpCodes {
  constructor(@Inject(CONFIG) private readonly config: RequestsConfig) {}

  async make(): Promise<{ code: string; codeHash: string }> {
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    return { code, codeHash: await hash(this.peppered(code)) };
  }

  matches(codeHash: string, code: string): Promise<boolean> {
    return verify(codeHash, this.peppered(code));
  }

  private peppered(code: string): string {
    return createHmac('sha256', this.config.CODE_PEPPER).update(code.trim()).digest('base64url');
  }
}
