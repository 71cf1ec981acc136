import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { sql } from '@tradepost/service-kit/database/sql';
import { day } from '@tradepost/service-kit/runtime/durations';
import { LessThan } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { LoginFailureRow } from './login-failure.entity';

/** An account, which need not exist, and the network of the caller. */
export interface Pair {
  email: string;
  address: string;
}

export interface LoginFailures {
  /** Of this account from this address, oldest first. */
  ofPair: Date[];
  ofAccount: number;
  ofAddress: number;
}

@Injectable()
export class LoginFailuresRepository {
  constructor(private readonly db: Db) {}

  /** @param except the id of one that does not count */
  async since(since: Date, { email, address }: Pair, except?: string): Promise<LoginFailures> {
    const [failures] = (await sql(this.db.read).query(
      `SELECT count(*) FILTER (WHERE email = $2)::int AS "ofAccount", count(*) FILTER (WHERE address = $3)::int AS "ofAddress",
              coalesce(array_agg(at ORDER BY at) FILTER (WHERE email = $2 AND address = $3), '{}') AS "ofPair"
       FROM login_failure WHERE at > $1 AND (email = $2 OR address = $3) AND id IS DISTINCT FROM $4`,
      [since, email, address, except ?? null],
    )) as [LoginFailures];
    return failures;
  }

  /** Also deletes failures of this account or address that are older than a day. */
  async record({ email, address }: Pair, id = uuidv7()): Promise<void> {
    await this.db.transaction(async (tx) => {
      const at = LessThan(new Date(Date.now() - day));
      await sql(tx).delete(LoginFailureRow, [
        { email, at },
        { address, at },
      ]);
      await sql(tx).insert(LoginFailureRow, { id, email, address, at: new Date() });
    });
  }

  async clear(pair: Pair): Promise<void> {
    await this.db.transaction((tx) => sql(tx).delete(LoginFailureRow, { ...pair }));
  }

  async remove(id: string): Promise<void> {
    await this.db.transaction((tx) => sql(tx).delete(LoginFailureRow, { id }));
  }
}
