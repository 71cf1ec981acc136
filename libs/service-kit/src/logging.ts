import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import { currentContext } from './context';
import { safeError, withoutAddresses } from './observe/safe-error';
import { currentTraceId } from './observe/tracing';

/** JSON lines on standard output; every line of one piece of work carries its request id, who acts (an id), and its trace. */
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

/** Nest's own messages; its start-up chatter is debug to us. */
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
