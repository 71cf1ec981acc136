import { Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import type { Actor, UserActor } from '@tradepost/contracts/actor';
import type { AnyCommand, In, Out } from '@tradepost/contracts/define';
import { AppError } from '@tradepost/contracts/errors';
import { isOwner } from '@tradepost/contracts/roles';
import { ErrorCode, NatsError } from 'nats';
import { v7 as uuidv7 } from 'uuid';
import { CommandClient } from '../commands/command-client';
import { valueOf, type Answer, type CommandMessage } from '../commands/command-message';
import { NotServed, Unanswered } from '../commands/unanswered';
import { rpcUnanswered } from '../observability/metrics';
import { traced, traceparent } from '../observability/tracing';
import { currentContext } from '../runtime/context';
import { ActorClaims } from '../security/actor-claim';

const defaultTimeoutMs = 15_000;

interface CallOptions {
  timeoutMs?: number;
  /** Of a creating call: a repeat with the same key gets the first answer. */
  idempotencyKey?: string | undefined;
}

/** Calls commands of other services over Nest's client, on either transport. */
@Injectable()
export class Rpc {
  constructor(
    private readonly client: CommandClient,
    private readonly claims: ActorClaims,
  ) {}

  /** @throws AppError as the owning service answered; `UNAVAILABLE` when it did not answer */
  async call<C extends AnyCommand>(command: C, input: In<C>, actor: Actor, options: CallOptions = {}): Promise<Out<C>> {
    return this.send(command.subject, input, actor, options) as Promise<Out<C>>;
  }

  /** As `call`, for input that the owning service has yet to validate. */
  async send(subject: string, input: unknown, actor: Actor, options: CallOptions = {}): Promise<unknown> {
    return valueOf(await this.forward(subject, input, actor, options));
  }

  /** Like `send`, for an answer that is passed on unchanged. */
  async forward(
    subject: string,
    input: unknown,
    actor: Actor,
    { timeoutMs = defaultTimeoutMs, idempotencyKey }: CallOptions = {},
  ): Promise<Answer> {
    return traced(`call ${subject}`, { kind: SpanKind.CLIENT, attributes: { 'rpc.method': subject } }, () => {
      const message: CommandMessage = {
        input,
        claim: this.claims.encode(actor),
        requestId: currentContext()?.requestId ?? uuidv7(),
        idempotency:
          idempotencyKey && actor.kind === 'user'
            ? { actorId: callerIdOf(actor), subject, key: idempotencyKey }
            : undefined,
        traceparent: traceparent(),
      };
      return this.client.request(subject, message, timeoutMs).catch((error: unknown) => {
        throw callError(error, subject);
      });
    });
  }
}

/** The owner of an idempotency key: a person, for each company of which they are a member. */
const callerIdOf = (actor: UserActor) => (isOwner(actor) ? actor.userId : `${actor.userId} ${actor.companyId}`);

function callError(error: unknown, subject: string): unknown {
  // JSON.stringify of input that is nested too deeply
  if (error instanceof RangeError) return new AppError('MALFORMED', { cause: error });
  if (!unanswered.some((type) => error instanceof type)) return error;
  rpcUnanswered.inc({ subject });
  return new AppError('UNAVAILABLE', { cause: error });
}

/** NatsError: no service answers the subject or not in time, the connection is closed, the request is over max_payload or forbidden. */
const unanswered = [Unanswered, NatsError];

/** Whether a call failed because no running service has its command, such as one of an earlier version: then nothing was done. */
export function isNotServed(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { cause } = error;
  return cause instanceof NotServed || (cause instanceof NatsError && cause.code === ErrorCode.NoResponders);
}
