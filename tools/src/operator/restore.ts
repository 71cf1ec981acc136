import { parseArgs } from 'node:util';
import { restoreBackup } from '../backup/restore';
import { verifiedManifest } from '../backup/manifest';
import { openInstallation } from '../topology/installation';

const usage = 'npm run restore -- <folder of a backup>';

async function restore() {
  const [folder] = parseArgs({ allowPositionals: true }).positionals;
  if (!folder) throw new Error(usage);
  // Verify before opening the target, which creates an embedded installation if none exists.
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
    console.log(`Restored all data as of ${date}; verified the bytes of ${objects.length} objects.`);
    if (missing.length > 0)
      console.error(
        `${missing.length} objects were already missing when the backup was created:\n${missing.join('\n')}`,
      );
  } finally {
    await installation.close();
  }
}

restore().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
