import { ClientProxy, type ReadPacket, type WritePacket } from '@nestjs/microservices';
import { valueOf, type Answer, type CommandMessage } from './command-message';

/** Longer than any call waits. */
const nestTimeoutMs = 60_000;

/**
 * Nest's client for commands, on the existing connections of the process. `Rpc` calls `request`: Nest's `send` adds four observables
 * and a check of the connection, which cost more than the rest of a call in this process.
 */
export abstract class CommandClient extends ClientProxy {
  /** @throws AppError as the service answered; anything else when it did not answer within `timeoutMs` */
  abstract request(subject: string, message: CommandMessage, timeoutMs: number): Promise<Answer>;

  async connect() {}

  /** The Bus closes the connection. */
  async close() {}

  unwrap(): never {
    throw new Error('The connection belongs to the Bus');
  }

  protected publish({ pattern, data }: ReadPacket<CommandMessage>, callback: (packet: WritePacket) => void) {
    void this.request(pattern as string, data, nestTimeoutMs).then(
      (answer) => callback({ response: valueOf(answer), isDisposed: true }),
      (err: unknown) => callback({ err, isDisposed: true }),
    );
    return () => undefined;
  }

  protected dispatchEvent(): Promise<never> {
    return Promise.reject(new Error('Publish events through the Bus'));
  }
}
