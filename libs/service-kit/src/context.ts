import { AsyncLocalStorage } from 'node:async_hooks';

/** What travels with one piece of work, through every service it touches. */
export interface WorkContext {
  requestId: string;
  /** Who acts, once that is known. */
  userId?: string | undefined;
  /** Present for a creating call that may be repeated; its first transaction keeps the answer. */
  idempotency?: { actorId: string; subject: string; key: string };
}

const storage = new AsyncLocalStorage<WorkContext>();

/** Takes the idempotency key out of the work under way: whoever takes it keeps the answer, or tells repeats apart itself. */
export function takeIdempotency(): WorkContext['idempotency'] {
  const context = storage.getStore();
  const idempotency = context?.idempotency;
  if (context) delete context.idempotency;
  return idempotency;
}

/** Notes who acts in the work under way. */
export function actingAs(userId: string): void {
  const context = storage.getStore();
  if (context) context.userId = userId;
}

export const currentContext = () => storage.getStore();
export const inContext = <T>(context: WorkContext, work: () => T): T => storage.run(context, work);
