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
    }),
  );

/** What a process may need beside the bus. */
export type Need = 'queue' | 'object-store';

/** What this process holds open: says whether it is there, and closes it once, whoever asks first. */
@Injectable()
export class Infra {
  private closing: Promise<void> | undefined;
  private readonly needed = new Set<Need>();

  constructor(
    readonly bus: Bus,
    readonly queues: Queues,
    private readonly store: ObjectStore,
    private readonly ops: Ops,
  ) {
    ops.needs('bus', () => bus.ready());
  }

  /** Makes the process ready only while these are there. */
  uses(needs: Need[]) {
    for (const need of needs) {
      if (this.needed.has(need)) continue;
      this.needed.add(need);
      this.ops.needs(need, () => (need === 'queue' ? this.queues.ready() : this.store.ready()));
      if (need === 'object-store') this.ops.samples(() => this.sampleStore());
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
        return NATS_URL ? NatsBus.connect({ url: NATS_URL, name: SERVICE_NAME, replicas: NATS_REPLICAS }) : new InProcessBus();
      },
    },
    { provide: Queues, useFactory: () => new Queues(settings().QUEUE_URL) },
    { provide: ObjectStore, useFactory: () => openObjectStore(settings().OBJECT_STORE_URL) },
    {
      provide: ActorClaims,
      useFactory: () => {
        const config = settings();
        return new ActorClaims({ publicKeys: keysOf('ACTOR_PUBLIC_KEY', config), privateKey: config.ACTOR_PRIVATE_KEY });
      },
    },
    Rpc,
    Infra,
    Ops,
  ],
  exports: [Bus, Queues, ObjectStore, ActorClaims, Rpc, Infra, Ops],
})
export class InfraModule {}
