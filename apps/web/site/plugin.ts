import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SiteManifest } from '@tradepost/contracts/encryption/site-manifest';
import type { Plugin } from 'vite';
import { allAntdStyles, antdStyles, stylesOf } from './antd-styles';
import { compressSite } from './compress';
import { withoutFonts } from './fonts';
import { removeFacades } from './facades';
import { headersOf } from './headers';
import { integrityOf, withIntegrity, withoutApp } from './integrity';
import { splashInPage } from './splash';
import { scriptsOf, type Scripts, type ScreenScripts } from './screens';

/** Its format is declared in `@tradepost/contracts/encryption/site-manifest`, but a build of the web app cannot import its values. */
const manifestName = 'site-manifest.json';

/** After the build: integrity in the page, a manifest of everything that servers serve, and its compressed form. */
export function site(version: string): Plugin[] {
  let folder = '';
  let scripts: Scripts | undefined;
  return [
    allAntdStyles(),
    antdStyles(),
    splashInPage(),
    {
      name: 'tradepost-site',
      apply: 'build',
      configResolved: ({ root, build }) => {
        folder = resolve(root, build.outDir);
      },
      generateBundle(_options, bundle) {
        const all = scriptsOf(bundle);
        const facades = removeFacades(bundle);
        const screens = Object.entries(all.screens).map(([path, names]) => [
          path,
          names.filter((name) => !facades.has(name)),
        ]);
        scripts = { ...all, screens: Object.fromEntries(screens) as ScreenScripts };
      },
      // on the written files: other plugins change chunks until the end
      closeBundle: {
        order: 'post',
        sequential: true,
        handler: async (error) => {
          if (error || !scripts) return;
          const { screens, firstFolders, frameFolders, otherFolders } = scripts;
          const fonts = addStyles(folder, stylesOf(firstFolders, true));
          const styles = [
            addSheet(folder, 'frame', stylesOf(frameFolders, false)),
            addSheet(folder, 'others', stylesOf(otherFolders, false)),
          ];
          const page = join(folder, 'index.html');
          const { page: loading, app } = withoutApp(readFileSync(page, 'utf8'));
          writeFileSync(page, loading);
          writeSite(folder, version, startOf(folder, { screens, styles, fonts, app }));
          await compressSite(folder);
        },
      },
    },
  ];
}

/**
 * Puts rules before those of the page's style sheet, which gets the name of its new content.
 * @returns the rules of its fonts, which it no longer has
 */
function addStyles(folder: string, rules: string): string {
  const assets = join(folder, 'assets');
  const [name, ...others] = readdirSync(assets).filter((asset) => asset.endsWith('.css'));
  if (!name || others.length > 0) throw new Error('There must be one style sheet');
  const { css, fonts } = withoutFonts(readFileSync(join(assets, name), 'utf8'));
  const { path } = addSheet(folder, 'style', rules + css);
  rmSync(join(assets, name));
  const page = join(folder, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace(`/assets/${name}`, path));
  return fonts;
}

/** A style sheet with its content in its name. */
function addSheet(folder: string, name: string, rules: string): { path: string; integrity: string } {
  const path = `/assets/${name}-${createHash('sha256').update(rules).digest('base64url').slice(0, 8)}.css`;
  writeFileSync(join(folder, path), rules);
  return { path, integrity: integrityOf(rules) };
}

/** The first script, with the scripts of each screen, the other style sheets, the fonts and the app; it becomes a part of the page. */
function startOf(
  folder: string,
  known: { screens: ScreenScripts; styles: object[]; fonts: string; app: string },
): string {
  const path = join(folder, 'start.js');
  const start = Object.entries(known).reduce(
    (text, [name, value]) => text.replace(`'%${name}%'`, () => JSON.stringify(value)),
    readFileSync(path, 'utf8'),
  );
  rmSync(path);
  return start;
}

function writeSite(folder: string, version: string, start: string): void {
  const assets = new Map(
    pathsIn(folder)
      .filter((path) => path !== '/index.html' && path !== `/${manifestName}`)
      .map((path) => [path, readFileSync(join(folder, path))] as const),
  );
  const { page, inlineScripts } = withIntegrity(readFileSync(join(folder, 'index.html'), 'utf8'), assets, start);
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
