import { BaseRpcContext, type NatsContext } from '@nestjs/microservices';

/** What handlers, guards and filters learn of a call from its transport. */
export type SubjectContext = Pick<NatsContext, 'getSubject'>;

export class InProcessContext extends BaseRpcContext<[subject: string]> implements SubjectContext {
  getSubject(): string {
    return this.getArgByIndex(0);
  }
}
