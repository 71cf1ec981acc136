import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SecretBox } from '@tradepost/service-kit/security/secret-box';
import { keysOf } from '@tradepost/service-kit/security/keys';
import { CONFIG, type NotificationConfig } from '../config';
import type { WebhookRow } from './webhook.entity';

const secretBytes = 32;
const shownEnd = 4;

/** Signing secrets of webhooks: generated here, shown once, stored encrypted. */
@Injectable()
export class WebhookSecrets {
  private readonly atRest: SecretBox;

  constructor(@Inject(CONFIG) config: NotificationConfig) {
    this.atRest = new SecretBox(keysOf('WEBHOOK_KEY', config), 'tradepost webhook secrets');
  }

  create() {
    const secret = `whsec_${randomBytes(secretBytes).toString('base64url')}`;
    return { secret, stored: { secret: this.atRest.sealed(Buffer.from(secret)), secretEnd: secret.slice(-shownEnd) } };
  }

  /** The secrets that sign now, the current one first. @returns null when the encryption key is missing */
  signing(
    { secret, oldSecret, oldSecretUntil }: Pick<WebhookRow, 'secret' | 'oldSecret' | 'oldSecretUntil'>,
    now: Date,
  ): string[] | null {
    const stored = oldSecret && oldSecretUntil && oldSecretUntil > now ? [secret, oldSecret] : [secret];
    const opened = stored.map((one) => this.atRest.opened(one)?.toString());
    return opened[0] === undefined ? null : opened.filter((one) => one !== undefined);
  }

  /** The secret encrypted with the current key; null if it already is, or if its key is missing. */
  encryptWithCurrentKey(stored: string): string | null {
    if (this.atRest.isPresent(stored)) return null;
    const opened = this.atRest.opened(stored);
    return opened && this.atRest.sealed(opened);
  }
}

/** The signature header with the time and one `v1` per secret. */
export function signatureOf(body: string, secrets: readonly string[], at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  return [
    `t=${t}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`),
  ].join(',');
}
