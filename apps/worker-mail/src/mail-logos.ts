import { Injectable } from '@nestjs/common';
import { identity } from '@tradepost/contracts/identity';
import type { Mail } from '@tradepost/contracts/jobs';
import { log } from '@tradepost/service-kit/observability/logging';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { self } from './self';

/** `Content-ID` of the logo: mail programs show an attached picture without asking a server for it. */
export const logoId = 'logo@tradepost';

@Injectable()
export class MailLogos {
  constructor(private readonly rpc: Rpc) {}

  /** PNG; null if the mail shows none. A mail does not wait for a logo that cannot be read. */
  async of({ logoOf }: Mail): Promise<Buffer | null> {
    if (!logoOf) return null;
    try {
      const { image } = await this.rpc.call(identity.logoForMails, { companyId: logoOf }, self);
      return image === null ? null : Buffer.from(image, 'base64');
    } catch (error) {
      log.warn({ err: error }, 'a logo could not be read; the mail is sent without it');
      return null;
    }
  }
}
