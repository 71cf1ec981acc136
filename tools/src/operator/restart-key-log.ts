import { Client } from 'pg';
import { restartKeyLog } from '../backup/restart-key-log';
import { openInstallation } from '../topology/installation';

/** Use it after the database was restored by a tool other than `npm run restore`. */
async function restart() {
  const installation = await openInstallation({ mayMake: false });
  const client = new Client({ connectionString: installation.servers.postgres });
  try {
    await client.connect();
    console.log(`The key log's new name is <host>/key-log/${await restartKeyLog(client)}`);
  } finally {
    await client.end();
    await installation.close();
  }
}

restart().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
