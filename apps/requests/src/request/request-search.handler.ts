import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { seenReceiverIdOf } from '@tradepost/contracts/roles';
import { requests } from '@tradepost/contracts/requests';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { RequestSearchRepository } from './request-search.repository';

@Controller()
export class RequestSearchHandler {
  constructor(
    private readonly repository: RequestSearchRepository,
    private readonly admission: Admission,
  ) {}

  @Handle(requests.search)
  search({ q }: In<typeof requests.search>, actor: UserActor) {
    const { userId, companyId, userType } = actor;
    const sides = {
      senderCompanyId: userType === 'sender' ? companyId : null,
      receiverUserId: seenReceiverIdOf(actor),
    };
    return this.admission.run([{ limit: 'searchesOfAccount', key: userId }], async () => ({
      requests: await this.repository.search(sides, q),
    }));
  }
}
