import {
  ClientProxy,
  Server,
  type CustomTransportStrategy,
  type MessageHandler,
  type ReadPacket,
  type WritePacket,
} from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';
import { InFlight } from '../runtime/in-flight';
import { inCallContext } from './call-context';
import {
  replyDeserializer,
  replySerializer,
  requestDeserializer,
  requestSerializer,
  type CommandMessage,
} from './command-message';
import { InProcessContext } from './subject-context';
import { Unanswered } from './unanswered';

/** Answers the commands of every service in this process. Messages are encoded as on the wire, so both topologies answer alike. */
export class InProcessServer extends Server implements CustomTransportStrategy {
  private readonly inFlight = new InFlight();

  override addHandler(subject: string, handler: MessageHandler, isEventHandler?: boolean) {
    super.addHandler(subject, inCallContext(subject, handler, this.inFlight), isEventHandler);
  }

  listen(ready: () => void) {
    ready();
  }

  /** Answers until the process ends: jobs that are still running report to their service after Nest has called this. */
  close(): Promise<void> {
    return this.inFlight.settled();
  }

  /** @throws Unanswered when no service of this process has the command */
  async answer(subject: string, request: Uint8Array): Promise<Uint8Array> {
    const handler = this.messageHandlers.get(subject);
    if (!handler) throw new Unanswered(`No service answers ${subject}`);
    const { data } = await requestDeserializer.deserialize(request);
    const outcome = await lastValueFrom(
      this.transformToObservable(await handler(data, new InProcessContext([subject]))),
    ).then(
      (response: unknown): WritePacket => ({ response }),
      (err: unknown): WritePacket => ({ err }),
    );
    return replySerializer.serialize(outcome).data;
  }

  on() {
    throw new Error('The in-process transport has no connection events');
  }

  unwrap(): never {
    throw new Error('The in-process transport has no connection');
  }
}

export class InProcessClient extends ClientProxy {
  constructor(private readonly server: InProcessServer) {
    super();
  }

  async connect() {}
  async close() {}

  unwrap(): never {
    throw new Error('The in-process transport has no connection');
  }

  protected publish({ pattern, data }: ReadPacket<CommandMessage>, callback: (packet: WritePacket) => void) {
    void this.request(pattern as string, data).then(callback, (err: unknown) => callback({ err }));
    return () => undefined;
  }

  protected dispatchEvent(): Promise<never> {
    return Promise.reject(new Error('Events go over the Bus'));
  }

  private async request(subject: string, data: CommandMessage): Promise<WritePacket> {
    const { data: request } = requestSerializer.serialize({ pattern: subject, data });
    return replyDeserializer.deserialize(await this.server.answer(subject, request));
  }
}
