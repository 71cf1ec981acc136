import { createHmac, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { CONFIG, type IdentityConfig } from './config';
import { passwordCost } from './password-cost';
import { Turns } from './turns';

export const codeDigits = 5;

/** Passwords and codes as they are kept. At most one hash a core at once: more only makes each slower. */
@Injectable()
export class Secrets {
  private readonly turns = new Turns(availableParallelism());
  private readonly nobody = hash('a password nobody has', passwordCost);

  constructor(@Inject(CONFIG) private readonly config: IdentityConfig) {}

  hashPassword(password: string): Promise<string> {
    return this.turns.run(() => hash(password.normalize('NFKC'), passwordCost));
  }

  /** The same work whether there is an account or not. */
  async isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
    const against = passwordHash ?? (await this.nobody);
    const matches = await this.turns.run(() => verify(against, password.normalize('NFKC')));
    return passwordHash !== undefined && matches;
  }

  async makeCode(): Promise<{ code: string; codeHash: string }> {
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
    return { code, codeHash: await this.turns.run(() => hash(this.peppered(code), passwordCost)) };
  }

  async isCode(codeHash: string | undefined, code: string): Promise<boolean> {
    const against = codeHash ?? (await this.nobody);
    const matches = await this.turns.run(() => verify(against, this.peppered(code)));
    return codeHash !== undefined && matches;
  }

  private peppered(code: string): string {
    return createHmac('sha256', this.config.CODE_PEPPER).update(code).digest('base64url');
  }
}
