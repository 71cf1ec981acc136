import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { MessagePattern, Payload as Input } from '@nestjs/microservices';
import {
  ownerOf,
  type AnyCommand,
  type Event,
  type In,
  type Job,
  type JobPayload,
  type Out,
  type Payload,
} from '@tradepost/contracts/define';
import { accessOf } from '@tradepost/contracts/routes';
import { ActorGuard } from '../commands/actor.guard';
import { Caller } from '../commands/caller.decorator';
import { CommandOf } from '../commands/command';
import { CommandErrorFilter } from '../commands/command-error.filter';
import { IdempotencyInterceptor } from '../commands/idempotency.interceptor';
import { InputPipe } from '../commands/input.pipe';
import type { Tx } from '../database/transaction';
import type { EventMeta } from './event-meta';

export type { EventMeta };

const handled = Symbol('handled');

export interface WorkMeta {
  /** 1 for the first try. */
  attempt: number;
}

export type Bound =
  | { kind: 'command'; target: AnyCommand; method: string }
  | { kind: 'event'; target: Event; method: string }
  | { kind: 'job'; target: Job; method: string };

const remember = (prototype: object, bound: Bound) => {
  const owner = prototype as { [handled]?: Bound[] };
  owner[handled] = [...(owner[handled] ?? []), bound];
};

/** The bindings of a handler's class. */
export const boundOf = ({ prototype }: { prototype: object }): Bound[] =>
  (prototype as { [handled]?: Bound[] })[handled] ?? [];

/**
 * Binds a controller's method to a command: `(input, actor) => output`. The guard has admitted the caller and the pipe has
 * validated the input before it runs.
 */
export const Handle =
  <C extends AnyCommand>(target: C) =>
  <F extends (input: In<C>, actor: never) => Promise<Out<C>>>(
    prototype: object,
    method: string,
    descriptor: TypedPropertyDescriptor<F>,
  ) => {
    remember(prototype, { kind: 'command', target, method });
    Input(new InputPipe(target))(prototype, method, 0);
    Caller()(prototype, method, 1);
    applyDecorators(
      MessagePattern(target.subject, { queue: ownerOf(target) }),
      CommandOf(target),
      UseGuards(ActorGuard),
      UseFilters(CommandErrorFilter),
      // an interceptor costs as much as the rest of a call: only where a route takes an Idempotency-Key
      ...(accessOf(target)?.idempotent ? [UseInterceptors(IdempotencyInterceptor)] : []),
    )(prototype, method, descriptor);
  };

/** Binds a method to an event: it runs once per event, in the transaction that records this. */
export const On =
  <E extends Event>(target: E) =>
  <F extends (payload: Payload<E>, meta: EventMeta, tx: Tx) => Promise<void>>(
    prototype: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<F>,
  ) =>
    remember(prototype, { kind: 'event', target, method });

/** Binds a method to a job of a queue; throwing tries again later. */
export const Work =
  <J extends Job>(target: J) =>
  <F extends (payload: JobPayload<J>, meta: WorkMeta) => Promise<void>>(
    prototype: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<F>,
  ) =>
    remember(prototype, { kind: 'job', target, method });
