import { Controller } from '@nestjs/common';
import type { In } from '@tradepost/contracts/define';
import { identity } from '@tradepost/contracts/identity';
import { Db } from '@tradepost/service-kit/database/database';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { ReachedLimitsRepository } from './reached-limits.repository';

/** The admins' list of limits that were reached, in any service. */
@Controller()
export class ReachedLimitsHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: ReachedLimitsRepository,
  ) {}

  @Handle(identity.reachedLimits)
  reachedLimits(input: In<typeof identity.reachedLimits>) {
    return this.repository.page(input);
  }

  @Handle(identity.recordReachedLimits)
  async recordReachedLimits({ reached }: In<typeof identity.recordReachedLimits>) {
    await this.db.transaction((tx) => this.repository.record(tx, reached));
    return { recorded: reached.length };
  }
}
