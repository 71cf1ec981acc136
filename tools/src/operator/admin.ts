import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { email as address } from '@tradepost/contracts/values/fields';
import { createAdmin } from '@tradepost/identity/account/create-admin';
import { identityDatabase } from '@tradepost/identity/data-source';
import { readConfig } from '@tradepost/service-kit/runtime/config';
import { dataSource } from '@tradepost/service-kit/database/database';
import { object, string } from 'yup';
import { root } from '../topology/paths';
import { runningFile, runningIn, type RunningServers } from '../topology/running';
import { loadSecrets } from '../topology/secrets-file';
import { roleUrl } from '../topology/settings';

const usage = 'npm run admin -- person@example.com [First name] [Last name]';

/** Creates an admin, who sets up two-step sign-in at the first sign-in. The password is shown only once. */
async function admin() {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [email, firstName = 'Admin', lastName = ''] = positionals;
  if (!email || !address().required().isValidSync(email)) throw new Error(usage);
  const password = randomBytes(12).toString('base64url');
  const source = await dataSource({ ...identityDatabase, url: databaseUrl(), poolSize: 1 }).initialize();
  try {
    if (!(await createAdmin(source, { email, password, firstName, lastName })))
      throw new Error(`${email} already has an account`);
  } finally {
    await source.destroy();
  }
  console.log(`Created the admin ${email}. Password (shown only once): ${password}`);
}

/** Uses the installation that the settings name, or the one that `npm run up` runs here. */
function databaseUrl(): string {
  const { IDENTITY_DATABASE_URL } = readConfig(object({ IDENTITY_DATABASE_URL: string() }));
  if (IDENTITY_DATABASE_URL) return IDENTITY_DATABASE_URL;
  const dataDir = runningIn(join(root, '.data'));
  if (!dataDir) throw new Error('No installation is running here: start `npm run up`, or set IDENTITY_DATABASE_URL');
  const { postgres } = JSON.parse(readFileSync(join(dataDir, runningFile), 'utf8')) as RunningServers;
  return roleUrl(postgres, identityDatabase.schema, loadSecrets(join(dataDir, 'secrets.json')));
}

admin().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
