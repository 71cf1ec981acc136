import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ActingKey, UserActor } from '@tradepost/contracts/actor';
import type { Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { identity, identityEvents } from '@tradepost/contracts/identity';
import { assertUsable, isSecretOf, readApiKey } from '@tradepost/service-kit/security/api-key';
import { Bus } from '@tradepost/service-kit/messaging/bus';
import { Rpc } from '@tradepost/service-kit/messaging/rpc';
import { ActorCache } from './actor-cache';

type KeyOwner = Out<typeof identity.resolveApiKeyOwner> & { secretHash: string };

/** Resolves API keys to their owners. Only the hash of a key's secret leaves this class. */
@Injectable()
export class ApiKeys implements OnModuleInit {
  private readonly cache: ActorCache<KeyOwner>;
  /** To ask about a key again while a call with it is under way. */
  private readonly secretHashes = new WeakMap<ActingKey, string>();

  constructor(
    private readonly rpc: Rpc,
    bus: Bus,
  ) {
    this.cache = new ActorCache(bus);
  }

  async onModuleInit() {
    await this.cache.start();
    await this.cache.subscribe(identityEvents.apiKeyRevoked, ({ keyId }) => this.cache.forget(keyId));
    await this.cache.subscribe(identityEvents.suspended, ({ userId }) => this.cache.forgetUser(userId));
    await this.cache.subscribe(identityEvents.accountDeleted, ({ userId }) => this.cache.forgetUser(userId));
  }

  /** @throws AppError UNAUTHENTICATED, TOO_MANY, KEY_REVOKED, KEY_EXPIRED, KEY_ADDRESS, SUSPENDED */
  async actorOf(key: string, ip: string, { fresh = false } = {}): Promise<UserActor> {
    const parsed = readApiKey(key);
    if (!parsed) throw new AppError('UNAUTHENTICATED');
    const { id, secretHash } = parsed;
    const cached = fresh ? undefined : this.cache.get(id);
    if (!cached || !isSecretOf(cached.secretHash, secretHash)) return (await this.fetch(id, secretHash, ip)).actor;
    assertUsable({ addresses: cached.addresses, expiresAt: new Date(cached.expiresAt) }, ip, new Date());
    return cached.actor;
  }

  /** The actor of a call that has begun with a key, as it is now. @throws AppError as `actorOf` */
  async presentActorOf({ key, ip }: UserActor): Promise<UserActor | null> {
    const secretHash = key && this.secretHashes.get(key);
    return secretHash ? (this.cache.get(key.id) ?? (await this.fetch(key.id, secretHash, ip))).actor : null;
  }

  forget(id: string) {
    this.cache.forget(id);
  }

  forgetUser(userId: string) {
    this.cache.forgetUser(userId);
  }

  private fetch(id: string, secretHash: string, ip: string): Promise<KeyOwner> {
    return this.cache.find(id, async () => {
      const found = await this.rpc.call(
        identity.resolveApiKeyOwner,
        { id, secretHash, ip },
        { kind: 'system', service: 'gateway' },
      );
      if (found.actor.key) this.secretHashes.set(found.actor.key, secretHash);
      return { ...found, secretHash };
    });
  }
}
