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
  private readonly encryptionKey: Uint8Array;

  constructor(
    private readonly repository: TotpRepository,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {
    this.encryptionKey = new Uint8Array(hkdfSync('sha256', config.CODE_PEPPER, '', 'tradepost totp secrets', 32));
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
    const isRight = step === null ? await this.repository.useRecoveryCode(tx, accountId, this.peppered(code)) : await this.repository.useStep(tx, accountId, step);
    if (!isRight) throw new AppError('TOTP_INVALID');
  }

  /** Codes of 50 random bits, which replace all earlier ones. */
  async renewRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodes }, () => new Secret({ size: 7 }).base32.slice(0, 10));
    await this.repository.replaceRecoveryCodes(tx, accountId, codes.map((code) => ({ id: uuidv7(), codeHash: this.peppered(code) })));
    return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
  }

  /** Which step the code belongs to, one before and one after now included. */
  private stepOf(encrypted: string, code: string): number | null {
    if (!/^\d{6}$/.test(code)) return null;
    const delta = appOf(this.decrypted(encrypted)).validate({ token: code, window: 1 });
    return delta === null ? null : Math.floor(Date.now() / 1000 / stepSeconds) + delta;
  }

  private peppered(code: string): string {
    return createHmac('sha256', this.config.CODE_PEPPER).update(`recovery ${code.toUpperCase()}`).digest('base64url');
  }

  private encrypted(secret: Secret): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.encryptionKey, iv);
    return Buffer.concat([iv, cipher.update(secret.bytes), cipher.final(), cipher.getAuthTag()]).toString('base64');
  }

  private decrypted(stored: string): Secret {
    const bytes = Buffer.from(stored, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.encryptionKey, bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const secret = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
    return new Secret({ buffer: new Uint8Array(secret).buffer });
  }
}
