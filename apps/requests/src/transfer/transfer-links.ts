import { Inject, Injectable } from '@nestjs/common';
import { sendMail } from '@tradepost/contracts/jobs';
import { transferLink } from '@tradepost/contracts/values/transfer-link';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { CONFIG, type RequestsConfig } from '../config';
import type { TransferRow } from './transfer.entity';

/** Links of transfers. They are secrets, so they are mailed and never part of an event. */
@Injectable()
export class TransferLinks {
  constructor(
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: RequestsConfig,
  ) {}

  urlOf({ id, expiresAt }: Pick<TransferRow, 'id' | 'expiresAt'>): string {
    return transferLink(this.config.ORIGIN, id, expiresAt.toISOString());
  }

  /**
   * Mails the link to the receiver, but not after the transfer has expired.
   * @param occasion identifies the mail among those of the transfer, so that it is sent only once
   */
  mail(
    tx: Tx,
    transfer: TransferRow,
    fileNames: string[],
    occasion: string,
    template: 'transfer-ready' | 'transfer-expiring' = 'transfer-ready',
  ) {
    const { request, expiresAt } = transfer;
    const data = {
      companyName: request.senderCompanyName,
      fileNames,
      link: this.urlOf(transfer),
      expiry: expiresAt.toISOString(),
    };
    return this.outbox.job(
      tx,
      sendMail,
      { template, to: request.receiverEmail, data, logoOf: request.senderCompanyId },
      { key: `${template}-${request.id}-${occasion}`, notAfter: expiresAt },
    );
  }
}
