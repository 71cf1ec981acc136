import { Injectable } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import { AppError } from '@tradepost/contracts/errors';
import { identity } from '@tradepost/contracts/identity';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { PartnershipsRepository } from './partnerships.repository';

/** By company. */
export type PartnershipVersions = ReadonlyMap<string, number>;

/** What identity knows of a receiver's partnerships, and which of them have ended since. */
@Injectable()
export class Partnerships {
  constructor(
    private readonly repository: PartnershipsRepository,
    private readonly rpc: Rpc,
  ) {}

  /** @throws AppError PARTNERSHIP_ENDED when the receiver has no partnership with one of the companies */
  async require(companyIds: string[], receiver: UserActor): Promise<PartnershipVersions> {
    const { partnerships } = await this.rpc.call(identity.partnershipsOf, { companyIds }, receiver);
    const versions = new Map(partnerships.map(({ companyId, version }) => [companyId, version]));
    if (!companyIds.every((id) => versions.has(id))) throw new AppError('PARTNERSHIP_ENDED');
    return versions;
  }

  /** Call it under the lock of the receiver, as the end of a partnership does. @throws AppError PARTNERSHIP_ENDED */
  async assertNotEnded(tx: Tx, receiverUserId: string, versions: PartnershipVersions): Promise<void> {
    const ended = await this.repository.ended(tx, receiverUserId, [...versions.keys()]);
    if (ended.some(({ companyId, version }) => version >= (versions.get(companyId) ?? 0)))
      throw new AppError('PARTNERSHIP_ENDED');
  }
}
