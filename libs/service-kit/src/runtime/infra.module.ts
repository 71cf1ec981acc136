import { Global, Inject, Injectable, Module } from '@nestjs/common';
import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import type { NatsConnection } from 'nats';
import { ActorClaims, OwnClaims, SignedClaims } from '../security/actor-claim';
import { Bus } from '../messaging/bus';
import { InProcessBus } from '../messaging/in-process-bus';
import { NatsBus } from '../messaging/nats-bus';
import { connectNats } from '../messaging/nats-connection';
import { CommandClient } from '../commands/command-client';
import { InProcessClient, InProcessServer } from '../commands/in-process';
import { NatsClient, NatsServer } from '../commands/nats';
import { readConfig } from './config';
import { infraSettings } from './process-settings';
import { keysOf } from '../security/keys';
import { objectStoreBytes, objectStoreFreeBytes } from '../observability/metrics';
import { Ops } from '../observability/ops';
import { Admission } from '../limits/admission';
import { LimitReporter } from '../limits/limit-reporter';
import { KeyProvider } from '../security/at-rest/key-provider';
import { NoKeys, openKeys } from '../security/at-rest/open-keys';
import { DirectUrls } from '../objects/direct/direct-urls';
import { EncryptedObjectStore } from '../objects/encrypted-object-store';
import { openObjectStore } from '../objects/open';
import { ObjectStore } from '../objects/object-store';
import { openQueues, Queues } from '../jobs/queue';
import { Rpc } from '../messaging/rpc';

const settings = () => readConfig(infraSettings);

/** Dependencies of a process in addition to the bus; `at-rest-keys` if it reads or writes objects, not only lists and removes them. */
export type Need = 'queue' | 'object-store' | 'at-rest-keys';

/** The connections that this process holds open: checks them, and closes them once. */
@Injectable()
export class Infra {
  private closing: Promise<void> | undefined;
  private readonly needed = new Set<Need>();

  constructor(
    readonly bus: Bus,
    @Inject(Server) private readonly server: CustomTransportStrategy,
    readonly queues: Queues,
    private readonly store: ObjectStore,
    private readonly keys: KeyProvider,
    private readonly ops: Ops,
  ) {
    ops.needs('bus', () => bus.ready());
  }

  /** Makes the process ready only while these are available. @throws Error where a setting for it is missing */
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
    this.closing ??= this.closeAll();
    return this.closing;
  }

  /** Running jobs and calls end while the connections they need are open. */
  private async closeAll() {
    await this.queues.close();
    await this.server.close();
    await this.bus.close();
  }
}

/** The process's connection to NATS; null in the embedded topology. */
const NATS = Symbol('NATS');

/** The connections of one process, shared by every service in it. Only this module differs between the topologies. */
@Global()
@Module({
  providers: [
    {
      provide: NATS,
      useFactory: () => {
        const { NATS_URL, SERVICE_NAME } = settings();
        return NATS_URL ? connectNats({ url: NATS_URL, name: SERVICE_NAME }) : null;
      },
    },
    {
      provide: Bus,
      useFactory: (nats: NatsConnection | null) =>
        nats
          ? new NatsBus(nats, { replicas: settings().NATS_REPLICAS, maxBytes: settings().NATS_STREAM_BYTES })
          : new InProcessBus(),
      inject: [NATS],
    },
    {
      provide: Server,
      useFactory: (nats: NatsConnection | null) => (nats ? new NatsServer(nats) : new InProcessServer()),
      inject: [NATS],
    },
    {
      provide: CommandClient,
      useFactory: (nats: NatsConnection | null, server: NatsServer | InProcessServer) =>
        server instanceof InProcessServer ? new InProcessClient(server) : new NatsClient(nats as NatsConnection),
      inject: [NATS, Server],
    },
    { provide: Queues, useFactory: () => openQueues(settings().QUEUE_URL) },
    { provide: KeyProvider, useFactory: () => openKeys(settings()) ?? new NoKeys() },
    {
      provide: ObjectStore,
      useFactory: (keys: KeyProvider) => new EncryptedObjectStore(openObjectStore(settings().OBJECT_STORE_URL), keys),
      inject: [KeyProvider],
    },
    { provide: DirectUrls, useFactory: () => new DirectUrls(settings()) },
    {
      provide: ActorClaims,
      useFactory: (nats: NatsConnection | null) => {
        const config = settings();
        const publicKeys = keysOf('ACTOR_PUBLIC_KEY', config);
        return nats ? new SignedClaims({ publicKeys, privateKey: config.ACTOR_PRIVATE_KEY }) : new OwnClaims();
      },
      inject: [NATS],
    },
    Rpc,
    Infra,
    Ops,
    Admission,
    LimitReporter,
  ],
  exports: [
    Bus,
    Server,
    CommandClient,
    Queues,
    ObjectStore,
    DirectUrls,
    ActorClaims,
    Rpc,
    Infra,
    Ops,
    Admission,
    LimitReporter,
  ],
})
export class InfraModule {}
