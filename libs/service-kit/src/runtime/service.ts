import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { AnyCommand, Event, Subscriber } from '@tradepost/contracts/define';
import { allEvents } from '@tradepost/contracts/events';
import { v7 as uuidv7 } from 'uuid';
import type { MigrationInterface } from 'typeorm';
import { Bus } from '../messaging/bus';
import { Consumer, type EventHandler } from '../messaging/consumer';
import { Db } from '../database/database';
import { DatabaseModule } from '../database/database.module';
import { sql } from '../database/sql';
import { boundOf } from '../messaging/decorators';
import { Governor } from '../limits/governor';
import { Infra, InfraModule, type Need } from './infra.module';
import { kitController } from '../commands/kit.controller';
import { sampleBacklog, sampleStream } from '../observability/backlog';
import { Ops } from '../observability/ops';
import { Outbox } from '../messaging/outbox';
import { Queues } from '../jobs/queue';
import { Reconciler } from '../messaging/reconciler';
import { Relay } from '../messaging/relay';
import { Rpc } from '../messaging/rpc';

export interface ServiceOptions {
  /** Schema, role, queue group and first token of every subject. */
  name: Subscriber;
  /** Every command of the service's contract; each must have exactly one handler. */
  commands: Record<string, AnyCommand>;
  /** Every event the service publishes. */
  events: Record<string, Event>;
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
  handlers: Type[];
  /** Required dependencies, in addition to its database and the bus. */
  needs?: Need[];
  providers?: NonNullable<ModuleMetadata['providers']>;
}

const OPTIONS = Symbol('options');

/** A service with a database, ready to be a Nest module: `@Module(service({...})) class AppModule {}`. */
export function service(options: ServiceOptions): ModuleMetadata {
  const { name, entities, migrations, handlers, providers = [] } = options;
  return {
    imports: [InfraModule, DatabaseModule.forService({ schema: name, entities, migrations })],
    controllers: [...handlers, kitController(name)],
    providers: [
      { provide: OPTIONS, useValue: options },
      {
        provide: Relay,
        useFactory: (db: Db, bus: Bus, queues: Queues) => new Relay(name, db.source, bus, queues),
        inject: [Db, Bus, Queues],
      },
      {
        provide: Outbox,
        useFactory: (db: Db, bus: Bus, relay: Relay) => new Outbox(db, bus, relay, `settle.${name}.${uuidv7()}`),
        inject: [Db, Bus, Relay],
      },
      {
        provide: Consumer,
        useFactory: (db: Db, bus: Bus, module: ModuleRef) =>
          new Consumer(name, db, bus, eventHandlers(handlers, module)),
        inject: [Db, Bus, ModuleRef],
      },
      Governor,
      ...providers,
      ServiceRuntime,
    ],
  };
}

/** Checks that handlers match the contract; runs the service's events and jobs from boot to shutdown. */
@Injectable()
class ServiceRuntime implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly reconciler: Reconciler;

  constructor(
    @Inject(OPTIONS) private readonly options: ServiceOptions,
    private readonly db: Db,
    private readonly relay: Relay,
    private readonly outbox: Outbox,
    private readonly consumer: Consumer,
    rpc: Rpc,
    private readonly infra: Infra,
    private readonly ops: Ops,
  ) {
    assertHandlersFit(options);
    const events = new Map(Object.values(options.events).map((event) => [event.subject, event]));
    this.reconciler = new Reconciler(options.name, db, rpc, infra.queues, events);
  }

  async onApplicationBootstrap() {
    const { name, needs = [] } = this.options;
    this.infra.uses(needs);
    this.ops.needs('postgres', () => sql(this.db.read).query('SELECT 1'));
    this.ops.samples(() => sampleBacklog(name, this.db));
    this.ops.samples(() => sampleStream(this.infra.bus));
    await this.outbox.listen();
    await this.consumer.start();
    this.relay.start();
    this.reconciler.start();
  }

  /** Runs before any module closes the queues and the bus they share, so that the relay can finish its batch. */
  async beforeApplicationShutdown() {
    await this.reconciler.stop();
    await this.relay.stop();
  }

  /** The data source is closed after this, by its own module. */
  async onApplicationShutdown() {
    await this.infra.close();
  }
}

function assertHandlersFit({ name, commands, handlers }: ServiceOptions): void {
  const bound = handlers.flatMap(boundOf);
  assertOneHandlerEach(
    name,
    'command',
    Object.values(commands).map(({ subject }) => subject),
    bound.flatMap((b) => (b.kind === 'command' ? b.target.subject : [])),
  );
  assertOneHandlerEach(
    name,
    'event',
    allEvents.filter(({ to }) => to.includes(name)).map(({ subject }) => subject),
    bound.flatMap((b) => (b.kind === 'event' ? b.target.subject : [])),
  );
}

/** By subject. A handler is looked up when its event comes: controllers are created after the providers they need. */
function eventHandlers(handlers: Type[], module: ModuleRef): Map<string, EventHandler> {
  const bound = handlers.flatMap((handler) => boundOf(handler).map((binding) => ({ ...binding, handler })));
  return new Map(
    bound.flatMap(({ kind, target, method, handler }): [string, EventHandler][] =>
      kind === 'event' ? [[target.subject, (...args) => module.get(handler)[method](...args)]] : [],
    ),
  );
}

/** @throws Error naming commands or events without a handler, with two, or of another service */
export function assertOneHandlerEach(service: string, kind: string, expected: string[], found: string[]): void {
  const missing = expected.filter((subject) => !found.includes(subject));
  const twice = found.filter((subject, i) => found.indexOf(subject) !== i);
  const foreign = found.filter((subject) => !expected.includes(subject));
  const complaints = [
    missing.length > 0 && `no handler for ${missing.join(', ')}`,
    twice.length > 0 && `two handlers for ${twice.join(', ')}`,
    foreign.length > 0 && `handlers for what is not its own: ${foreign.join(', ')}`,
  ].filter(Boolean);
  if (complaints.length > 0) throw new Error(`${service} (${kind}s): ${complaints.join('; ')}`);
}
