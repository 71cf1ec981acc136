import { Injectable } from '@nestjs/common';
import { entryHash, genesis } from '@tradepost/proofs/chain';
import { Db } from '@tradepost/service-kit/database/database';
import { prepared } from '@tradepost/service-kit/database/prepared';
import type { Tx } from '@tradepost/service-kit/database/transaction';
import type { EventMeta } from '@tradepost/service-kit/messaging/decorators';
import { day } from '@tradepost/service-kit/runtime/durations';
import { v7 as uuidv7 } from 'uuid';
import type { ChainRow, EntryRow } from './audit.entity';
import { actionOf } from './log.repository';
import { foundInText, ipAddress, person, withReferences, type StoredText } from './personal-texts';

/** The message of one event for one chain, with marks. */
interface Line {
  id: string;
  chainId: string;
  meta: EventMeta;
  message: string;
  reference: string | null;
}

interface Erasure {
  /** Address keys, ids of users and companies. */
  subjects: string[];
  /** Also erased in names and reasons that contain it. */
  email: string;
  /** The entry about the deleted account. */
  by: string;
  at: Date;
}

type NewEntry = EntryRow & { texts: StoredText[] };
type End = Pick<ChainRow, 'id' | 'length' | 'head'>;

const entryOf = ({ id, chainId, meta, message }: Line, sequence: number) => {
  const { subject, at, actor, requestId } = meta;
  const fields = withReferences({
    actor: actor && person(actor.email),
    ip: actor && ipAddress(actor.userId, actor.ip),
    message,
  });
  const about = { id, chainId, sequence, at: new Date(at), action: actionOf(subject) };
  return { ...about, actorId: actor?.userId ?? null, requestId, ...fields };
};

/** Because of a deletion the system ends transfers and the like, in events after it that name the person once more. */
const consequencesMs = day;
/** The time at which an erasure must have been made to hold for the texts of an entry. */
const erasedBefore = ({ at, actor }: NewEntry) => (actor === null ? new Date(at.getTime() - consequencesMs) : at);

/** The advisory lock that appends share: an erasure waits for them, so that none restores what it erases. */
export const appending = 'audit appending';

const lockWith = (take: string) => `WITH guard AS (SELECT ${take}(hashtextextended('${appending}', 0)))
  INSERT INTO chain (id, head) SELECT id, $2 FROM guard, unnest($1::uuid[]) AS id ORDER BY id
  ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING id, length, head`;
const lockShared = { name: 'lock-chains', text: lockWith('pg_advisory_xact_lock_shared') };
const lockExclusively = { name: 'lock-chains-alone', text: lockWith('pg_advisory_xact_lock') };

const insertEntries = {
  name: 'entries',
  text: `WITH grown AS (UPDATE chain SET length = g.length, head = g.head FROM unnest($1::uuid[], $2::int[], $3::text[]) AS g (id, length, head) WHERE chain.id = g.id),
       added AS (INSERT INTO entry (id, chain_id, sequence, at, action, actor, actor_id, ip, request_id, message, hash, commitments, reference)
         SELECT id, chain_id, sequence, at, action, actor, actor_id, ip, request_id, message, hash, string_to_array(commitments, ' '), reference
         FROM unnest($4::uuid[], $5::uuid[], $6::int[], $7::timestamptz[], $8::text[], $9::text[], $10::uuid[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $22::uuid[])
           AS e (id, chain_id, sequence, at, action, actor, actor_id, ip, request_id, message, hash, commitments, reference))
       INSERT INTO entry_text (entry_id, place, subject, salt, text, erased_by)
       SELECT t.entry_id, t.place, CASE WHEN late.by IS NULL THEN t.subject END, CASE WHEN late.by IS NULL THEN t.salt END,
         CASE WHEN late.by IS NULL THEN t.text END, late.by
       FROM unnest($16::uuid[], $17::smallint[], $18::text[], $19::bytea[], $20::text[], $21::timestamptz[])
         AS t (entry_id, place, subject, salt, text, at)
       LEFT JOIN LATERAL (
         SELECT erased_by AS by FROM erasure WHERE subject = t.subject AND at >= t.at
         UNION ALL SELECT erased_by FROM erasure WHERE t.subject = '${foundInText}' AND names_address(t.text, subject) AND at >= t.at
         LIMIT 1) AS late ON true`,
};

