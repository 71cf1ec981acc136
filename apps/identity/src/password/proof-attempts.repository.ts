import { Injectable } from '@nestjs/common';
import { addressKey } from '@tradepost/contracts/values/address';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared, type Statement } from '@tradepost/service-kit/database/prepared';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import { countingValues, isUsed, usesInsert, type Counting } from '@tradepost/service-kit/limits/governor.repository';
import type { StoredPassword } from '../account/accounts.repository';
import { knowsDevice } from '../session/known-devices.repository';

/** What the start of a proof on a device asks about an account. */
export interface AccountOfDevice extends StoredPassword {
  knowsDevice: boolean;
  /** Whether the start was counted and its proof stored. */
  isCounted: boolean;
}

const expired = `expired AS (DELETE FROM proof_attempt WHERE id IN
           (SELECT id FROM proof_attempt WHERE expires_at < now() ORDER BY expires_at LIMIT 20 FOR UPDATE SKIP LOCKED))`;
const newAttempt = {
  name: 'proof-new-attempt',
  text: `WITH ${usesInsert(2)}, ${expired} INSERT INTO proof_attempt (id, expires_at) VALUES ($2, $1)`,
};

const attemptOnDevice = {
  name: 'proof-attempt-on-device',
  text: `WITH found AS MATERIALIZED (
           SELECT a.password_hash, a.kdf, ${knowsDevice('a.id', '$2')} AS knows_device FROM account a WHERE a.address_key = $1),
         first AS MATERIALIZED (SELECT FROM found WHERE knows_device AND NOT ${isUsed(5, '$4::timestamptz')}),
         ${usesInsert(5, 'first')}, ${expired},
         attempt AS (INSERT INTO proof_attempt (id, expires_at) SELECT $5, $3::timestamptz FROM first)
         SELECT password_hash AS "passwordHash", kdf, knows_device AS "knowsDevice", EXISTS (SELECT FROM first) AS "isCounted" FROM found`,
};

const restarted = {
  name: 'proof-restarted',
  text: 'UPDATE proof_attempt SET restarted = true WHERE id = $1 AND NOT restarted AND expires_at > now() RETURNING id',
};

const used = {
  name: 'proof-used',
  text: 'DELETE FROM proof_attempt WHERE id = $1 AND expires_at > now() RETURNING id',
};

@Injectable()
export class ProofAttemptsRepository {
  constructor(private readonly db: Db) {}

  /** Also stores the guess that it was counted as, which has its id, and deletes expired ones. */
  insert(tx: Tx, counted: Counting, expiresAt: Date) {
    this.db.close(tx, { ...newAttempt, values: [expiresAt, ...countingValues(counted)] });
  }

  /**
   * Reads the account. If it knows the device and nothing of `counted` was used since this time, the same statement also stores the attempt
   * and the guess that it is counted as.
   */
  async onDevice(
    email: string,
    device: string,
    { counted, since, expiresAt }: { counted: Counting; since: Date; expiresAt: Date },
  ): Promise<AccountOfDevice | null> {
    const values = [addressKey(email), device, expiresAt, since, ...countingValues(counted)];
    const found: AccountOfDevice[] = [];
    await this.db.transaction(async (tx) =>
      this.db.close(tx, {
        ...attemptOnDevice,
        values,
        answered: (rows) => void found.push(...(rows as AccountOfDevice[])),
      }),
    );
    return found[0] ?? null;
  }

  /** @returns false unless this is its first restart */
  restart(id: string): Promise<boolean> {
    return this.affects(restarted, id);
  }

  /** @returns false when it was used before or has expired */
  use(id: string): Promise<boolean> {
    return this.affects(used, id);
  }

  private async affects(statement: Statement, id: string): Promise<boolean> {
    // a single statement is a transaction of its own
    return (await prepared(this.db.read, statement, [id])).length === 1;
  }
}
