import { entryHash, plainEntryHash, type HashableEntry, type PlainEntry } from '@tradepost/proofs/chain';
import { hasValidDomain } from '@tradepost/contracts/values/address';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import {
  addressLike,
  ipAddress,
  person,
  textOf,
  withoutMarks,
  withReferences,
  type StoredText,
} from '../entry/personal-texts';

const batchSize = 1_000;
/** Subject of the hash at which a chain ended before. */
const headSubject = (chainId: string) => `head ${chainId}`;

interface OldChain {
  id: string;
  length: number;
  head: string;
  keptFrom: number;
  keptHead: string;
}

type OldEntry = PlainEntry & { hash: string };
type NewEntry = HashableEntry & { hash: string; texts: StoredText[] };

/** Entries refer to personal texts. Older ones are rewritten; a last entry in each chain states the hash at which it ended before. */
export class PersonalTexts1795720100000 implements MigrationInterface {
  name = 'PersonalTexts1795720100000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE entry ADD commitments text[];
      CREATE TABLE entry_text (
        entry_id uuid NOT NULL,
        place smallint NOT NULL,
        subject text,
        salt bytea,
        text text,
        erased_by uuid,
        PRIMARY KEY (entry_id, place)
      );
      CREATE TABLE erasure (subject text PRIMARY KEY, at timestamptz NOT NULL, erased_by uuid NOT NULL);
    `);
    const chains = (await runner.query(
      'SELECT id, length, head, kept_from AS "keptFrom", kept_head AS "keptHead" FROM chain ORDER BY id',
    )) as OldChain[];
    for (const chain of chains) await rewrite(runner, chain);
    await runner.query(`
      ALTER TABLE entry ALTER commitments SET NOT NULL;
      ALTER TABLE entry_text ADD CONSTRAINT entry_text_entry FOREIGN KEY (entry_id) REFERENCES entry (id) ON DELETE CASCADE;
      CREATE INDEX entry_text_subject ON entry_text (subject);
      REVOKE UPDATE, DELETE, TRUNCATE ON entry_text FROM tradepost_audit;

      CREATE FUNCTION readable(template text, entry uuid) RETURNS text LANGUAGE sql STABLE AS $$
        SELECT string_agg(CASE WHEN n % 2 = 1 THEN part ELSE coalesce(t.text, 'deleted ' || split_part(part, ':', 1)) END, '' ORDER BY n)
        FROM regexp_split_to_table(template, U&'[\\FDD0\\FDD1]') WITH ORDINALITY AS s (part, n)
        LEFT JOIN entry_text t ON n % 2 = 0 AND t.entry_id = entry AND t.place::text = split_part(part, ':', 2)
      $$;

