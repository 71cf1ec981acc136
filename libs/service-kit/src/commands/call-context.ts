import type { BaseRpcContext, MessageHandler } from '@nestjs/microservices';
import { SpanKind } from '@opentelemetry/api';
import { isObservable, lastValueFrom } from 'rxjs';
import { AppError } from '@tradepost/contracts/errors';
import { rpcDuration, secondsSince } from '../observability/metrics';
import { traced } from '../observability/tracing';
import { inContext } from '../runtime/context';
import type { CommandMessage } from './command-message';

export type CommandHandler = MessageHandler<CommandMessage, BaseRpcContext, unknown>;

/**
 * Runs a handler in its caller's context and trace, and measures it. The transport does this and not an interceptor:
 * Nest runs guards before interceptors, and subscribes to the result outside of the handler's asynchronous context.
 */
export async function inCallContext(
  subject: string,
  handler: CommandHandler,
  message: CommandMessage,
  context: BaseRpcContext,
): Promise<unknown> {
  const { requestId, idempotency, traceparent: from } = message;
  const began = performance.now();
  let code = 'OK';
  try {
    return await inContext({ requestId, ...(idempotency && { idempotency }) }, () =>
      traced(subject, { kind: SpanKind.SERVER, attributes: { 'rpc.method': subject }, from }, () =>
        resultOf(handler, message, context),
      ),
    );
  } catch (error) {
    code = error instanceof AppError ? error.code : 'INTERNAL';
    throw error;
  } finally {
    rpcDuration.observe({ subject, code }, secondsSince(began));
  }
}

/** Nest's filters and interceptors answer with observables. */
async function resultOf(handler: CommandHandler, message: CommandMessage, context: BaseRpcContext): Promise<unknown> {
  const result = await handler(message, context);
  return (isObservable(result) ? await lastValueFrom(result) : result) ?? null;
}
