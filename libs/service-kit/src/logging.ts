import type { LoggerService } from '@nestjs/common';
import pino, { type Logger } from 'pino';
import { currentContext } from './context';

/** JSON lines on standard output; every line of one piece of work carries its request id. */
export const log: Logger = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin: () => {
    const context = currentContext();
    return context ? { requestId: context.requestId } : {};
  },
});

/** Nest's own messages; its start-up chatter is debug to us. */
export class NestLog implements LoggerService {
  log(message: unknown) {
    log.debug(String(message));
  }
  error(message: unknown, stack?: unknown) {
    log.error({ stack }, String(message));
  }
  warn(message: unknown) {
    log.warn(String(message));
  }
}
