import type { EntityManager } from 'typeorm';
import type { Tx } from './transaction';

/** The connection behind a transaction. Only repositories import this: `.dependency-cruiser.cjs` checks it. */
export const sql = (tx: Tx): EntityManager => tx as unknown as EntityManager;
