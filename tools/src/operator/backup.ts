import { parseArgs } from 'node:util';
import { makeBackup } from '../backup/make';
import type { Manifest } from '../backup/manifest';
import { retentionIn } from '../backup/retention.policy';
import { backupInto, prune } from '../backup/scheduled';
import { verifyBackup } from '../backup/verify';
import { openInstallation } from '../topology/installation';

const usage = `npm run backup -- <new folder>
npm run backup -- --into <folder> [--keep 7d,4w,6m]
npm run backup -- --verify <folder of a backup>
--verify with a new backup also restores it into a temporary database and compares the data.`;

async function backup() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { into: { type: 'string' }, keep: { type: 'string' }, verify: { type: 'boolean' } },
  });
  const [given] = positionals;
  if ((given === undefined) === (values.into === undefined) || (values.keep && !values.into)) throw new Error(usage);
  const retention = values.keep === undefined ? undefined : retentionIn(values.keep);
  const installation = await openInstallation({ mayMake: false });
  const verify = async (folder: string) => {
    const began = Date.now();
    const manifest = await verifyBackup(installation, folder);
    console.log(`Verified ${folder}: restored and compared ${about(manifest)} in ${seconds(began)}.`);
  };
  try {
    if (given !== undefined && values.verify) return await verify(given);
    const began = Date.now();
    const now = new Date();
    const [folder, manifest] =
      given === undefined
        ? await backupInto(values.into!, now, (part) => makeBackup(installation, part))
        : [given, await makeBackup(installation, given)];
    console.log(`Created ${folder} with all data as of ${manifest.date}: ${about(manifest)}, in ${seconds(began)}.`);
    if (manifest.missing.length > 0) {
      console.error(
        `${manifest.missing.length} objects are missing from the object store, and from this backup:\n${manifest.missing.join('\n')}`,
      );
      process.exitCode = 1;
    }
    if (values.verify) await verify(folder);
    if (!retention || manifest.missing.length > 0) return;
    const removed = await prune(values.into!, retention, now);
    if (removed.length > 0) console.log(`Removed ${removed.join(', ')}.`);
  } finally {
    await installation.close();
  }
}

const seconds = (began: number) => `${((Date.now() - began) / 1000).toFixed(1)} s`;

function about({ tables, objects }: Manifest): string {
  const bytes = [...tables, ...objects].reduce((sum, { size }) => sum + size, 0);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${tables.length} tables, ${rows} rows, ${objects.length} objects, ${bytes} bytes`;
}

backup().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