      CREATE FUNCTION erase_texts(subjects text[], address text, by uuid, at timestamptz) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
        DECLARE chains uuid[];
        BEGIN
          WITH erased AS (
            UPDATE entry_text t SET subject = NULL, salt = NULL, text = NULL, erased_by = by
            WHERE t.subject = ANY (subjects) OR (t.subject = 'found' AND t.text ILIKE address)
            RETURNING t.entry_id)
          SELECT array_agg(DISTINCT e.chain_id) INTO chains FROM erased JOIN entry e ON e.id = erased.entry_id;
          UPDATE entry_text t SET subject = NULL, salt = NULL, text = NULL, erased_by = by
            WHERE t.subject IN (SELECT 'head ' || id FROM unnest(chains) AS id);
          INSERT INTO erasure (subject, at, erased_by)
            SELECT subject, CASE WHEN subject LIKE '%@%' THEN erase_texts.at ELSE 'infinity' END, by FROM unnest(subjects) AS subject
            ON CONFLICT (subject) DO UPDATE SET at = excluded.at, erased_by = excluded.erased_by;
        END $$;
      REVOKE EXECUTE ON FUNCTION erase_texts FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION erase_texts TO tradepost_audit;
    `);
  }

  /** The log is not rewritten back: an older version cannot read it. */
  async down(runner: QueryRunner) {
    await runner.query('DROP FUNCTION readable; DROP FUNCTION erase_texts; DROP TABLE entry_text, erasure');
    await runner.query('ALTER TABLE entry DROP commitments');
  }
}

/** @throws Error when the chain does not verify: a rewritten chain would hide it */
async function rewrite(runner: QueryRunner, chain: OldChain): Promise<void> {
  let [sequence, before, head] = [chain.keptFrom, chain.keptHead, chain.keptHead];
  for (;;) {
    const batch = (await runner.query(
      `SELECT id, chain_id AS "chainId", sequence, at, action, actor, actor_id AS "actorId", ip, request_id AS "requestId", message, hash
       FROM entry WHERE chain_id = $1 AND sequence > $2 ORDER BY sequence LIMIT ${batchSize}`,
      [chain.id, sequence],
    )) as OldEntry[];
    const rewritten: NewEntry[] = [];
    for (const { hash, ...old } of batch) {
      if (old.sequence !== sequence + 1 || hash !== plainEntryHash(before, old))
        throw new Error(`Nothing was changed: the log was tampered with, first in entry ${old.id}`);
      const entry = referring(old);
      head = entryHash(head, entry);
      rewritten.push({ ...entry, hash: head });
      [sequence, before] = [old.sequence, hash];
    }
    await save(runner, rewritten);
    if (batch.length < batchSize) break;
  }
  if (sequence !== chain.length || before !== chain.head)
    throw new Error(`Nothing was changed: the end of the chain ${chain.id} was tampered with`);
  if (sequence > chain.keptFrom) await close(runner, chain, head);
}

const referring = (old: PlainEntry): Omit<NewEntry, 'hash'> => ({
  ...old,
  ...withReferences({
    actor: old.actor && person(old.actor),
    ip: old.ip && ipAddress(old.actorId ?? '', old.ip),
    message: withoutMarks(old.message).replace(addressLike, (found) => (hasValidDomain(found) ? person(found) : found)),
  }),
});

async function save(runner: QueryRunner, entries: NewEntry[]): Promise<void> {
  await runner.query(
    `UPDATE entry e SET actor = n.actor, ip = n.ip, message = n.message, hash = n.hash, commitments = string_to_array(n.commitments, ' ')
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS n (id, actor, ip, message, hash, commitments)
     WHERE e.id = n.id`,
    [
      ...[entries.map(({ id }) => id), entries.map(({ actor }) => actor), entries.map(({ ip }) => ip)],
      ...[entries.map(({ message }) => message), entries.map(({ hash }) => hash)],
      entries.map(({ commitments }) => commitments.join(' ')),
    ],
  );
  const texts = entries.flatMap(({ id, texts: own }) => own.map((text) => ({ ...text, id })));
  await runner.query(
    `INSERT INTO entry_text (entry_id, place, subject, salt, text)
     SELECT * FROM unnest($1::uuid[], $2::smallint[], $3::text[], $4::bytea[], $5::text[])`,
    [
      ...[texts.map(({ id }) => id), texts.map(({ place }) => place), texts.map(({ subject }) => subject)],
      ...[texts.map(({ salt }) => salt), texts.map(({ text }) => text)],
    ],
  );
}

/** The old hash is erased with the first text of the chain: together with every other text it would confirm a guess of the erased one. */
async function close(
  runner: QueryRunner,
  { id: chainId, length, head: before }: OldChain,
  head: string,
): Promise<void> {
  const about = { id: uuidv7(), chainId, sequence: length + 1, at: new Date(), action: 'audit.converted' };
  const message = `The log up to entry ${length} was converted so that personal texts can be erased; its last hash was ${textOf(headSubject(chainId), before)}`;
  const entry = {
    ...about,
    ...{ actorId: null, requestId: null },
    ...withReferences({ actor: null, ip: null, message }),
  };
  const hash = entryHash(head, entry);
  await runner.query(
    `INSERT INTO entry (id, chain_id, sequence, at, action, message, hash, commitments) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [about.id, chainId, about.sequence, about.at, about.action, entry.message, hash, entry.commitments],
  );
  await save(runner, [{ ...entry, hash }]);
  await runner.query('UPDATE chain SET length = $2, head = $3 WHERE id = $1', [chainId, about.sequence, hash]);
  await runner.query(
    'DELETE FROM checkpoint p USING chain c WHERE p.chain_id = $1 AND c.id = $1 AND p.sequence > c.kept_from',
    [chainId],
  );
}
