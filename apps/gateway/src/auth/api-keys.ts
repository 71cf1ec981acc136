import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { UserActor } from '@tradepost/contracts/actor';
import type { Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { assertUsable, isSecretOf, readApiKey } from '@tradepost/service-kit/api-key';
import { Bus } from '@tradepost/service-kit/bus/bus';
import { Rpc } from '@tradepost/service-kit/rpc';
import { ActorCache } from './actor-cache';

type Holder = Out<typeof identity.keyHolder> & { secretHash: string };

/** Who stands behind a key of a program. Of its secret only the hash leaves this class. */
@Injectable()
export class ApiKeys implements OnModuleInit {
  private readonly cache: ActorCache<Holder>;

  constructor(
    private readonly rpc: Rpc,
    bus: Bus,
  ) {
    this.cache = new ActorCache(bus);
  }

  async onModuleInit() {
    await this.cache.start();
    await this.cache.hear(identityEvents.apiKeyRevoked, ({ keyId }) => this.cache.forget(keyId));
    await this.cache.hear(identityEvents.suspended, ({ userId }) => this.cache.forgetUser(userId));
    await this.cache.hear(identityEvents.accountDeleted, ({ userId }) => this.cache.forgetUser(userId));
  }

  /** @throws AppError UNAUTHENTICATED, TOO_MANY, KEY_REVOKED, KEY_EXPIRED, KEY_ADDRESS, SUSPENDED */
  async actorOf(given: string, ip: string, { fresh = false } = {}): Promise<UserActor> {
    const read = readApiKey(given);
    if (!read) throw new AppError('UNAUTHENTICATED');
    const { id, secretHash } = read;
    const known = fresh ? undefined : this.cache.get(id);
    if (!known || !isSecretOf(known.secretHash, secretHash)) return (await this.ask(id, secretHash, ip)).actor;
    assertUsable({ addresses: known.addresses, expiresAt: new Date(known.expiresAt) }, ip, new Date());
    return known.actor;
  }

  forget(id: string) {
    this.cache.forget(id);
  }

  private ask(id: string, secretHash: string, ip: string): Promise<Holder> {
    return this.cache.find(id, async () => ({
      ...(await this.rpc.call(identity.keyHolder, { id, secretHash, ip }, { kind: 'system', service: 'gateway' })),
      secretHash,
    }));
  }
}
