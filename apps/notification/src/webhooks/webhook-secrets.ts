import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { KeptSecrets } from '@tradepost/service-kit/kept-secrets';
import { keysOf } from '@tradepost/service-kit/keys';
import { CONFIG, type NotificationConfig } from '../config';
import type { WebhookRow } from './webhook.entity';

const secretBytes = 32;
const shownEnd = 4;

/** What signs what we send: made here, shown once, kept encrypted. */
@Injectable()
export class WebhookSecrets {
  private readonly atRest: KeptSecrets;

  constructor(@Inject(CONFIG) config: NotificationConfig) {
    this.atRest = new KeptSecrets(keysOf('WEBHOOK_KEY', config), 'tradepost webhook secrets');
  }

  make() {
    const secret = `whsec_${randomBytes(secretBytes).toString('base64url')}`;
    return { secret, kept: { secret: this.atRest.sealed(Buffer.from(secret)), secretEnd: secret.slice(-shownEnd) } };
  }

  /** Those that sign now, the present one first. @returns null when the key they were encrypted with is gone */
  signing(
    { secret, oldSecret, oldSecretUntil }: Pick<WebhookRow, 'secret' | 'oldSecret' | 'oldSecretUntil'>,
    now: Date,
  ): string[] | null {
    const stored = oldSecret && oldSecretUntil && oldSecretUntil > now ? [secret, oldSecret] : [secret];
    const opened = stored.map((one) => this.atRest.opened(one)?.toString());
    return opened[0] === undefined ? null : opened.filter((one) => one !== undefined);
  }

  /** The same secret under the present key; null where it is under it already, or under none that we have. */
  moved(stored: string): string | null {
    if (this.atRest.isPresent(stored)) return null;
    const opened = this.atRest.opened(stored);
    return opened && this.atRest.sealed(opened);
  }
}

/** The header that proves who sent the body, and when: one `v1` for each secret. */
export function signatureOf(body: string, secrets: readonly string[], at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  return [
    `t=${t}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`),
  ].join(',');
}
