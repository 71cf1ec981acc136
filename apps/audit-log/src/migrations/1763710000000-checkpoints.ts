import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Checkpoints1763710000000 implements MigrationInterface {
  name = 'Checkpoints1763710000000';

  async up(runner: QueryRunner) {
    await runner.query(`
      ALTER TABLE chain
        ADD kept_from int NOT NULL DEFAULT 0,
        ADD kept_head text NOT NULL DEFAULT '${'0'.repeat(64)}';
      CREATE TABLE checkpoint (
        chain_id uuid NOT NULL,
        sequence int NOT NULL,
        head text NOT NULL,
        at timestamptz NOT NULL,
        signature text NOT NULL,
        PRIMARY KEY (chain_id, sequence)
      );
      REVOKE UPDATE, DELETE, TRUNCATE ON checkpoint FROM tradepost_audit;
      CREATE FUNCTION let_go(chain_of uuid, up_to int) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
        BEGIN
          UPDATE chain SET kept_from = up_to, kept_head = c.head FROM checkpoint c
            WHERE chain.id = chain_of AND c.chain_id = chain_of AND c.sequence = up_to AND chain.kept_from < up_to;
          IF FOUND THEN DELETE FROM entry WHERE chain_id = chain_of AND sequence <= up_to; END IF;
        END $$;
      REVOKE EXECUTE ON FUNCTION let_go FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION let_go TO tradepost_audit;
    `);
  }

  async down(runner: QueryRunner) {
    await runner.query('DROP FUNCTION let_go; DROP TABLE checkpoint; ALTER TABLE chain DROP kept_from, DROP kept_head');
  }
}
