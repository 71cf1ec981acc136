import { Controller } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { accountOf, permits } from '@tradepost/contracts/roles';
import { storage } from '@tradepost/contracts/storage';
import { Admission } from '@tradepost/service-kit/limits/admission';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { DeliveriesRepository } from '../delivery/deliveries.repository';
import { SearchRepository } from './search.repository';

@Controller()
export class SearchHandler {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly repository: SearchRepository,
    private readonly admission: Admission,
  ) {}

  @Handle(storage.search)
  search({ q }: In<typeof storage.search>, actor: UserActor) {
    const { userId, companyId } = actor;
    return this.admission.run([{ limit: 'searchesOfAccount', key: userId }], async () => {
      const delivered = permits(actor, 'receive') ? await this.deliveries.visibleNames(accountOf(actor).email) : [];
      const [folders, files] = await Promise.all([
        this.repository.folders(companyId, delivered, q),
        this.repository.files(companyId, delivered, q),
      ]);
      return { folders, files };
    });
  }
}
