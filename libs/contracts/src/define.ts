import type { AnyObject, InferType, ObjectSchema } from 'yup';

/** Input schema of a command: always an object, unknown fields are dropped. */
export type InputSchema = ObjectSchema<AnyObject>;

/**
 * A request to one service, declared once: its schema gives the input type, the validation on both
 * sides and the form rules; its subject is the bus address, whose first token names the owning service.
 */
export interface Command<S extends InputSchema = InputSchema, O = unknown> {
  readonly kind: 'command';
  readonly subject: string;
  readonly input: S;
  /** Service to service only: never reachable by a route, so the caller may be the system. */
  readonly internal: boolean;
  /** Type only. */
  readonly output?: O;
}

export type AnyCommand = Command<any, any>;
export type In<C extends AnyCommand> = InferType<C['input']>;
export type Out<C extends AnyCommand> = NonNullable<C['output']>;

const declare =
  <O>(internal: boolean) =>
  <S extends InputSchema>(subject: string, input: S): Command<S, O> => ({ kind: 'command', subject, input, internal });

/** Declares a command a person's call reaches: `command<View>()('requests.reject', object({...}))`. */
export const command = <O>() => declare<O>(false);

/** Declares a command that only other services call. */
export const internal = <O>() => declare<O>(true);

/** The service that answers the command. */
export const ownerOf = ({ subject }: { subject: string }) => subject.slice(0, subject.indexOf('.'));

/** Services that consume events durably. */
export type Subscriber = 'identity' | 'kyc' | 'storage' | 'requests' | 'notification' | 'audit';

/**
 * Something that happened. `to` names every durable consumer (checked at boot on both sides); a command
 * that publishes it answers only after those in `settle` have taken it, or after two seconds, so that
 * its caller reads what it wrote.
 */
export interface Event<P = unknown> {
  readonly kind: 'event';
  readonly subject: string;
  readonly to: readonly Subscriber[];
  readonly settle: readonly Subscriber[];
  /** Type only. */
  readonly payload?: P;
}

export type Payload<E extends Event<any>> = NonNullable<E['payload']>;

export const event = <P>(
  subject: `evt.${string}.${string}`,
  { to, settle = [] }: { to: readonly Subscriber[]; settle?: readonly Subscriber[] },
): Event<P> => ({ kind: 'event', subject, to, settle });

/** Work for a queue. Its payload stays with the owner's database row; the queue carries only the row's id. */
export interface Job<P = unknown> {
  readonly kind: 'job';
  readonly queue: 'mail' | 'zip';
  readonly name: string;
  /** Type only. */
  readonly payload?: P;
}

export type JobPayload<J extends Job<any>> = NonNullable<J['payload']>;

export const job = <P>(queue: Job['queue'], name: string): Job<P> => ({ kind: 'job', queue, name });
