import { createHmac, randomInt } from 'node:crypto';
import { hashSecret, verifySecret } from './secret-hash';

const digits = 5;

const peppered = (pepper: string, code: string) => createHmac('sha256', pepper).update(code.trim()).digest('base64url');

/** Mailed codes of five digits, stored as Argon2id(HMAC(pepper, code)). */
export class PepperedCodes {
  /** @param peppers the first one is used for new codes, the others still verify codes made before a rotation */
  constructor(private readonly peppers: readonly [string, ...string[]]) {}

  async create(): Promise<{ code: string; codeHash: string }> {
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    return { code, codeHash: await hashSecret(peppered(this.peppers[0], code)) };
  }

  /** Does the same work without a stored hash, so that timing does not reveal whether a code exists. */
  async verify(codeHash: string | undefined, code: string): Promise<boolean> {
    for (const pepper of this.peppers) if (await verifySecret(codeHash, peppered(pepper, code))) return true;
    return false;
  }
}
