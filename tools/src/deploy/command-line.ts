import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { inject } from 'postject';
import { rolldown, type Plugin } from 'rolldown';
import { root } from '../topology/paths';
import { manifestOf, noticesFile, noticesOf, type Package } from './notices';

/** The marker that Node searches for in a single executable application (https://nodejs.org/docs/latest-v20.x/api/single-executable-applications.html). */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Writes the command line in two forms, which need nothing of this repository: a package for npm, and a program that includes Node, for
 * the platform that it is made on. Both are equal for equal sources, packages and versions of Node.
 * @param folder its content is deleted first
 * @returns the paths of both
 */
export async function packCommandLine(folder: string): Promise<{ archive: string; program: string }> {
  rmSync(folder, { recursive: true, force: true });
  const parts = join(folder, 'package');
  mkdirSync(parts, { recursive: true });
  const script = join(parts, 'tradepost.cjs');
  const bundled = await bundle(script);
  const manifest = manifestOf(join(root, 'apps/cli'));
  writeFileSync(join(parts, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`);
  writeFileSync(join(parts, noticesFile), noticesOf(bundled));
  copyFileSync(join(root, 'apps/cli/README.md'), join(parts, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(parts, 'LICENSE'));
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: parts, stdio: 'pipe' }).toString(),
  ) as [{ filename: string }];
  const program = join(folder, `tradepost-${manifest.version}-${process.platform}-${process.arch}`);
  await embed(script, program);
  return { archive: join(folder, filename), program };
}

/**
 * Writes the command line as one file.
 * @returns the folders of the packages in the file
 */
export async function bundle(file: string, plugins: Plugin[] = []): Promise<string[]> {
  const build = await rolldown({
    // the paths in comments start here
    cwd: root,
    plugins,
    input: join(root, 'apps/cli/src/main.ts'),
    platform: 'node',
    resolve: { conditionNames: ['@tradepost/source', 'node', 'import', 'default'] },
  });
  const { output } = await build.write({ file, format: 'cjs', codeSplitting: false, banner: '#!/usr/bin/env node' });
  await build.close();
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  const folders = modules.flatMap((id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  return [...new Set(folders)].sort();
}

const published = ({ version, description }: Package) => ({
  name: '@tradepost/cli',
  version,
  description,
  license: manifestOf(root).license,
  bin: { tradepost: 'tradepost.cjs' },
  engines: { node: '>=20' },
});

async function embed(script: string, program: string): Promise<void> {
  const [settings, blob] = [`${program}.json`, `${program}.blob`];
  const folder = dirname(program);
  // Node stores the path in the program: relative, it is the same in every folder
  const main = relative(folder, script);
  const content = { main, output: basename(blob), disableExperimentalSEAWarning: true, assets: { script: main } };
  writeFileSync(settings, JSON.stringify(content));
  execFileSync(process.execPath, ['--experimental-sea-config', basename(settings)], { cwd: folder, stdio: 'pipe' });
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  await inject(program, 'NODE_SEA_BLOB', readFileSync(blob), { sentinelFuse: fuse });
  for (const file of [settings, blob]) rmSync(file);
}
