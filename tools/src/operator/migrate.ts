import { installationOfSettings } from '../topology/installation';
import { migrateAll } from '../topology/migrations';

/** The migration step of an installation with external servers. It runs as the database's owner, before the apps. */
async function migrate() {
  const { servers, databasePasswords } = installationOfSettings();
  console.log(`${await migrateAll(servers, { databasePasswords })} migrations ran`);
}

migrate().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
