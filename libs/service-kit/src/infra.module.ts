import { Global, Injectable, Module } from '@nestjs/common';
import { number, object, string } from 'yup';
import { ActorClaims } from './actor-claim';
import { Bus } from './bus/bus';
import { InProcessBus } from './bus/in-process-bus';
import { NatsBus } from './bus/nats-bus';
import { readConfig } from './config';
import { keysOf, previousKeys, publicKey } from './keys';
import { objectStoreBytes, objectStoreFreeBytes } from './observe/metrics';
import { Ops } from './observe/ops';
import { KeyProvider } from './at-rest/key-provider';
import { atRestSettings, NoKeys, openKeys } from './at-rest/open-keys';
import { EncryptedObjectStore } from './object-store/encrypted-object-store';
import { openObjectStore } from './object-store/open';
import { ObjectStore } from './object-store/object-store';
import { Queues } from './queue';
import { Rpc } from './rpc';

const settings = () =>
  readConfig(
    object({
      /** Absent: everything runs in this process. */
      NATS_URL: string(),
      /** How many servers of a NATS cluster keep each event; counts where the stream is made. */
      NATS_REPLICAS: number().oneOf([1, 3, 5]).default(1),
      /** `redis://…`, or `postgres://…` where there is no Redis. */
      QUEUE_URL: string().required(),
      /** `file:///directory`, or `http(s)://key:secret@host/bucket`. */
      OBJECT_STORE_URL: string().required(),
      ACTOR_PUBLIC_KEY: publicKey().required(),
      ACTOR_PUBLIC_KEY_PREVIOUS: previousKeys(publicKey()),
      /** The gateway's alone. */
      ACTOR_PRIVATE_KEY: string(),
      SERVICE_NAME: string().default('tradepost'),
      ...atRestSettings,
    }),
  );

/** What a process may need beside the bus; `at-rest-keys` where it puts or opens objects, and does not only list and remove them. */
export type Need = 'queue' | 'object-store' | 'at-rest-keys';

/** What this process holds open: says whether it is there, and closes it once, whoever asks first. */
@Injectable()
export class Infra {
  private closing: Promise<void> | undefined;
  private readonly needed = new Set<Need>();

  constructor(
    readonly bus: Bus,
    readonly queues: Queues,
    private readonly store: ObjectStore,
    private readonly keys: KeyProvider,
    private readonly ops: Ops,
  ) {
    ops.needs('bus', () => bus.ready());
  }

  /** Makes the process ready only while these are there. @throws Error where a setting for it is missing */
  uses(needs: Need[]) {
    if (needs.includes('at-rest-keys') && this.keys instanceof NoKeys)
      throw new Error('Settings: AT_REST_KEY (missing). See docs/configuration.md.');
    for (const need of needs) {
      if (this.needed.has(need)) continue;
      this.needed.add(need);
      this.ops.needs(need, () => this.holderOf(need).ready());
      if (need === 'object-store') this.ops.samples(() => this.sampleStore());
    }
  }

  private holderOf(need: Need): Queues | ObjectStore | KeyProvider {
    switch (need) {
      case 'queue':
        return this.queues;
      case 'object-store':
        return this.store;
      case 'at-rest-keys':
        return this.keys;
    }
  }

  private async sampleStore() {
    const room = await this.store.room();
    if (!room) return;
    objectStoreBytes.set({ store: 'directory' }, room.size);
    objectStoreFreeBytes.set({ store: 'directory' }, room.free);
  }

  close(): Promise<void> {
    this.closing ??= this.queues.close().then(() => this.bus.close());
    return this.closing;
  }
}

/** The connections of one process, shared by every service in it. This is all that differs between the topologies. */
@Global()
@Module({
  providers: [
    {
      provide: Bus,
      useFactory: () => {
        const { NATS_URL, NATS_REPLICAS, SERVICE_NAME } = settings();
        return NATS_URL
          ? NatsBus.connect({ url: NATS_URL, name: SERVICE_NAME, replicas: NATS_REPLICAS })
          : new InProcessBus();
      },
    },
    { provide: Queues, useFactory: () => new Queues(settings().QUEUE_URL) },
    { provide: KeyProvider, useFactory: () => openKeys(settings()) ?? new NoKeys() },
    {
      provide: ObjectStore,
      useFactory: (keys: KeyProvider) => new EncryptedObjectStore(openObjectStore(settings().OBJECT_STORE_URL), keys),
      inject: [KeyProvider],
    },
    {
      provide: ActorClaims,
      useFactory: () => {
        const config = settings();
        return new ActorClaims({
          publicKeys: keysOf('ACTOR_PUBLIC_KEY', config),
          privateKey: config.ACTOR_PRIVATE_KEY,
        });
      },
    },
    Rpc,
    Infra,
    Ops,
  ],
  exports: [Bus, Queues, ObjectStore, ActorClaims, Rpc, Infra, Ops],
})
export class InfraModule {}
