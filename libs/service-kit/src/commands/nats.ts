import {
  ClientNats,
  ServerNats,
  type MessageHandler,
  type NatsContext,
  type ReadPacket,
  type WritePacket,
} from '@nestjs/microservices';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { log } from '../observability/logging';
import { InFlight } from '../runtime/in-flight';
import { inCallContext } from './call-context';
import {
  replyDeserializer,
  replySerializer,
  requestDeserializer,
  requestSerializer,
  type CommandMessage,
} from './command-message';

/** Nest's NATS server on the connection that the process shares with its Bus. Each command's queue group is its service. */
export class NatsServer extends ServerNats {
  private readonly inFlight = new InFlight();
  private readonly served: Subscription[] = [];

  constructor(private readonly connection: NatsConnection) {
    super({ serializer: replySerializer, deserializer: requestDeserializer });
  }

  override createNatsClient() {
    return Promise.resolve(this.connection);
  }

  override addHandler(
    subject: string,
    handler: MessageHandler,
    isEventHandler?: boolean,
    extras?: Record<string, unknown>,
  ) {
    super.addHandler(subject, inCallContext(subject, handler, this.inFlight), isEventHandler, extras);
  }

  /** Nest would first try to parse the subject as JSON. */
  override getHandlerByPattern(subject: string) {
    return this.messageHandlers.get(subject) ?? null;
  }

  override bindEvents(connection: NatsConnection) {
    for (const [subject, { extras }] of this.messageHandlers) {
      const callback = this.getMessageHandler(subject) as (error: Error | null, message: Msg) => void;
      this.served.push(connection.subscribe(subject, { queue: extras?.queue as string, callback }));
    }
  }

  /** Nest lets the error of a reply over max_payload end the process. */
  override getPublisher(message: Msg, id: string, context: NatsContext) {
    const publish = super.getPublisher(message, id, context);
    return (reply: unknown): unknown => {
      try {
        return publish(reply);
      } catch (error) {
        log.error({ err: error, subject: message.subject }, 'a call was not answered');
        return undefined;
      }
    };
  }

  /** Takes no more requests and answers those it has. Nest would wait for a fixed time and close the connection. */
  override async close() {
    await Promise.all(this.served.splice(0).map((subscription) => subscription.drain()));
    await this.inFlight.settled();
  }
}

/** Longer than any call waits; `Rpc` sets each call's own limit. */
const replyWithinMs = 60_000;

/** Nest's NATS client on the shared connection. */
export class NatsClient extends ClientNats {
  constructor(private readonly connection: NatsConnection) {
    super({ serializer: requestSerializer, deserializer: replyDeserializer });
  }

  override createClient() {
    return Promise.resolve(this.connection);
  }

  /** Nest would refuse calls while the connection is being restored; ours wait for it until they time out. */
  override async handleStatusUpdates() {}

  /** The Bus closes the connection. */
  override async close() {}

  /**
   * All replies come to one subscription below the connection's inbox prefix. Nest would subscribe and unsubscribe for
   * each call, and let a call that NATS forbids wait until it times out.
   */
  protected override publish({ pattern, data }: ReadPacket<CommandMessage>, callback: (packet: WritePacket) => void) {
    void this.request(pattern as string, data).then(callback, (err: unknown) => callback({ err }));
    return () => undefined;
  }

  private async request(subject: string, data: CommandMessage): Promise<WritePacket> {
    const { data: request } = requestSerializer.serialize({ pattern: subject, data });
    const { data: reply } = await this.connection.request(subject, request, { timeout: replyWithinMs });
    return replyDeserializer.deserialize(reply);
  }
}
