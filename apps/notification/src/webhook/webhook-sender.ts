import { Inject, Injectable } from '@nestjs/common';
import type { WebhookEvent } from '@tradepost/contracts/webhooks';
import { log } from '@tradepost/service-kit/observability/logging';
import { CONFIG, type NotificationConfig } from '../config';
import { send, type Attempt } from './attempt';
import type { Due } from './deliveries.repository';
import { RESOLVE, type Resolve } from '@tradepost/service-kit/outbound/target';
import { signatureOf, WebhookSecrets } from './webhook-secrets';

/** Signs and sends deliveries. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly secrets: WebhookSecrets,
    @Inject(RESOLVE) private readonly resolve: Resolve,
    @Inject(CONFIG) private readonly config: NotificationConfig,
  ) {}

  async attempt(due: Due, signal: AbortSignal): Promise<Attempt> {
    const { eventId, kind, at, companyId, data, url } = due;
    const now = new Date();
    const secrets = this.secrets.signing(due, now);
    if (!secrets) {
      log.error(
        { webhook: due.webhookId },
        'none of WEBHOOK_KEY, WEBHOOK_KEY_PREVIOUS decrypts the secret of a webhook',
      );
      return { fault: 'secret', responseStatus: null, response: null, tookMs: 0 };
    }
    const body = JSON.stringify({ id: eventId, kind, at: at.toISOString(), companyId, data } satisfies WebhookEvent);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Tradepost-Webhooks/1',
      'accept-encoding': 'identity',
      'x-tradepost-event': eventId,
      'x-tradepost-signature': signatureOf(body, secrets, now),
    };
    return send(
      { url, body, headers },
      { resolve: this.resolve, allowPrivate: this.config.WEBHOOK_ALLOW_PRIVATE, signal },
    );
  }
}
