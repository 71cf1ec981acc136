import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import {
  AckPolicy,
  DeliverPolicy,
  ErrorCode,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type ConsumerMessages,
  type JetStreamClient,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import { log } from '../observability/logging';
import { day } from '../runtime/durations';
import { Bus, maxDeliveries, type Delivery, type DeliveryHandler } from './bus';

const stream = 'EVENTS';
const ackWaitMs = 30_000;
const mostAtOnce = 256;
const keepMs = 7 * day;
/** Without messages for this time the client pulls again, even if it only lacked CPU; duplicates are then dropped until redelivery. */
const pullMs = 5_000;
const redeliverAfterMs = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000];

interface StreamSettings {
  /** Servers of a NATS cluster that store each event. */
  replicas: number;
  /** Beyond it the oldest events go; the reconciler publishes again what a consumer lacks. */
  maxBytes: number;
}

/** Events over one JetStream stream with durable pull consumers. Nest's NATS transport has no durable consumers. */
export class NatsBus extends Bus {
  private stopping = false;
  private readonly loops: Promise<void>[] = [];
  private readonly pulls = new Set<ConsumerMessages>();
  /** Subjects that this user may not subscribe to. */
  private readonly refused = new Set<string>();
  private readonly jetstream: JetStreamClient;

  constructor(
    private readonly connection: NatsConnection,
    private readonly settings: StreamSettings,
  ) {
    super();
    this.jetstream = connection.jetstream();
  }

  publishAll(events: Delivery[]) {
    return Promise.allSettled(events.map((event) => this.store(event)));
  }

  private async store({ id, subject, data }: Delivery) {
    try {
      await this.jetstream.publish(subject, data, { msgID: id, timeout: 5_000 });
    } catch (error) {
      if (!isMissingStream(error)) throw error;
      await this.ensureStream();
      await this.jetstream.publish(subject, data, { msgID: id, timeout: 5_000 });
    }
  }

  async consume(group: string, prefix: string, handle: DeliveryHandler) {
    await this.ensureConsumer(group, prefix);
    this.loops.push(this.pull(group, prefix, handle));
  }

  async waiting(group: string, prefix: string) {
    const manager = await this.connection.jetstreamManager();
    try {
      const { num_pending, num_ack_pending } = await manager.consumers.info(stream, durableName(group, prefix));
      return num_pending + num_ack_pending;
    } catch (error) {
      // the events of a lost stream or consumer no longer wait
      if (isMissingStream(error)) return 0;
      throw error;
    }
  }

  async room() {
    const manager = await this.connection.jetstreamManager();
    const { state, config } = await manager.streams.info(stream);
    return { bytes: state.bytes, maxBytes: config.max_bytes };
  }

  broadcast(subject: string, data: Uint8Array) {
    this.connection.publish(subject, data);
  }

  async listen(subject: string, handler: (data: Uint8Array) => void) {
    this.connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) return handler(message.data);
        log.error({ err: error, subject }, 'subscription failed');
        this.refused.add(subject);
      },
    });
  }

  /** @throws Error without an answer, and once NATS has refused a subscription: without its messages, caches would stay as they are */
  async ready() {
    await this.connection.rtt();
    if (this.refused.size > 0) throw new Error(`NATS refuses subscriptions to ${[...this.refused].join(', ')}`);
  }

  async close() {
    this.stopping = true;
    for (const pull of this.pulls) pull.stop();
    await Promise.allSettled(this.loops);
    await this.connection.drain();
  }

  private async pull(group: string, prefix: string, handle: DeliveryHandler) {
    while (!this.stopping) {
      try {
        const consumer = await this.jetstream.consumers.get(stream, durableName(group, prefix));
        while (!this.stopping) {
          const pull = await consumer.fetch({ max_messages: mostAtOnce, expires: pullMs });
          this.pulls.add(pull);
          if (this.stopping) pull.stop();
          await this.processAll(pull, handle).finally(() => this.pulls.delete(pull));
        }
      } catch (error) {
        if (this.stopping || this.connection.isClosed()) return;
        log.warn({ err: error, group, prefix }, 'event consumer interrupted');
        await pause(500);
        await this.ensureConsumer(group, prefix).catch((failure) =>
          log.warn({ err: failure }, 'the event stream does not exist yet'),
        );
      }
    }
  }

  /** Those that have come while others were taken are taken together. */
  private async processAll(messages: AsyncIterable<JsMsg>, handle: DeliveryHandler) {
    const waiting: JsMsg[] = [];
    let working: Promise<void> | undefined;
    const work = async () => {
      await nextTurn();
      while (waiting.length > 0) {
        await this.processBatch(waiting.splice(0), handle).catch((error) =>
          log.warn({ err: error }, 'could not acknowledge events; they will be delivered again'),
        );
      }
      working = undefined;
    };
    for await (const message of messages) {
      waiting.push(message);
      working ??= work();
    }
    await working;
  }

  private async processBatch(messages: JsMsg[], handle: DeliveryHandler) {
    const outcomes = await handle(
      messages.map(({ headers, subject, data, info }) => ({
        id: headers?.get('Nats-Msg-Id') ?? '',
        subject,
        data,
        attempt: info.redeliveryCount,
      })),
    );
    for (const [n, message] of messages.entries()) {
      const outcome = outcomes[n];
      if (outcome?.status === 'fulfilled') {
        message.ack();
        continue;
      }
      const tries = message.info.redeliveryCount;
      log.error(
        { err: outcome?.reason, subject: message.subject, event: message.headers?.get('Nats-Msg-Id') },
        'could not process an event',
      );
      message.nak(redeliverAfterMs[Math.min(tries, redeliverAfterMs.length) - 1] ?? 1_000);
    }
  }

  private async ensureStream() {
    const manager = await this.connection.jetstreamManager();
    const config = {
      name: stream,
      subjects: ['evt.>'],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      max_age: nanos(keepMs),
      duplicate_window: nanos(120_000),
      max_bytes: this.settings.maxBytes,
      num_replicas: this.settings.replicas,
    };
    const { config: present } = await manager.streams.info(stream).catch(() => manager.streams.add(config));
    if (present.max_bytes === config.max_bytes && present.max_age === config.max_age) return;
    const { max_bytes, max_age } = config;
    await manager.streams
      .update(stream, { ...present, max_bytes, max_age })
      .catch((error) => log.error({ err: error }, 'could not update the limits of the event stream'));
  }

  private async ensureConsumer(group: string, prefix: string) {
    await this.ensureStream();
    const manager = await this.connection.jetstreamManager();
    await manager.consumers.add(stream, {
      durable_name: durableName(group, prefix),
      filter_subject: `${prefix}.>`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      deliver_policy: DeliverPolicy.All,
      max_deliver: maxDeliveries,
      max_ack_pending: 1_000,
    });
  }
}

const durableName = (group: string, prefix: string) => `${group}--${prefix.replace('evt.', '')}`;

const isMissingStream = (error: unknown) =>
  error instanceof NatsError && (error.code === ErrorCode.NoResponders || error.code === '404');
