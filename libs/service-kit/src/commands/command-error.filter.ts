import { Catch, type ArgumentsHost, type RpcExceptionFilter } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { throwError, type Observable } from 'rxjs';
import { databaseCode } from '../database/database-code';
import { log } from '../observability/logging';
import type { SubjectContext } from './subject-context';

/** Maps every error to one that the contracts name; logs those that are the service's own fault. */
@Catch()
export class CommandErrorFilter implements RpcExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): Observable<never> {
    const known = error instanceof AppError ? error : new AppError(databaseCode(error), { cause: error });
    if (known.status >= 500) {
      const subject = host.switchToRpc().getContext<SubjectContext>().getSubject();
      log.error({ err: known.cause ?? known, subject }, 'a command failed');
    }
    return throwError(() => known);
  }
}
