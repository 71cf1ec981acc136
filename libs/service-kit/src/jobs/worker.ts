import {
  Inject,
  Injectable,
  type ModuleMetadata,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { v7 as uuidv7 } from 'uuid';
import { inContext } from '../runtime/context';
import { boundOf, type WorkMeta } from '../messaging/decorators';
import { Infra, InfraModule, type Need } from '../runtime/infra.module';
import { kitCommands } from '../messaging/kit.commands';
import { log } from '../observability/logging';
import { jobDuration, queueAge, queueJobs, secondsSince } from '../observability/metrics';
import { Ops } from '../observability/ops';
import { traced } from '../observability/tracing';
import { Rpc } from '../messaging/rpc';
import type { JobRef } from './queue';

export interface WorkerOptions {
  name: string;
  queue: 'mail' | 'zip';
  concurrency: number;
  handlers: Type[];
  /** Required dependencies, in addition to its queue and the bus. */
  needs?: Need[];
  providers?: NonNullable<ModuleMetadata['providers']>;
}

const HANDLERS = Symbol('handlers');
const OPTIONS = Symbol('options');

/** A worker without a database, ready to be a Nest module: it runs the jobs of one queue and reports to the service that owns them. */
export const worker = (options: WorkerOptions): ModuleMetadata => ({
  imports: [InfraModule],
  providers: [
    { provide: OPTIONS, useValue: options },
    ...options.handlers,
    { provide: HANDLERS, useFactory: (...instances: object[]) => instances, inject: options.handlers },
    ...(options.providers ?? []),
    WorkerRuntime,
  ],
});

type Run = (payload: unknown, meta: WorkMeta) => Promise<void>;

@Injectable()
class WorkerRuntime implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly runs = new Map<string, Run>();

  constructor(
    @Inject(OPTIONS) private readonly options: WorkerOptions,
    @Inject(HANDLERS) private readonly handlers: object[],
    private readonly rpc: Rpc,
    private readonly infra: Infra,
    private readonly ops: Ops,
  ) {}

  async onApplicationBootstrap() {
    for (const instance of this.handlers) {
      for (const binding of boundOf(instance.constructor)) {
        if (binding.kind !== 'job') continue;
        const run = (instance as Record<string, Run>)[binding.method];
        if (run) this.runs.set(binding.target.name, run.bind(instance));
      }
    }
    const { queue, concurrency, needs = [] } = this.options;
    this.infra.uses(['queue', ...needs]);
    this.ops.samples(() => this.sample());
    await this.infra.queues.work(queue, concurrency, (ref, attempt, last) => {
      const { requestId = uuidv7(), traceparent: from } = ref.origin ?? {};
      const work = () =>
        traced(
          `${queue} job`,
          { kind: SpanKind.CONSUMER, attributes: { 'messaging.destination.name': queue }, from },
          () => this.work(ref, attempt, last),
        );
      return inContext({ requestId }, work);
    });
  }

  async onApplicationShutdown() {
    await this.infra.close();
  }

  private async work({ owner, id }: JobRef, attempt: number, last: boolean) {
    const commands = kitCommands(owner);
    const actor = { kind: 'system', service: this.options.name } as const;
    const begun = await this.rpc.call(commands.beginJob, { id }, actor);
    if (begun.name === null) return;
    const run = this.runs.get(begun.name);
    if (!run) throw new Error(`${this.options.name} has no handler for the job ${begun.name}`);
    const began = performance.now();
    const took = (result: 'ok' | 'failed') =>
      jobDuration.observe({ queue: this.options.queue, job: begun.name, result }, secondsSince(began));
    try {
      await run(begun.payload, { attempt });
    } catch (error) {
      took('failed');
      log.warn({ err: error, job: id, owner, attempt }, 'a job failed, will retry');
      await this.rpc.call(commands.failJob, { id, error: String(error).slice(0, 2_000), final: last }, actor);
      throw error;
    }
    took('ok');
    await this.rpc.call(commands.finishJob, { id }, actor);
  }

  private async sample() {
    const { queue } = this.options;
    const { counts, oldestSeconds } = await this.infra.queues.depth(queue);
    for (const [state, jobs] of Object.entries(counts)) queueJobs.set({ queue, state }, jobs);
    queueAge.set({ queue }, oldestSeconds);
  }
}
