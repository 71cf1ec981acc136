import { Injectable } from '@nestjs/common';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { PasskeyChallengeRow } from './passkey.entity';

/** What a challenge was issued for; it works for nothing else. */
export type ChallengeUse = Pick<PasskeyChallengeRow, 'purpose' | 'accountId' | 'sessionId' | 'subject'>;

const prunedAtOnce = 20;

const newChallenge = {
  name: 'passkey-new-challenge',
  text: `WITH expired AS (DELETE FROM passkey_challenge WHERE challenge IN
           (SELECT challenge FROM passkey_challenge WHERE expires_at < now() ORDER BY expires_at LIMIT ${prunedAtOnce} FOR UPDATE SKIP LOCKED))
         INSERT INTO passkey_challenge (challenge, purpose, account_id, session_id, subject, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
};

const usedChallenge = {
  name: 'passkey-used-challenge',
  text: `DELETE FROM passkey_challenge WHERE challenge = $1 AND purpose = $2 AND account_id IS NOT DISTINCT FROM $3
           AND session_id IS NOT DISTINCT FROM $4 AND subject IS NOT DISTINCT FROM $5 AND expires_at > now()
         RETURNING challenge`,
};

@Injectable()
export class PasskeyChallengesRepository {
  constructor(private readonly db: Db) {}

  /** Also deletes expired ones. */
  insert(
    tx: Tx,
    { challenge, purpose, accountId, sessionId, subject, expiresAt }: Readonly<PasskeyChallengeRow>,
  ): void {
    this.db.close(tx, { ...newChallenge, values: [challenge, purpose, accountId, sessionId, subject, expiresAt] });
  }

  /** @returns false when it was used before, has expired or was issued for something else */
  async use(challenge: string, { purpose, accountId, sessionId, subject }: ChallengeUse): Promise<boolean> {
    const values = [challenge, purpose, accountId, sessionId, subject];
    // a single statement is a transaction of its own
    return (await prepared(this.db.read, usedChallenge, values)).length === 1;
  }
}
