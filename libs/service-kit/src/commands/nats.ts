import { ServerNats, NatsContext, type MessageHandler } from '@nestjs/microservices';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { log } from '../observability/logging';
import { InFlight } from '../runtime/in-flight';
import { inCallContext, type CommandHandler } from './call-context';
import { CommandClient } from './command-client';
import {
  decodeReply,
  decodeRequest,
  encodeError,
  encodeRequest,
  encodeResult,
  type Answer,
  type CommandMessage,
} from './command-message';

/** Nest's NATS server on the connection that the process shares with its Bus. Each command's queue group is its service. */
export class NatsServer extends ServerNats {
  private readonly inFlight = new InFlight();
  private readonly served: Subscription[] = [];

  constructor(private readonly connection: NatsConnection) {
    super({});
  }

  override createNatsClient() {
    return Promise.resolve(this.connection);
  }

  override bindEvents(connection: NatsConnection) {
    for (const [subject, handler] of this.messageHandlers) {
      const callback = (error: Error | null, message: Msg) => {
        if (error) return log.error({ err: error, subject }, 'subscription failed');
        void this.inFlight.track(this.answer(subject, handler, message));
      };
      this.served.push(connection.subscribe(subject, { queue: handler.extras?.queue as string, callback }));
    }
  }

  /** Takes no more requests and answers those it has. Nest would wait for a fixed time and close the connection. */
  override async close() {
    await Promise.all(this.served.splice(0).map((subscription) => subscription.drain()));
    await this.inFlight.settled();
  }

  /**
   * Nest would parse the subject as JSON, wrap each answer in three observables and let the error of a reply over
   * max_payload end the process.
   */
  private async answer(subject: string, handler: MessageHandler, message: Msg): Promise<void> {
    const context = new NatsContext([subject, message.headers]);
    const reply = await inCallContext(subject, handler as CommandHandler, decodeRequest(message.data), context)
      .then(encodeResult)
      .catch(encodeError);
    try {
      message.respond(reply);
    } catch (error) {
      log.error({ err: error, subject }, 'could not answer a command');
    }
  }
}

/**
 * Nest's client on the shared connection. All replies come to one subscription below the connection's inbox prefix. Nest's own
 * NATS client would subscribe and unsubscribe for each call, refuse calls while the connection is being restored, and let a
 * call that NATS forbids wait until it times out.
 */
export class NatsClient extends CommandClient {
  constructor(private readonly connection: NatsConnection) {
    super();
  }

  async request(subject: string, message: CommandMessage, timeoutMs: number): Promise<Answer> {
    const { data } = await this.connection.request(subject, encodeRequest(message), { timeout: timeoutMs });
    return decodeReply(data);
  }
}
