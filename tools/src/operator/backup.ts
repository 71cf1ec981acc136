import { parseArgs } from 'node:util';
import { makeBackup } from '../backup/make';
import { openInstallation } from '../topology/installation';

const usage = 'npm run backup -- <new folder>';

async function backup() {
  const [folder] = parseArgs({ allowPositionals: true }).positionals;
  if (!folder) throw new Error(usage);
  const began = Date.now();
  const installation = await openInstallation({ mayMake: false });
  try {
    const { date, tables, objects, missing } = await makeBackup(installation, folder);
    const bytes = [...tables, ...objects].reduce((sum, { size }) => sum + size, 0);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${folder} has everything as of ${date}: ${tables.length} tables, ${rows} rows, ${objects.length} objects, ${bytes} bytes, in ${((Date.now() - began) / 1000).toFixed(1)} s.`,
    );
    if (missing.length === 0) return;
    console.error(
      `The object store has lost ${missing.length} objects that rows name; the backup is without them:\n${missing.join('\n')}`,
    );
    process.exitCode = 1;
  } finally {
    await installation.close();
  }
}

backup().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
