import { parseArgs } from 'node:util';
import { faultsInContainer } from '../settings/names';
import { installationOfSettings } from '../topology/installation';
import { migrateAll } from '../topology/migrations';
import { offerStoreToPages } from '../topology/pages-and-store';

/**
 * The migration step of an installation with external servers. It runs as the database's owner, before the apps. With
 * `--check-settings` it first rejects unknown names in its environment: its container gets the settings of all apps.
 */
async function migrate() {
  const { values } = parseArgs({ options: { 'check-settings': { type: 'boolean' } } });
  const faults = values['check-settings'] ? faultsInContainer(process.env) : [];
  if (faults.length > 0) throw new Error(`Settings: ${faults.join('; ')} (docs/configuration.md)`);
  const { servers, databasePasswords } = installationOfSettings();
  console.log(`${await migrateAll(servers, { databasePasswords })} migrations applied`);
  for (const warning of await offerStoreToPages(servers.objectStore, process.env)) console.warn(warning);
}

migrate().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
