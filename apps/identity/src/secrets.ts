import { createHmac, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { keysOf } from '@tradepost/service-kit/keys';
import { CONFIG, type IdentityConfig } from './config';
import { passwordCost } from './password-cost';
import { Turns } from './turns';

export const codeDigits = 5;

const peppered = (pepper: string, code: string) => createHmac('sha256', pepper).update(code).digest('base64url');

/** Passwords and codes as they are kept. At most one hash a core at once: more only makes each slower. */
@Injectable()
export class Secrets {
  private readonly turns = new Turns(availableParallelism());
  private readonly nobody = hash('a password nobody has', passwordCost);

  private readonly peppers: [string, ...string[]];

  constructor(@Inject(CONFIG) config: IdentityConfig) {
    this.peppers = keysOf('CODE_PEPPER', config);
  }

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
    return { code, codeHash: await this.turns.run(() => hash(peppered(this.peppers[0], code), passwordCost)) };
  }

  async isCode(codeHash: string | undefined, code: string): Promise<boolean> {
    const against = codeHash ?? (await this.nobody);
    for (const pepper of this.peppers) {
      if (await this.turns.run(() => verify(against, peppered(pepper, code)))) return codeHash !== undefined;
    }
    return false;
  }
}
