import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { differingKeys } from '../deploy/secret-folder';
import { moveData, type Moved } from '../move/move';
import { prepareMove, secretsFolder } from '../move/prepare';
import { openStoppedServer, secretsOf, serverHere } from '../move/source';
import { targetIn } from '../move/target';
import { givenSettings } from '../topology/given-settings';
import { noteMoved } from '../topology/moved';
import { configFile } from '../topology/running';

const usage = `npm run move-server -- --prepare <new folder> [--config file]
npm run move-server -- <that folder> [--postgres host:port] [--object-store host:port] [--config file]`;

/** Moves one server (embedded topology) to the services topology: first keys and settings, then, while it is stopped, its data. */
async function moveServer() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      prepare: { type: 'string' },
      postgres: { type: 'string' },
      'object-store': { type: 'string' },
      config: { type: 'string' },
    },
  });
  const [folder] = positionals;
  if ((folder === undefined) === (values.prepare === undefined)) throw new Error(usage);
  const dataDir = serverHere();
  const own = { secrets: secretsOf(dataDir), given: givenSettings(values.config ?? configFile()) };
  if (folder === undefined) return prepare(resolve(values.prepare!), own);

  const target = targetIn(folder, { postgres: values.postgres, objectStore: values['object-store'] }, own.given);
  const differing = differingKeys(secretsFolder(folder), own);
  if (differing.length > 0)
    throw new Error(
      `These keys in ${secretsFolder(folder)} are not those of the server: ${differing.join(', ')}. Nothing was written. Prepare a new folder.`,
    );
  const began = Date.now();
  const source = await openStoppedServer(dataDir);
  try {
    const { host } = new URL(target.servers.postgres);
    const moved = await moveData(source, target, { log: console.log, complete: () => noteMoved(dataDir, host) });
    report(moved, host, began);
  } finally {
    await source.close();
  }
}

function prepare(folder: string, moved: Parameters<typeof prepareMove>[1]) {
  const { left, settingsFile } = prepareMove(folder, moved);
  console.log(`Wrote the keys to ${secretsFolder(folder)}, and the settings to ${settingsFile}.`);
  if (left.length > 0) console.log(`Left out, because they are settings of one machine: ${left.sort().join(', ')}.`);
}

function report({ tables, objects, bytes, present, lost, pending }: Moved, host: string, began: number) {
  console.table(
    Object.fromEntries(
      tables.map(({ schema, table, rows, sha256 }) => [
        `${schema}.${table}`,
        { rows, sha256: sha256.slice(0, 16), moved: 'same' },
      ]),
    ),
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    [
      `Moved to ${host} in ${((Date.now() - began) / 1000).toFixed(1)} s: ${tables.length} tables with ${rows} rows, and ${objects} objects with ${bytes} bytes (${present} of them by an earlier run).`,
      'Compared after copying: the number of rows and the SHA-256 of every table, the SHA-256 and the wrapped data key of every object.',
      `To be done when the apps start: ${Object.entries(pending)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}.`,
      'This server does not start again, so that nothing is done twice.',
    ].join('\n'),
  );
  if (lost.length === 0) return;
  console.error(`${lost.length} objects were missing on this server before:\n${lost.join('\n')}`);
  process.exitCode = 1;
}

moveServer().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
