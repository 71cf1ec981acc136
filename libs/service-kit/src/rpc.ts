import { Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import type { Actor } from '@tradepost/contracts/actor';
import type { AnyCommand, In, Out } from '@tradepost/contracts/define';
import { AppError, isErrorCode, type ErrorCode, type FieldError } from '@tradepost/contracts/errors';
import { v7 as uuidv7 } from 'uuid';
import { ActorClaims } from './actor-claim';
import { Bus, BusUnavailable } from './bus/bus';
import { currentContext, type WorkContext } from './context';
import { log } from './logging';
import { rpcDuration, rpcUnanswered, secondsSince } from './observe/metrics';
import { traced, traceparent } from './observe/tracing';

const timeoutMs = 15_000;

interface Request {
  input: unknown;
  claim: string;
  requestId: string;
  idempotency?: WorkContext['idempotency'];
  traceparent?: string | undefined;
}

interface Failure {
  code: ErrorCode;
  message: string;
  errors?: FieldError[] | undefined;
  retryAfter?: number | undefined;
}

type Reply = { result: unknown } | { error: Failure };

const encode = (value: Request | Reply) => Buffer.from(JSON.stringify(value));
const decode = <T>(data: Uint8Array) =>
  JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString()) as T;

/** Calls commands of other services, whichever bus carries them. */
@Injectable()
export class Rpc {
  constructor(
    private readonly bus: Bus,
    private readonly claims: ActorClaims,
  ) {}

  /**
   * @param extra `timeoutMs`, and the idempotency key of a creating call
   * @throws AppError whatever the owning service answered, `UNAVAILABLE` when it did not
   */
  async call<C extends AnyCommand>(
    command: C,
    input: In<C>,
    actor: Actor,
    extra: { timeoutMs?: number; idempotencyKey?: string | undefined } = {},
  ): Promise<Out<C>> {
    return this.send(command.subject, input, actor, extra) as Promise<Out<C>>;
  }

  /** As `call`, for input that the owning service has yet to validate. */
  async send(
    subject: string,
    input: unknown,
    actor: Actor,
    extra: { timeoutMs?: number; idempotencyKey?: string | undefined } = {},
  ): Promise<unknown> {
    const requestId = currentContext()?.requestId ?? uuidv7();
    const idempotency =
      extra.idempotencyKey && actor.kind === 'user'
        ? { actorId: actor.userId, subject, key: extra.idempotencyKey }
        : undefined;
    return traced(`call ${subject}`, { kind: SpanKind.CLIENT, attributes: { 'rpc.method': subject } }, async () => {
      const request = encoded({
        input,
        claim: this.claims.encode(actor),
        requestId,
        idempotency,
        traceparent: traceparent(),
      });
      const reply = decode<Reply>(
        await this.bus
          .request(subject, request, extra.timeoutMs ?? timeoutMs)
          .catch((error) => unavailable(error, subject)),
      );
      if ('result' in reply) return reply.result;
      const { code, ...options } = reply.error;
      throw new AppError(isErrorCode(code) ? code : 'INTERNAL', options);
    });
  }

  /** Answers a subject: `work` gets the proven actor and runs in the caller's context. */
  async answer(
    subject: string,
    group: string,
    work: (input: unknown, actor: Actor, context: WorkContext) => Promise<unknown>,
  ) {
    await this.bus.serve(subject, group, async (data) => {
      const began = performance.now();
      let code = 'OK';
      try {
        const { input, claim, traceparent: from, ...context } = decode<Request>(data);
        const actor = this.claims.decode(claim);
        const userId = actor.kind === 'user' ? actor.userId : undefined;
        const options = { kind: SpanKind.SERVER, attributes: { 'rpc.method': subject }, from };
        return encode({
          result: (await traced(subject, options, () => work(input, actor, { ...context, userId }))) ?? null,
        });
      } catch (error) {
        const failure = failureOf(error, subject);
        code = failure.code;
        return encode({ error: failure });
      } finally {
        rpcDuration.observe({ subject, code }, secondsSince(began));
      }
    });
  }
}

/** @throws AppError MALFORMED for what is nested without end */
function encoded(request: Request): Buffer {
  try {
    return encode(request);
  } catch (error) {
    throw error instanceof RangeError ? new AppError('MALFORMED', { cause: error }) : error;
  }
}

function unavailable(error: unknown, subject: string): never {
  if (!(error instanceof BusUnavailable)) throw error;
  rpcUnanswered.inc({ subject });
  throw new AppError('UNAVAILABLE', { cause: error });
}

function failureOf(error: unknown, subject: string): Failure {
  const known = error instanceof AppError ? error : new AppError(databaseCode(error), { cause: error });
  if (known.status >= 500) log.error({ err: known.cause ?? known, subject }, 'a command failed');
  const { code, message, errors, retryAfter } = known;
  return { code, message, errors, retryAfter };
}

/** What PostgreSQL's error classes mean to a caller (PostgreSQL manual, appendix A). */
function databaseCode(error: unknown): ErrorCode {
  const { code } = (error as { driverError?: { code?: string } }).driverError ?? (error as { code?: string });
  if (code === '22P02') return 'NOT_FOUND';
  if (/^(08|57P|53)/.test(code ?? '') || code === 'ECONNREFUSED' || code === 'ECONNRESET') return 'UNAVAILABLE';
  return 'INTERNAL';
}