const eraseTexts = { name: 'erase-texts', text: 'SELECT erase_texts($1, $2, $3, $4)' };

/** Appends entries to the chains, and erases the personal texts of deleted accounts. */
@Injectable()
export class AppendRepository {
  private readonly pending = new WeakMap<Tx, { lines: Line[]; erasures: Erasure[] }>();

  constructor(private readonly db: Db) {}

  /**
   * Adds one entry to each chain. The entries of a transaction are written together when it ends.
   * @param reference id of the request that it is about
   * @returns the ids of the entries
   */
  append(tx: Tx, chainIds: string[], meta: EventMeta, message: string, reference: string | null): string[] {
    const added = [...new Set(chainIds)].map((chainId) => ({ id: uuidv7(), chainId, meta, message, reference }));
    this.workOf(tx).lines.push(...added);
    return added.map(({ id }) => id);
  }

  /** Erases the texts of a deleted person and company from every chain, when the transaction ends. */
  erase(tx: Tx, erasure: Erasure): void {
    this.workOf(tx).erasures.push(erasure);
  }

  private workOf(tx: Tx) {
    const known = this.pending.get(tx);
    if (known) return known;
    const work = { lines: [], erasures: [] };
    this.pending.set(tx, work);
    this.db.onEnd(tx, () => this.write(tx, work));
    return work;
  }

  private async write(tx: Tx, { lines, erasures }: { lines: Line[]; erasures: Erasure[] }): Promise<void> {
    if (lines.length === 0) return;
    const ends = await this.lockChains(tx, [...new Set(lines.map(({ chainId }) => chainId))], erasures.length > 0);
    const chains = new Map(ends.map((chain) => [chain.id, chain]));
    const entries = lines.map((line) => {
      const chain = chains.get(line.chainId);
      if (!chain) throw new Error(`No chain ${line.chainId}`);
      const entry = entryOf(line, chain.length + 1);
      const hash = entryHash(chain.head, entry);
      Object.assign(chain, { length: entry.sequence, head: hash });
      return { ...entry, reference: line.reference, hash };
    });
    this.insert(tx, entries, ends);
    for (const { subjects, email, by, at } of erasures)
      this.db.close(tx, { ...eraseTexts, values: [subjects, email, by, at] });
  }

  /** In a fixed order, so that two transactions cannot deadlock. */
  private lockChains(tx: Tx, ids: string[], exclusive: boolean): Promise<End[]> {
    return prepared(tx, exclusive ? lockExclusively : lockShared, [ids, genesis]);
  }

  /** Writes the entries, their texts and the new ends of their chains in one statement, because this runs for every event. */
  private insert(tx: Tx, entries: NewEntry[], ends: End[]) {
    const column = <K extends keyof EntryRow>(key: K) => entries.map((entry) => entry[key]);
    const texts = entries.flatMap((entry) =>
      entry.texts.map((text) => ({ ...text, entryId: entry.id, at: erasedBefore(entry) })),
    );
    const ofTexts = <K extends keyof (typeof texts)[number]>(key: K) => texts.map((text) => text[key]);
    const values = [
      ...[ends.map(({ id }) => id), ends.map(({ length }) => length), ends.map(({ head }) => head)],
      ...[column('id'), column('chainId'), column('sequence'), column('at'), column('action')],
      ...[column('actor'), column('actorId'), column('ip'), column('requestId'), column('message'), column('hash')],
      entries.map(({ commitments }) => commitments.join(' ')),
      ...[ofTexts('entryId'), ofTexts('place'), ofTexts('subject'), ofTexts('salt'), ofTexts('text'), ofTexts('at')],
      column('reference'),
    ];
    this.db.close(tx, { ...insertEntries, values });
  }
}
