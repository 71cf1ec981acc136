import { Controller } from '@nestjs/common';
import { companyOf, type UserActor } from '@tradepost/contracts/actor';
import type { In } from '@tradepost/contracts/define';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import type { Logo } from '@tradepost/contracts/logos';
import { Db } from '@tradepost/service-kit/database/database';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Handle } from '@tradepost/service-kit/messaging/decorators';
import { Outbox } from '@tradepost/service-kit/messaging/outbox';
import { partyOf } from '../invitation/invitation.policy';
import { pngOf } from './logo.policy';
import { LogosRepository } from './logos.repository';

const viewOf = (image: Buffer | null): Logo => ({ image: image && image.toString('base64') });

/** The logo that partners of a company see on its transfers. Not before the registration is approved: it could be another's. */
@Controller()
export class LogosHandler {
  constructor(
    private readonly db: Db,
    private readonly repository: LogosRepository,
    private readonly outbox: Outbox,
  ) {}

  @Handle(identity.setLogo)
  set({ image }: In<typeof identity.setLogo>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    const png = pngOf(image);
    return this.db.transaction(async (tx) => {
      await this.repository.set(tx, companyId, png);
      await this.record(tx, companyId, false, actor);
      return { message: 'The logo was saved' };
    });
  }

  /** A repeated call changes nothing. */
  @Handle(identity.removeLogo)
  remove(_input: In<typeof identity.removeLogo>, actor: UserActor) {
    const { companyId } = companyOf(actor);
    return this.db.transaction(async (tx) => {
      if (await this.repository.remove(tx, companyId)) await this.record(tx, companyId, true, actor);
      return { message: 'The logo was removed' };
    });
  }

  @Handle(identity.logo)
  async logo({ companyId }: In<typeof identity.logo>, actor: UserActor) {
    return viewOf(await this.repository.visibleTo(partyOf(actor), companyId));
  }

  @Handle(identity.logoForMails)
  async logoForMails({ companyId }: In<typeof identity.logoForMails>) {
    return viewOf(await this.repository.verified(companyId));
  }

  private record(tx: Tx, companyId: string, removed: boolean, actor: UserActor) {
    return this.outbox.event(
      tx,
      identityEvents.logoChanged,
      { userId: actor.userId, email: actor.email, companyId, removed },
      actor,
    );
  }
}
