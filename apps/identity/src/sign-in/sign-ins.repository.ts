import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { clearingValues, usesDeletion, type Clearing } from '@tradepost/service-kit/limits/governor.repository';
import { eventsInsert, Outbox } from '@tradepost/service-kit/messaging/outbox';
import type { AccountRow } from '../account/account.entity';
import { rememberDevice } from '../session/known-devices.repository';
import { insertSession, recordBrowser, sessionValues, type NewSession } from '../session/sessions.repository';

/** All that a sign-in stores. */
export interface Opening {
  account: Pick<AccountRow, 'passwordHash' | 'suspendedAt'>;
  session: NewSession;
  /** Of a right proof that is not used up yet. */
  proofId: string | undefined;
  clearing: Clearing | undefined;
  browser: string | null;
  device: string | undefined;
}

/*
 * `used` is not a condition of `unchanged`: PostgreSQL checks the conditions of a locked row again when it has waited for the row, and would
 * not find the proof that the statement has deleted.
 */
const openedSession = {
  name: 'sign-in-opened-session',
  text: `WITH used AS (DELETE FROM proof_attempt WHERE id = $14::uuid AND expires_at > now() RETURNING id),
  unchanged AS MATERIALIZED (
    SELECT 1 FROM account WHERE id = $2 AND password_hash = $12 AND suspended_at IS NOT DISTINCT FROM $13::timestamptz
      AND ($8::uuid IS NULL OR EXISTS (SELECT FROM passkey WHERE id = $8 FOR KEY SHARE))
      AND ($9::uuid IS NULL OR EXISTS (SELECT FROM membership WHERE company_id = $9 AND account_id = account.id FOR KEY SHARE)) FOR SHARE),
  opened AS MATERIALIZED (SELECT 1 FROM unchanged WHERE $14 IS NULL OR EXISTS (SELECT FROM used)),
  cleared AS (${usesDeletion(17)} AND EXISTS (SELECT FROM opened)),
  ${insertSession(1, 'opened')},
  ${recordBrowser('$2', '$15::text', 'opened')},
  ${rememberDevice('$2', '$16::text', 'opened')},
  published AS (${eventsInsert(20)} WHERE EXISTS (SELECT FROM opened))
  SELECT FROM opened`,
};

@Injectable()
export class SignInsRepository {
  constructor(
    private readonly db: Db,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Stores a session, all that belongs to it and the events so far in one statement, unless password or suspension of the account have changed
   * since it was read, its passkey or membership was removed, or the proof was used. Nothing can change them until the transaction ends:
   * a password change, suspension or removal first locks the row, then ends sessions.
   * @param refuse throws @param alone whether nothing else is written in the transaction: then it takes one round trip
   */
  async open(
    tx: Tx,
    { account, session, proofId, clearing, browser, device }: Opening,
    refuse: () => never,
    alone: boolean,
  ) {
    const values = [
      ...sessionValues(session),
      ...[account.passwordHash, account.suspendedAt, proofId ?? null, browser, device ?? null],
      ...clearingValues(clearing),
      ...this.outbox.take(tx),
    ];
    const answered = (rows: unknown[]) => {
      if (rows.length === 0) refuse();
    };
    if (alone) this.db.close(tx, { ...openedSession, values, answered });
    else answered(await prepared(tx, openedSession, values));
  }
}
