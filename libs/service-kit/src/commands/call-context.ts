import type { BaseRpcContext, MessageHandler } from '@nestjs/microservices';
import { SpanKind } from '@opentelemetry/api';
import { defer, isObservable, lastValueFrom } from 'rxjs';
import { AppError } from '@tradepost/contracts/errors';
import { rpcDuration, secondsSince } from '../observability/metrics';
import { traced } from '../observability/tracing';
import { inContext } from '../runtime/context';
import type { InFlight } from '../runtime/in-flight';
import type { CommandMessage } from './command-message';

type CommandHandler = MessageHandler<CommandMessage, BaseRpcContext, unknown>;

/**
 * Runs a handler in its caller's context and trace, and measures it. The transport does this and not an interceptor:
 * Nest runs guards before interceptors, and subscribes to the result outside of the handler's asynchronous context.
 */
export const inCallContext =
  (subject: string, handler: CommandHandler, inFlight: InFlight): CommandHandler =>
  async (message, context) => {
    const { requestId, idempotency, traceparent: from } = message;
    const call = async () => {
      const began = performance.now();
      let code = 'OK';
      try {
        return await inContext({ requestId, ...(idempotency && { idempotency }) }, () =>
          traced(subject, { kind: SpanKind.SERVER, attributes: { 'rpc.method': subject }, from }, async () => {
            const result = await handler(message, context);
            return (isObservable(result) ? await lastValueFrom(result) : result) ?? null;
          }),
        );
      } catch (error) {
        code = error instanceof AppError ? error.code : 'INTERNAL';
        throw error;
      } finally {
        rpcDuration.observe({ subject, code }, secondsSince(began));
      }
    };
    return defer(() => inFlight.track(call()));
  };
