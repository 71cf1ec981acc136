import { Server, type CustomTransportStrategy } from '@nestjs/microservices';
import { InFlight } from '../runtime/in-flight';
import { withTimeout } from '../runtime/with-timeout';
import { inCallContext, type CommandHandler } from './call-context';
import { CommandClient } from './command-client';
import { errorForCaller, type Answer, type CommandMessage } from './command-message';
import { InProcessContext } from './subject-context';
import { NotServed, Unanswered } from './unanswered';

/**
 * Answers the commands of every service in this process. Nothing is serialized: contracts have only what JSON has, and the input
 * pipe copies what it validates. The tests' harness checks answers for it and freezes them.
 */
export class InProcessServer extends Server implements CustomTransportStrategy {
  private readonly inFlight = new InFlight();

  listen(ready: () => void) {
    ready();
  }

  /** Answers until the process ends: jobs that are still running report to their service after Nest has called this. */
  close(): Promise<void> {
    return this.inFlight.settled();
  }

  /** @throws NotServed when no service of this process has the command; AppError as its service answers */
  async answer(subject: string, message: CommandMessage): Promise<unknown> {
    const handler = this.messageHandlers.get(subject) as CommandHandler | undefined;
    if (!handler) throw new NotServed(`No service answers ${subject}`);
    const call = inCallContext(subject, handler, message, new InProcessContext([subject]));
    try {
      return await this.inFlight.track(call);
    } catch (error) {
      throw errorForCaller(error);
    }
  }

  on() {
    throw new Error('The in-process transport has no connection events');
  }

  unwrap(): never {
    throw new Error('The in-process transport has no connection');
  }
}

export class InProcessClient extends CommandClient {
  constructor(private readonly server: InProcessServer) {
    super();
  }

  async request(subject: string, message: CommandMessage, timeoutMs: number): Promise<Answer> {
    const late = () => new Unanswered(`${subject} was not answered within ${timeoutMs} ms`);
    return { value: await withTimeout(timeoutMs, this.server.answer(subject, message), late) };
  }
}
