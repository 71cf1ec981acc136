import { Inject, Injectable } from '@nestjs/common';
import { sendMail } from '@tradepost/contracts/jobs';
import { transferLink } from '@tradepost/contracts/routes';
import type { Tx } from '@tradepost/service-kit/database';
import { Outbox } from '@tradepost/service-kit/outbox';
import { CONFIG, type RequestsConfig } from './config';
import type { TransferRow } from './transfer.entity';

/** Links of transfers: secrets, which travel as mail alone and never as events. */
@Injectable()
export class TransferLinks {
  constructor(
    private readonly outbox: Outbox,
    @Inject(CONFIG) private readonly config: RequestsConfig,
  ) {}

  of({ id, expiresAt }: Pick<TransferRow, 'id' | 'expiresAt'>): string {
    return transferLink(this.config.ORIGIN, id, expiresAt.toISOString());
  }

  /**
   * Mails the link to the receiver, never after the transfer's end.
   * @param occasion names this mail among those of the transfer: it is sent once, however often it is promised
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
      link: this.of(transfer),
      expiry: expiresAt.toISOString(),
    };
    return this.outbox.job(
      tx,
      sendMail,
      { template, to: request.receiverEmail, data },
      { key: `${template}-${request.id}-${occasion}`, notAfter: expiresAt },
    );
  }
}
