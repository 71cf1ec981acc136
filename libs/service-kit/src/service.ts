import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import type { AnyCommand, Event, Subscriber } from '@tradepost/contracts/define';
import { allEvents } from '@tradepost/contracts/events';
import { validate } from '@tradepost/contracts/validate';
import { v7 as uuidv7 } from 'uuid';
import { object, string } from 'yup';
import { DataSource, In, type MigrationInterface } from 'typeorm';
import { admit, checkSelf } from './access';
import { Bus } from './bus/bus';
import { readConfig } from './config';
import { Consumer, type EventHandler } from './consumer';
import { inContext } from './context';
import { dataSource, Db } from './database';
import { boundOf, type Bound } from './decorators';
import { Infra, InfraModule, type Need } from './infra.module';
import { JobIntents } from './job-intents';
import { InboxRow } from './kit.entities';
import { kitCommands } from './kit.commands';
import { sampleBacklog } from './observe/backlog';
import { Ops } from './observe/ops';
import { Outbox } from './outbox';
import { Queues } from './queue';
import { Reconciler } from './reconciler';
import { Relay } from './relay';
import { Rpc } from './rpc';

export interface ServiceOptions {
  /** Schema, role, queue group and first token of every subject. */
  name: Subscriber;
  /** Every command of the service's contract; each must have exactly one handler. */
  commands: Record<string, AnyCommand>;
  /** Every event the service publishes. */
  events: Record<string, Event<any>>;
  entities: (new () => object)[];
  migrations: (new () => MigrationInterface)[];
  handlers: Type[];
  /** What it cannot work without, beside its database and the bus. */
  needs?: Need[];
  providers?: NonNullable<ModuleMetadata['providers']>;
}

const HANDLERS = Symbol('handlers');
const OPTIONS = Symbol('options');

/** Where one service's database is: `STORAGE_DATABASE_URL` and the like. */
export const databaseUrl = (name: string): string => {
  const key = `${name.toUpperCase()}_DATABASE_URL`;
  return (readConfig(object({ [key]: string().required() })) as Record<string, string>)[key] as string;
};

/** A service with a database, ready to be a Nest module: `@Module(service({...})) class AppModule {}`. */
export function service(options: ServiceOptions): ModuleMetadata {
  const { name, entities, migrations, handlers, providers = [] } = options;
  return {
    imports: [InfraModule],
    providers: [
      { provide: OPTIONS, useValue: options },
      {
        provide: DataSource,
        useFactory: () => dataSource({ schema: name, url: databaseUrl(name), entities, migrations }).initialize(),
      },
      { provide: Db, useFactory: (source: DataSource) => new Db(source), inject: [DataSource] },
      {
        provide: Relay,
        useFactory: (source: DataSource, bus: Bus, queues: Queues) => new Relay(name, source, bus, queues),
        inject: [DataSource, Bus, Queues],
      },
      {
        provide: Outbox,
        useFactory: (db: Db, bus: Bus, relay: Relay) => new Outbox(db, bus, relay, `settle.${name}.${uuidv7()}`),
        inject: [Db, Bus, Relay],
      },
      ...handlers,
      { provide: HANDLERS, useFactory: (...instances: object[]) => instances, inject: handlers },
      ...providers,
      ServiceRuntime,
    ],
  };
}

/** Binds a service's handlers at boot and unbinds them at shutdown; refuses to start when they do not fit the contract. */
@Injectable()
class ServiceRuntime implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private reconciler: Reconciler;
  private consumer: Consumer;

  constructor(
    @Inject(OPTIONS) private readonly options: ServiceOptions,
    @Inject(HANDLERS) private readonly handlers: object[],
    private readonly source: DataSource,
    private readonly db: Db,
    private readonly relay: Relay,
    private readonly outbox: Outbox,
    private readonly bus: Bus,
    private readonly rpc: Rpc,
    private readonly infra: Infra,
    private readonly ops: Ops,
  ) {}

  async onApplicationBootstrap() {
    const { name, commands, events, needs = [] } = this.options;
    if (await this.source.showMigrations())
      throw new Error(`The ${name} schema is not up to date: run the migrations first`);

    const bound = this.handlers.flatMap((instance) => boundOf(instance).map((binding) => ({ ...binding, instance })));
    const ofKind = <K extends Bound['kind']>(kind: K) =>
      bound.filter((b): b is Extract<Bound, { kind: K }> & { instance: object } => b.kind === kind);
    exactly(
      name,
      'command',
      Object.values(commands).map((c) => c.subject),
      ofKind('command').map((b) => b.target.subject),
    );
    const expected = allEvents.filter(({ to }) => to.includes(name)).map((e) => e.subject);
    exactly(
      name,
      'event',
      expected,
      ofKind('event').map((b) => b.target.subject),
    );

    for (const { target, instance, method } of ofKind('command')) await this.serve(target, callable(instance, method));
    await this.serveKit();
    const takers = new Map(
      ofKind('event').map(({ target, instance, method }) => [
        target.subject,
        callable(instance, method) as EventHandler,
      ]),
    );
    this.consumer = new Consumer(name, this.db, this.bus, takers);
    this.reconciler = new Reconciler(
      name,
      this.db,
      this.rpc,
      this.infra.queues,
      new Map(Object.values(events).map((e) => [e.subject, e])),
    );
    this.infra.uses(needs);
    this.ops.needs('postgres', () => this.db.read.query('SELECT 1'));
    this.ops.samples(() => sampleBacklog(name, this.db));
    await this.outbox.listen();
    await this.consumer.start();
    this.relay.start();
    this.reconciler.start();
  }

  /** Before any module closes the queues and the bus they share: what is being carried arrives. */
  async beforeApplicationShutdown() {
    await this.reconciler?.stop();
    await this.relay.stop();
  }

  async onApplicationShutdown() {
    await this.infra.close();
    await this.source.destroy();
  }

  private serve(command: AnyCommand, handler: (input: any, actor: any) => Promise<unknown>) {
    return this.rpc.answer(command.subject, this.options.name, (given, actor, context) =>
      inContext(context, async () => {
        admit(command, actor);
        const input = await validate(command.input, given);
        checkSelf(command, input as Record<string, unknown>, actor);
        const { idempotency } = context;
        const first = idempotency && (await this.db.firstAnswer(idempotency));
        return first ? first.answer : handler(input, actor);
      }),
    );
  }

  private async serveKit() {
    const kit = kitCommands(this.options.name);
    const jobs = new JobIntents(this.db);
    await this.serve(kit.taken, async ({ ids }) => {
      const rows = await this.db.read.find(InboxRow, { select: { eventId: true }, where: { eventId: In(ids) } });
      return { ids: rows.map(({ eventId }) => eventId) };
    });
    await this.serve(kit.beginJob, ({ id }) => jobs.begin(id));
    await this.serve(kit.finishJob, ({ id }) => jobs.finish(id));
    await this.serve(kit.failJob, ({ id, error, final }) => jobs.fail(id, error, final));
    await this.serve(kit.replay, () => this.consumer.replay());
    await this.serve(kit.health, async () => {
      await this.db.read.query('SELECT 1');
      return { database: 'up' };
    });
  }
}

const callable = (instance: object, method: string) => {
  const fn = (instance as Record<string, (...args: any[]) => Promise<unknown>>)[method];
  if (!fn) throw new Error(`No method ${method}`);
  return fn.bind(instance);
};

/** @throws Error naming what lacks a handler, has two, or is none of the service's */
export function exactly(service: string, kind: string, expected: string[], found: string[]): void {
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
