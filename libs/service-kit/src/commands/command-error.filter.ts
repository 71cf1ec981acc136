import { Catch, type ArgumentsHost, type RpcExceptionFilter } from '@nestjs/common';
import { AppError, type ErrorCode } from '@tradepost/contracts/errors';
import { throwError, type Observable } from 'rxjs';
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

/** What PostgreSQL's error classes mean to a caller (PostgreSQL manual, appendix A). */
function databaseCode(error: unknown): ErrorCode {
  const { code } = (error as { driverError?: { code?: string } }).driverError ?? (error as { code?: string });
  if (code === '22P02') return 'NOT_FOUND';
  // a number that its column cannot hold
  if (code === '22003') return 'INVALID';
  if (/^(08|57P|53)/.test(code ?? '') || code === 'ECONNREFUSED' || code === 'ECONNRESET') return 'UNAVAILABLE';
  return 'INTERNAL';
}
