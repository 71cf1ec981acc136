import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { totpCodeMissing } from '@tradepost/contracts/values/fields';
import { SecretBox } from '@tradepost/service-kit/security/secret-box';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { keysOf } from '@tradepost/service-kit/security/keys';
import { log } from '@tradepost/service-kit/observability/logging';
import { Secret, TOTP } from 'otpauth';
import { v7 as uuidv7 } from 'uuid';
import type { AccountRow } from '../account/account.entity';
import { CONFIG, type IdentityConfig } from '../config';
import { TotpRepository } from './totp.repository';

const stepSeconds = 30;
const secretBytes = 20;
const recoveryCodes = 10;
/** 120 bits: enough for a digest that is not slow. Codes of earlier versions have ten characters. */
const recoveryBytes = 15;

const appOf = (secret: Secret, label = '') =>
  new TOTP({ issuer: 'Tradepost', label, secret, digits: 6, period: stepSeconds });

const peppered = (pepper: string, code: string) =>
  createHmac('sha256', pepper).update(`recovery ${code.toUpperCase()}`).digest('base64url');

/** The time step that the code belongs to: the current one, the one before or the one after; otherwise null. */
function stepOf(secret: Secret, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = appOf(secret).validate({ token: code, window: 1 });
  return delta === null ? null : Math.floor(Date.now() / 1000 / stepSeconds) + delta;
}

/** Two-step sign-in: codes of an authenticator app (RFC 6238), each usable once, and recovery codes in case the app is lost. */
@Injectable()
export class Totp {
  private readonly peppers: [string, ...string[]];
  /** The first key encrypts. The peppers decrypt secrets of versions that had no TOTP_KEY. */
  private readonly secrets: SecretBox;

  constructor(
    private readonly repository: TotpRepository,
    @Inject(CONFIG) config: IdentityConfig,
  ) {
    this.peppers = keysOf('CODE_PEPPER', config);
    const [current, ...others] = keysOf('TOTP_KEY', config);
    this.secrets = new SecretBox([current, ...others, ...this.peppers], 'tradepost totp secrets');
  }

  /** Creates a secret. The previous one stays valid until a code of the new one is confirmed. */
  async begin(tx: Tx, { id, email }: AccountRow): Promise<{ secret: string; uri: string }> {
    const secret = new Secret({ size: secretBytes });
    await this.repository.setPending(tx, id, this.encrypted(secret));
    return { secret: secret.base32, uri: appOf(secret, email).toString() };
  }

  /** Activates the pending secret. @returns recovery codes @throws AppError TOTP_OFF, TOTP_INVALID */
  async confirm(tx: Tx, accountId: string, code: string): Promise<string[]> {
    const pending = await this.repository.pendingOf(tx, accountId);
    if (!pending) throw new AppError('TOTP_OFF');
    const secret = this.opened(pending);
    const step = secret && stepOf(secret, code);
    if (!secret || step === null) throw new AppError('TOTP_INVALID');
    await this.repository.confirm(tx, accountId, this.encrypted(secret), step);
    return this.renewRecoveryCodes(tx, accountId);
  }

  /** Uses a code of the app or a recovery code. Re-encrypts a secret that is under an earlier key. @throws AppError TOTP_OFF, TOTP_INVALID */
  async use(tx: Tx, accountId: string, code: string): Promise<void> {
    const stored = await this.repository.secretOf(tx, accountId);
    if (!stored) throw new AppError('TOTP_OFF');
    const secret = this.opened(stored);
    const step = secret && stepOf(secret, code);
    const isValid =
      step === null
        ? await this.repository.useRecoveryCode(
            tx,
            accountId,
            this.peppers.map((pepper) => peppered(pepper, code)),
          )
        : await this.repository.useStep(tx, accountId, step);
    if (!isValid) throw new AppError('TOTP_INVALID');
    if (secret && !this.secrets.isPresent(stored))
      await this.repository.replaceSecret(tx, accountId, { from: stored, to: this.encrypted(secret) });
  }

  /** As `use`, where two-step sign-in is on. @throws AppError INVALID without a code, TOTP_INVALID */
  async useIfOn(tx: Tx, accountId: string, code: string | undefined): Promise<void> {
    if (!(await this.repository.isOn(accountId, tx))) return;
    if (!code)
      throw new AppError('INVALID', {
        message: totpCodeMissing,
        errors: [{ field: 'code', message: totpCodeMissing }],
      });
    await this.use(tx, accountId, code);
  }

  /** Creates codes, which replace all earlier ones. */
  async renewRecoveryCodes(tx: Tx, accountId: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodes }, () => new Secret({ size: recoveryBytes }).base32);
    await this.repository.replaceRecoveryCodes(
      tx,
      accountId,
      codes.map((code) => ({ id: uuidv7(), codeHash: peppered(this.peppers[0], code) })),
    );
    return codes.map((code) => code.replace(/.{4}(?=.)/g, '$&-'));
  }

  /** Null when no configured key decrypts it: a key was removed too early, and only recovery codes work. */
  private opened(stored: string): Secret | null {
    const secret = this.secrets.opened(stored);
    if (secret) return new Secret({ buffer: new Uint8Array(secret).buffer });
    log.error(
      'none of TOTP_KEY, TOTP_KEY_PREVIOUS, CODE_PEPPER, CODE_PEPPER_PREVIOUS decrypts a secret of two-step sign-in',
    );
    return null;
  }

  private encrypted(secret: Secret): string {
    return this.secrets.sealed(secret.bytes);
  }
}
