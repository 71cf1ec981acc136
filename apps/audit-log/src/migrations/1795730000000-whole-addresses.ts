import type { MigrationInterface, QueryRunner } from 'typeorm';

const eraseTexts = (found: string) => `
  CREATE OR REPLACE FUNCTION erase_texts(subjects text[], address text, by uuid, at timestamptz) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    DECLARE chains uuid[];
    BEGIN
      WITH erased AS (
        UPDATE entry_text t SET subject = NULL, salt = NULL, text = NULL, erased_by = by
        WHERE t.subject = ANY (subjects) OR (t.subject = 'found' AND ${found})
        RETURNING t.entry_id)
      SELECT array_agg(DISTINCT e.chain_id) INTO chains FROM erased JOIN entry e ON e.id = erased.entry_id;
      UPDATE entry_text t SET subject = NULL, salt = NULL, text = NULL, erased_by = by
        WHERE t.subject IN (SELECT 'head ' || id FROM unnest(chains) AS id);
      INSERT INTO erasure (subject, at, erased_by)
        SELECT subject, CASE WHEN subject LIKE '%@%' THEN erase_texts.at ELSE 'infinity' END, by FROM unnest(subjects) AS subject
        ON CONFLICT (subject) DO UPDATE SET at = excluded.at, erased_by = excluded.erased_by;
    END $$`;

/**
 * A user text names a deleted person only if it contains the whole address: otherwise the owner of `ann@trade.co` could erase
 * `ann@trade.com` from the logs of others.
 */
export class WholeAddresses1795730000000 implements MigrationInterface {
  name = 'WholeAddresses1795730000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      CREATE FUNCTION names_address(text text, address text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
        SELECT strpos(lower(text), lower(address)) > 0
          AND text ~* ('(^|[^[:alnum:]])' || regexp_replace(address, '([!-/:-@\\[-\`{-~])', '\\\\\\1', 'g') || '(?![[:alnum:]-])')
      $$`);
    await runner.query(eraseTexts('names_address(t.text, address)'));
  }

  async down(runner: QueryRunner) {
    await runner.query(eraseTexts('t.text ILIKE address'));
    await runner.query('DROP FUNCTION names_address');
  }
}
