import type { AnyObject, InferType, ObjectSchema } from 'yup';

/** Input schema of a command: always an object, unknown fields are dropped. */
export type InputSchema = ObjectSchema<AnyObject>;

/**
 * A request to one service, declared once: its schema gives the input type, the validation on both
 * sides and the form rules; its subject is the bus address; the first token of the subject names the owning service.
 */
export interface Command<S extends InputSchema = InputSchema, O = unknown, N extends string = string> {
  readonly kind: 'command';
  /** Its literal type keeps commands of the same input and output apart. */
  readonly subject: N;
  readonly input: S;
  /** Only services call it; no route reaches it, so the caller may be the system. */
  readonly internal: boolean;
  /** Type only. */
  readonly output?: O;
}

// InferType and the covariance of input schemas need any: unknown refuses commands with concrete inputs
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyCommand = Command<any, any>;
export type In<C extends AnyCommand> = InferType<C['input']>;
export type Out<C extends AnyCommand> = NonNullable<C['output']>;

const declare =
  <O>(internal: boolean) =>
  <S extends InputSchema, N extends string>(subject: N, input: S): Command<S, O, N> => ({
    kind: 'command',
    subject,
    input,
    internal,
  });

/** Declares a command that a route can reach: `command<View>()('requests.reject', object({...}))`. */
export const command = <O>() => declare<O>(false);

/** Declares a command that only other services call. */
export const internal = <O>() => declare<O>(true);

/** The service that answers the command. */
export const ownerOf = ({ subject }: { subject: string }) => subject.slice(0, subject.indexOf('.'));

/** Services that consume events durably. */
export type Subscriber = 'identity' | 'kyc' | 'storage' | 'requests' | 'notification' | 'audit';

/**
 * A fact that a service published. `to` names every durable consumer (checked at boot on both sides); a command
 * that publishes it replies only after the services in `settle` have processed it, or after two seconds, so that
 * the caller can read its own write.
 */
export interface Event<P = unknown> {
  readonly kind: 'event';
  readonly subject: string;
  readonly to: readonly Subscriber[];
  readonly settle: readonly Subscriber[];
  /** Type only. */
  readonly payload?: P;
}

/** The payload of an event, a live update or a notification. */
export type Payload<M extends { readonly payload?: unknown }> = NonNullable<M['payload']>;

export const event = <P>(
  subject: `evt.${string}.${string}`,
  { to, settle = [] }: { to: readonly Subscriber[]; settle?: readonly Subscriber[] },
): Event<P> => ({ kind: 'event', subject, to, settle });

/** A job for a worker. The payload stays in the owner's database row; the queue carries only the row's id. */
export interface Job<P = unknown> {
  readonly kind: 'job';
  readonly queue: 'mail' | 'zip';
  readonly name: string;
  /** Type only. */
  readonly payload?: P;
}

export type JobPayload<J extends Job> = NonNullable<J['payload']>;

export const job = <P>(queue: Job['queue'], name: string): Job<P> => ({ kind: 'job', queue, name });

/** A message to open browsers that refreshes what they show. It is not stored. */
export interface LiveUpdate<T extends string = string, P = unknown> {
  readonly kind: 'live-update';
  /** The name of the event on `GET /events`. */
  readonly type: T;
  /** Type only. */
  readonly payload?: P;
}

/** Declares a live update: `liveUpdate<{ caseId: string }>()('case.changed')`. */
export const liveUpdate =
  <P>() =>
  <T extends string>(type: T): LiveUpdate<T, P> => ({ kind: 'live-update', type });

/** A message to a person or a company: stored in their list, pushed to their open browsers and sent to their webhooks. */
export interface Notification<T extends string = string, P = unknown> {
  readonly kind: 'notification';
  /** The name of the event on `GET /events` and of the kind that a webhook subscribes to. */
  readonly type: T;
  /** Label where webhooks choose their events. */
  readonly label: string;
  /** Type only. */
  readonly payload?: P;
}

/** Declares a notification: `notification<{ status: KycStatus }>()('kyc.changed', 'Your registration has a new status')`. */
export const notification =
  <P>() =>
  <T extends string>(type: T, label: string): Notification<T, P> => ({ kind: 'notification', type, label });
