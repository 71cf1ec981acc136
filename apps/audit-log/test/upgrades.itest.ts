import { sql } from '@tradepost/service-kit/database/sql';
import { auditDatabase } from '../src/data-source';
import { startFixture } from './fixture';

/** Two migrations define the function that erases: the later one names only whole addresses. */
const migrations = auditDatabase.migrations.slice(
  0,
  auditDatabase.migrations.findIndex(({ name }) => name.startsWith('WholeAddresses')),
);

it.each([
  ['an empty database', undefined],
  ['the release before it', { migrations, fill: async () => undefined }],
])('from %s ends with the erasure of whole addresses, which only the service may call', async (_, upgradeFrom) => {
  const fixture = await startFixture({}, upgradeFrom);
  try {
    const [found] = (await sql(fixture.db.read).query(
      `SELECT pg_get_functiondef(oid) AS definition, has_function_privilege('public', oid, 'EXECUTE') AS public,
         has_function_privilege('tradepost_audit', oid, 'EXECUTE') AS service
       FROM pg_proc WHERE proname = 'erase_texts'`,
    )) as { definition: string; public: boolean; service: boolean }[];
    expect(found).toMatchObject({ public: false, service: true });
    expect(found?.definition).toContain('names_address(t.text, address)');
    expect(found?.definition).toContain("SET search_path TO 'audit'");
  } finally {
    await fixture.stop();
  }
});
