import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import { currentContext } from '../runtime/context';
import { safeError, withoutAddresses } from './safe-error';
import { currentTraceId } from './tracing';

/** JSON lines on standard output; every line of a request carries its request id, the id of its actor, and its trace. */
export const log: Logger = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: safeError },
  mixin: () => {
    const { requestId, userId } = currentContext() ?? {};
    const traceId = currentTraceId();
    return { ...(requestId && { requestId }), ...(userId && { userId }), ...(traceId && { traceId }) };
  },
});

/** Nest's own messages; its start-up lines are logged as debug. */
export class NestLog implements LoggerService {
  log(message: unknown) {
    log.debug(String(message));
  }
  error(message: unknown, stack?: unknown) {
    log.error({ stack: withoutAddresses(String(stack)) }, withoutAddresses(String(message)));
  }
  warn(message: unknown) {
    log.warn(withoutAddresses(String(message)));
  }
}
