import { AsyncLocalStorage } from 'node:async_hooks';

/** The context of one request or job, passed to every service that it calls. */
export interface WorkContext {
  requestId: string;
  /** The caller, once verified. */
  userId?: string | undefined;
  /** Present for a creating call that may be repeated; its first transaction stores the answer. */
  idempotency?: { actorId: string; subject: string; key: string };
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Removes the idempotency key from the current context. The code that takes it stores the answer, or detects repeats on its own. */
export function takeIdempotency(): WorkContext['idempotency'] {
  const context = storage.getStore();
  const idempotency = context?.idempotency;
  if (context) delete context.idempotency;
  return idempotency;
}

/** Runs work with a transaction of its own before the one that answers the call. */
export function withoutIdempotency<T>(work: () => T): T {
  const context = storage.getStore();
  if (!context) return work();
  const { idempotency: _answered, ...others } = context;
  return storage.run(others, work);
}

/** Sets the caller of the current context. */
export function actingAs(userId: string): void {
  const context = storage.getStore();
  if (context) context.userId = userId;
}

export const currentContext = () => storage.getStore();
export const inContext = <T>(context: WorkContext, work: () => T): T => storage.run(context, work);
