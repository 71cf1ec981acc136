import { parseArgs } from 'node:util';
import { restoreBackup } from '../backup/restore';
import { verifiedManifest } from '../backup/manifest';
import { openInstallation } from '../topology/installation';

const usage = 'npm run restore -- <folder of a backup>';

async function restore() {
  const [folder] = parseArgs({ allowPositionals: true }).positionals;
  if (!folder) throw new Error(usage);
  // Before the place is opened, which makes an embedded one where there is none.
  const manifest = await verifiedManifest(folder);
  const installation = await openInstallation({
    mayMake: true,
    needsSecrets: manifest.objects.some(({ envelope }) => envelope !== undefined),
  });
  try {
    await restoreBackup(installation, folder, manifest);
    const { date, tables, objects, missing } = manifest;
    console.table(
      Object.fromEntries(
        tables.map(({ schema, table, rows, sha256 }) => [
          `${schema}.${table}`,
          { rows, sha256: sha256.slice(0, 16), restored: 'same' },
        ]),
      ),
    );
    console.log(`Everything is as of ${date}; ${objects.length} objects have the bytes they had.`);
    if (missing.length > 0)
      console.error(`${missing.length} objects were lost before the backup was made:\n${missing.join('\n')}`);
  } finally {
    await installation.close();
  }
}

restore().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
