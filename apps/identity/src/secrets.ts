import { createHmac, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { CONFIG, type IdentityConfig } from './config';
import { passwordCost } from './password-cost';

export const codeDigits = 5;

/** Passwords and codes as they are kept. At most one hash a core at once: more only makes each slower. */
@Injectable()
export class Secrets {
  private free = availableParallelism();
  private readonly queue: (() => void)[] = [];
  private readonly nobody = hash('a password nobody has', passwordCost);

  constructor(@Inject(CONFIG) private readonly config: IdentityConfig) {}

  hashPassword(password: string): Promise<string> {
    return this.inTurn(() => hash(password.normalize('NFKC'), passwordCost));
  }

  /** The same work whether there is an account or not. */
  async isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
    const against = passwordHash ?? (await this.nobody);
    const matches = await this.inTurn(() => verify(against, password.normalize('NFKC')));
    return passwordHash !== undefined && matches;
  }

  async makeCode(): Promise<{ code: string; codeHash: string }> {
    const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
    return { code, codeHash: await this.inTurn(() => hash(this.peppered(code), passwordCost)) };
  }

  async isCode(codeHash: string | undefined, code: string): Promise<boolean> {
    const against = codeHash ?? (await this.nobody);
    const matches = await this.inTurn(() => verify(against, this.peppered(code)));
    return codeHash !== undefined && matches;
  }

  private peppered(code: string): string {
    return createHmac('sha256', this.config.CODE_PEPPER).update(code).digest('base64url');
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
