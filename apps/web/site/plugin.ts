import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteManifest } from '@tradepost/contracts/encryption/site-manifest';
import type { Plugin } from 'vite';
import { compressSite } from './compress';
import { headersOf } from './headers';
import { withIntegrity } from './integrity';

/** Its format is declared in `@tradepost/contracts/encryption/site-manifest`, but a build of the web app cannot import its values. */
const manifestName = 'site-manifest.json';

/** After the build: integrity in the page, a manifest of everything that servers serve, and its compressed form. */
export function site(version: string): Plugin {
  let folder = '';
  return {
    name: 'tradepost-site',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    // on the written files: other plugins change chunks until the end
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async (error) => {
        if (error) return;
        nameFirstScreens(folder);
        writeSite(folder, version);
        await compressSite(folder);
      },
    },
  };
}

const firstScreens = ['guest', 'delivery'];

/** Writes the addresses of the first screens' files into the script that starts to load them. */
function nameFirstScreens(folder: string): void {
  const path = join(folder, 'theme.js');
  const script = firstScreens.reduce(
    (text, name) => {
      const [file, ...others] = readdirSync(join(folder, 'assets')).filter((asset) => asset.startsWith(`${name}-`));
      if (!file || others.length > 0) throw new Error(`There must be one file of ${name}`);
      return text.replace(`%${name}%`, `/assets/${file}`);
    },
    readFileSync(path, 'utf8'),
  );
  writeFileSync(path, script);
}

function writeSite(folder: string, version: string): void {
  const assets = new Map(
    pathsIn(folder)
      .filter((path) => path !== '/index.html' && path !== `/${manifestName}`)
      .map((path) => [path, readFileSync(join(folder, path))] as const),
  );
  const { page, inlineScripts } = withIntegrity(readFileSync(join(folder, 'index.html'), 'utf8'), assets);
  writeFileSync(join(folder, 'index.html'), page);
  const files = [...assets, ['/index.html', Buffer.from(page)] as const]
    .map(([path, bytes]) => ({
      path,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const manifest: SiteManifest = { format: 'tradepost-site/1', version, headers: headersOf(inlineScripts), files };
  writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
}

const pathsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${join(entry.parentPath, entry.name).slice(folder.length + 1)}`)
    .sort();
