import { sql } from '@tradepost/service-kit/database/sql';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { waitFor } from '@tradepost/testing/wait-for';
import type { UserActor } from '@tradepost/contracts/actor';
import { AccountRow } from '../src/account/account.entity';
import { MembershipRow } from '../src/member/member.entity';
import { MembersRepository } from '../src/member/members.repository';
import type { Fixture } from './fixture';

/** Changes that commit while a call waits for them. @param fixtureOf the fixture, once it has started */
export function waitingFor(fixtureOf: () => Fixture) {
  /** Runs `change` while the call waits for the row or name that `lock` locks. @returns how the call ends */
  async function whileWaiting(
    lock: (tx: Tx) => Promise<unknown>,
    call: () => Promise<unknown>,
    change: (tx: Tx) => Promise<unknown>,
  ) {
    const { db } = fixtureOf();
    const { started } = await db.transaction(async (tx) => {
      await lock(tx);
      const running = Promise.allSettled([call()]);
      await waitFor(async () => {
        const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        const [row] = (await sql(db.read).query(waiting)) as { n: number }[];
        return row!.n > 0;
      });
      await change(tx);
      return { started: running };
    });
    return (await started)[0];
  }

  /** The password of the account changes after the call has compared it. */
  const whilePasswordChanges = ({ userId }: UserActor, call: () => Promise<unknown>) =>
    whileWaiting(
      (tx) => sql(tx).query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [userId]),
      call,
      (tx) => sql(tx).update(AccountRow, userId, { passwordHash: 'another' }),
    );

  /** The member of the company is removed while the call runs. */
  const whileRemoved = ({ userId }: UserActor, companyId: string, call: () => Promise<unknown>) =>
    whileWaiting(
      (tx) => fixtureOf().app.get(MembersRepository).lockCompany(tx, companyId),
      call,
      (tx) => sql(tx).delete(MembershipRow, { companyId, accountId: userId }),
    );

  return { whileWaiting, whilePasswordChanges, whileRemoved };
}
