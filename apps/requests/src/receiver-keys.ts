import { Injectable } from '@nestjs/common';
import type { Actor, SystemActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { requestEvents } from '@tradepost/contracts/requests';
import { Db, type Tx } from '@tradepost/service-kit/database';
import { Outbox } from '@tradepost/service-kit/outbox';
import { Rpc } from '@tradepost/service-kit/rpc';
import { verifyBundle } from '@tradepost/sealing/bundle';
import { toBase64url } from '@tradepost/sealing/bytes';
import { SealingError } from '@tradepost/sealing/errors';
import type { ReceiverKeyRow } from './receiver-key.entity';
import { ReceiverKeysRepository } from './receiver-keys.repository';
import { refOf } from './request.view';
import { RequestsRepository } from './requests.repository';
import { isSealed } from './sealed.policy';

const self: SystemActor = { kind: 'system', service: 'requests' };

/** Which key each person has now. Identity has the keys; it tells of new ones, and is asked where one must be sure. */
@Injectable()
export class ReceiverKeys {
  constructor(
    private readonly db: Db,
    private readonly repository: ReceiverKeysRepository,
    private readonly requests: RequestsRepository,
    private readonly outbox: Outbox,
    private readonly rpc: Rpc,
  ) {}

  /** The name of a person's current key; null before it has made any. */
  async current(userId: string): Promise<string | null> {
    return (await this.repository.of(userId))?.keyId ?? null;
  }

  /** A person's public keys as identity has them now, and what is new of them is kept. */
  async ask(userId: string, actor: Actor) {
    const answer = await this.rpc.call(identity.bundleOf, { userId }, actor);
    if (!answer.bundle) return { ...answer, verified: null };
    const verified = await verifyBundle(userId, answer.bundle).catch(unproven);
    const keyId = verified && toBase64url(verified.keyId);
    if (verified && keyId && keyId !== (await this.current(userId)))
      await this.db.transaction((tx) => this.learn(tx, { userId, epoch: verified.epoch, keyId }));
    return { ...answer, verified };
  }

  /** A person's first key is news for those who waited for it. */
  async learn(tx: Tx, key: ReceiverKeyRow): Promise<void> {
    if (!(await this.repository.keep(tx, key))) return;
    for (const { request, files } of await this.requests.lockPending(tx, { receiverUserId: key.userId })) {
      if (files.some(isSealed)) await this.outbox.event(tx, requestEvents.keyArrived, refOf(request, files), self);
    }
  }
}

/** A bundle that proves nothing is no key. */
function unproven(error: unknown): null {
  if (error instanceof SealingError) return null;
  throw error;
}
