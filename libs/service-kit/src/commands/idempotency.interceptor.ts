import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { of, type Observable } from 'rxjs';
import { Db } from '../database/database';
import type { AdmittedMessage } from './command-message';

/** Answers a repeated creating call with its first answer. `Db.transaction` stores that answer. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly db: Db) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { idempotency } = context.switchToRpc().getData<AdmittedMessage>();
    const first = idempotency && (await this.db.firstAnswer(idempotency));
    return first ? of(first.answer) : next.handle();
  }
}
