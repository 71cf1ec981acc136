import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { audit } from '@tradepost/contracts/audit';
import type { In } from '@tradepost/contracts/define';
import { Handle } from '@tradepost/service-kit/decorators';
import { LogRepository } from './log.repository';

@Injectable()
export class LogHandler {
  constructor(private readonly repository: LogRepository) {}

  /** What concerns the user's company, and the user from before there was one. */
  @Handle(audit.logs)
  logs({ page, pageSize, q }: In<typeof audit.logs>, { userId, companyId }: UserActor) {
    const chains = companyId ? [companyId, userId] : [userId];
    return page === undefined ? this.repository.plain(chains, q) : this.repository.page(chains, { page, pageSize, q });
  }

  @Handle(audit.entries)
  entries(input: In<typeof audit.entries>) {
    return this.repository.entries(input);
  }

  @Handle(audit.verify)
  verify() {
    return this.repository.verify();
  }
}
