import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import type { Tx } from '@tradepost/service-kit/database';
import { Secret, TOTP } from 'otpauth';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from './accounts.entity';
import { CONFIG, type IdentityConfig } from './config';
import { TotpRepository } from './totp.repository';

const stepSeconds = 30;
const secretBytes = 20;
const recoveryCodes = 10;
const ivBytes = 12;
const tagBytes = 16;

const appOf = (secret: Secret, label = '') => new TOTP({ issuer: 'Tradepost', label, secret, digits: 6, period: stepSeconds });

/** Two-step sign-in: codes of an authenticator app (RFC 6238), each used once, and recovery codes for when it is lost. */
@Injectable()
export class Totp {
  /** Newest first; what an older one made counts until the next time it is used. */
  private readonly peppers: string[];

  constructor(
    private readonly repository: TotpRepository,
    @Inject(CONFIG) { CODE_PEPPER, CODE_PEPPER_BEFORE }: Pick<IdentityConfig, 'CODE_PEPPER' | 'CODE_PEPPER_BEFORE'>,
  ) {
    this.peppers = [CODE_PEPPER, CODE_PEPPER_BEFORE].filter((pepper) => pepper !== undefined);
  }

  /** A new secret; an older one stays in force until a code of this one is confirmed. */
  async begin(tx: Tx, { id, email }: AccountRow): Promise<{ secret: string; uri: string }> {
    const secret = new Secret({ size: secretBytes });
    await this.repository.keepPending(tx, id, this.encrypted(secret));
    return { secret: secret.base32, uri: appOf(secret, email).toString() };
  }

  /** Puts the pending secret in force. @throws AppError TOTP_OFF, TOTP_INVALID @returns recovery codes */
  async confirm(tx: Tx, accountId: string, code: string): Promise<string[]> {
    const pending = await this.repository.pendingOf(tx, accountId);
    if (!pending) throw new AppError('TOTP_OFF');
    const step = this.stepOf(pending, code);
    if (step === null) throw new AppError('TOTP_INVALID');
    await this.repository.confirm(tx, accountId, pending, step);
    return this.renewRecoveryCodes(tx, accountId);
  }

  /** Uses up a code of the app or a recovery code. @throws AppError TOTP_INVALID */
  async use(tx: Tx, accountId: string, code: string): Promise<void> {
    const secret = await this.repository.secretOf(tx, accountId);
    if (!secret) throw new AppError('TOTP_OFF');
    const step = this.stepOf(secret, code);
    const isRight = step === null ? await this.useRecoveryCode(tx, accountId, code) : await this.repository.useStep(tx, accountId, step);
    if (!isRight) throw new AppError('TOTP_INVALID');
    const { opened, pepper } = this.decrypted(secret);
    if (pepper !== this.newest) await this.repository.reseal(tx, accountId, this.encrypted(opened));
  }

  private async useRecoveryCode(tx: Tx, accountId: string, code: string): Promise<boolean> {
    for (const pepper of this.peppers) if (await this.repository.useRecoveryCode(tx, accountId, peppered(code, pepper))) return true;
    return false;
  }

  /** Codes of 50 random bits, which replace all earlier ones. */
  async renewRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodes }, () => new Secret({ size: 7 }).base32.slice(0, 10));
    await this.repository.replaceRecoveryCodes(tx, accountId, codes.map((code) => ({ id: uuidv7(), codeHash: peppered(code, this.newest) })));
    return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
  }

  /** Which step the code belongs to, one before and one after now included. */
  private stepOf(encrypted: string, code: string): number | null {
    if (!/^\d{6}$/.test(code)) return null;
    const delta = appOf(this.decrypted(encrypted).opened).validate({ token: code, window: 1 });
    return delta === null ? null : Math.floor(Date.now() / 1000 / stepSeconds) + delta;
  }

  private get newest(): string {
    return this.peppers[0] as string;
  }

  private encrypted(secret: Secret): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', encryptionKey(this.newest), iv);
    return Buffer.concat([iv, cipher.update(secret.bytes), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  /** @throws Error when no pepper opens it */
  private decrypted(stored: string): { opened: Secret; pepper: string } {
    const bytes = Buffer.from(stored, 'base64');
    let reason: unknown;
    for (const pepper of this.peppers) {
      try {
        return { opened: unsealed(bytes, pepper), pepper };
      } catch (error) {
        reason = error;
      }
    }
    throw reason;
  }
}

const peppered = (code: string, pepper: string) => createHmac('sha256', pepper).update(`recovery ${code.toUpperCase()}`).digest('base64url');
const encryptionKey = (pepper: string) => new Uint8Array(hkdfSync('sha256', pepper, '', 'tradepost totp secrets', 32));

function unsealed(bytes: Buffer, pepper: string): Secret {
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey(pepper), bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  const secret = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
  return new Secret({ buffer: new Uint8Array(secret).buffer });
}
