import type { AnyCommand, Event, In, Job, JobPayload, Out, Payload } from '@tradepost/contracts/define';
import type { Tx } from './database';

const handled = Symbol('handled');

/** What travels beside an event's payload. */
export interface EventMeta {
  id: string;
  subject: string;
  /** ISO time at which it was committed. */
  at: string;
  requestId: string;
  /** W3C trace context of what caused it. */
  traceparent?: string | undefined;
  actor: {
    userId: string;
    email: string;
    companyId: string | null;
    companyName: string | null;
    ip: string;
    key?: { id: string; name: string };
  } | null;
}

export interface WorkMeta {
  /** 1 for the first try. */
  attempt: number;
}

export type Bound =
  | { kind: 'command'; target: AnyCommand; method: string }
  | { kind: 'event'; target: Event<any>; method: string }
  | { kind: 'job'; target: Job<any>; method: string };

const remember = (prototype: object, bound: Bound) => {
  const owner = prototype as { [handled]?: Bound[] };
  owner[handled] = [...(owner[handled] ?? []), bound];
};

/** The bindings of one handler object. */
export const boundOf = (instance: object): Bound[] =>
  (Object.getPrototypeOf(instance) as { [handled]?: Bound[] })[handled] ?? [];

/** Binds a method to a command: `(input, actor) => output`. Access and input are checked before it runs. */
export const Handle =
  <C extends AnyCommand>(target: C) =>
  <F extends (input: In<C>, actor: any) => Promise<Out<C>>>(
    prototype: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<F>,
  ) =>
    remember(prototype, { kind: 'command', target, method });

/** Binds a method to an event: it runs once per event, in the transaction that records this. */
export const On =
  <E extends Event<any>>(target: E) =>
  <F extends (payload: Payload<E>, meta: EventMeta, tx: Tx) => Promise<void>>(
    prototype: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<F>,
  ) =>
    remember(prototype, { kind: 'event', target, method });

/** Binds a method to a job of a queue; throwing tries again later. */
export const Work =
  <J extends Job<any>>(target: J) =>
  <F extends (payload: JobPayload<J>, meta: WorkMeta) => Promise<void>>(
    prototype: object,
    method: string,
    _descriptor: TypedPropertyDescriptor<F>,
  ) =>
    remember(prototype, { kind: 'job', target, method });
