import { AsyncLocalStorage } from 'node:async_hooks';

/** What travels with one piece of work, through every service it touches. */
export interface WorkContext {
  requestId: string;
  /** Present for a creating call that may be repeated; its first transaction keeps the answer. */
  idempotency?: { actorId: string; subject: string; key: string };
}

const storage = new AsyncLocalStorage<WorkContext>();

export const currentContext = () => storage.getStore();
export const inContext = <T>(context: WorkContext, work: () => T): T => storage.run(context, work);
