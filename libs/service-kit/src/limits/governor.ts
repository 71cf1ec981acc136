import { Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { limits, type LimitName } from '@tradepost/contracts/limits/table';
import { v7 as uuidv7 } from 'uuid';
import { Db } from '../database/database';
import type { Tx } from '../database/transaction';
import { day } from '../runtime/durations';
import { readAmounts } from './amounts';
import {
  deleteUses,
  deleteUsesBy,
  deletionOf,
  insertManyUses,
  insertOf,
  insertUses,
  lockUses,
  usedOf,
  usesToRead,
  type Clearing,
  type Counting,
  type Use,
  type Used,
  type UsesToRead,
} from './governor.repository';
import { idOf, secondsUntilFree, takenOf, windowMsOf, windowStart } from './limit.policy';
import { noteReached, refusedBy } from './reached';

/** Of a refusal because enough is stored. */
type FullCode =
  | 'TOO_LARGE'
  | 'ARCHIVES_FULL'
  | 'PASSKEYS_FULL'
  | 'SSO_DOMAINS_FULL'
  | 'SSO_ACCOUNTS_FULL'
  | 'SCIM_GROUPS_FULL'
  | 'VERSIONS_FULL';

/**
 * Limits of what callers may use within a time. Uses are rows of the service's database, so that all its replicas count
 * together, and a use commits with what it was for.
 */
@Injectable()
export class Governor {
  private readonly amounts = readAmounts();

  constructor(private readonly db: Db) {}

  /** @throws AppError TOO_MANY when one of them is used up: then nothing is counted */
  async take(tx: Tx, uses: readonly Use[], id = uuidv7()): Promise<void> {
    const refusal = await this.refusalOf(tx, uses, id);
    if (refusal) throw refusedBy(refusal.use.limit, refusal.use.key, refusal.retryAfter);
  }

  /** As `take`, for calls that must give the same answer either way. @returns false when one of them is used up */
  async tryTake(tx: Tx, uses: readonly Use[], id = uuidv7()): Promise<boolean> {
    const refusal = await this.refusalOf(tx, uses, id);
    if (refusal) noteReached(refusal.use.limit, refusal.use.key);
    return !refusal;
  }

  /**
   * As `tryTake` for each, one after the other, with as many statements as for one.
   * @returns for each whether it was counted
   */
  async tryTakeEach(tx: Tx, uses: readonly Use[]): Promise<boolean[]> {
    if (uses.length === 0) return [];
    const keys = [...new Map(uses.map((use) => [idOf(use), use])).values()];
    const used = await this.lockedUses(tx, keys);
    const { taken, counted } = takenOf(
      uses,
      keys.map(({ limit, key }, n) => ({ limit, key, room: this.amounts(limit, key) - (used[n] as Used).amount })),
    );
    for (const [n, { limit, key }] of uses.entries()) if (!taken[n]) noteReached(limit, key);
    if (counted.length > 0) await insertManyUses(tx, this.counting(counted, uuidv7()));
    return taken;
  }

  /** Counts without a check, when the transaction ends. */
  record(tx: Tx, uses: readonly Use[], id = uuidv7()) {
    this.db.close(tx, insertOf(this.counting(uses, id)));
  }

  /** As `record`, for a statement of the caller that stores it with other things. */
  counting(uses: readonly Use[], id: string): Counting {
    return { id, uses, at: new Date(), pruneBefore: new Date(Date.now() - day) };
  }

  /** What of each counts now. @param except the id of a use that does not count */
  used(tx: Tx, uses: readonly Use[], except?: string): Promise<Used[]> {
    return usedOf(tx, this.toRead(uses, except));
  }

  /** As `used`, for a statement of the caller that reads it with other things. */
  toRead(uses: readonly Use[], except?: string): UsesToRead {
    const now = new Date();
    return usesToRead(
      uses,
      uses.map(({ limit }) => windowStart(limit, now)),
      except,
    );
  }

  amountOf(limit: LimitName, key: string): number {
    return this.amounts(limit, key);
  }

  /** The answer to a call that a rule beyond plain amounts refuses. @param retryAfter in seconds */
  refusedBy(limit: LimitName, key: string, retryAfter: number): AppError {
    return refusedBy(limit, key, retryAfter);
  }

  /** @param stored with what is to be added @throws AppError with this code */
  assertFits(limit: LimitName, key: string, stored: number, code: FullCode = 'TOO_LARGE'): void {
    if (stored <= this.amounts(limit, key)) return;
    noteReached(limit, key);
    throw new AppError(code, { message: limits[limit].message });
  }

  /** Takes back what a call has used. */
  giveBack(tx: Tx, id: string): Promise<void> {
    return deleteUses(tx, id);
  }

  /** Removes uses when the transaction ends. */
  clear(tx: Tx, clearing: Clearing) {
    this.db.close(tx, deletionOf(clearing));
  }

  /** Removes the uses of a deleted person or company. @param subjects the first words of keys: ids, an address key */
  forget(tx: Tx, subjects: readonly (string | null)[]): Promise<void> {
    return deleteUsesBy(
      tx,
      subjects.filter((one) => one !== null),
    );
  }

  private async refusalOf(
    tx: Tx,
    uses: readonly Use[],
    id: string,
  ): Promise<{ use: Use; retryAfter: number } | undefined> {
    const used = await this.lockedUses(tx, uses);
    const now = new Date();
    for (const [n, use] of uses.entries()) {
      const { limit, key, amount = 1 } = use;
      const most = this.amounts(limit, key);
      const retryAfter = secondsUntilFree(used[n] as Used, amount, most, windowMsOf(limit), now);
      if (retryAfter > 0) return { use, retryAfter };
    }
    await insertUses(tx, this.counting(uses, id));
    return undefined;
  }

  /** Until the transaction ends, no other counts them. Both statements are sent at once: the second begins when the first has all locks. */
  private async lockedUses(tx: Tx, uses: readonly Use[]): Promise<Used[]> {
    const [, used] = await Promise.all([lockUses(tx, uses), this.used(tx, uses)]);
    return used;
  }
}
