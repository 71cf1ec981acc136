import { createHash } from 'node:crypto';

/** Paths of scripts and stylesheets, `/assets/a.js`, with their bytes. */
export type Assets = ReadonlyMap<string, Uint8Array>;

/** As in `integrity` attributes and CSP sources. */
export const integrityOf = (bytes: Uint8Array | string) =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

const loadingTags = /<script\b[^>]*\bsrc="([^"]+)"[^>]*>|<link\b[^>]*\brel="(?:stylesheet|modulepreload)"[^>]*>/g;
const appTag = /<script type="module" crossorigin src="([^"]+)">\s*<\/script>/g;
const startTag = '<script src="/start.js"></script>';

/** The page with its scripts loaded ahead instead of run: the first script starts the app, which is the last of them. */
export function withoutApp(page: string): { page: string; app: string } {
  const app = [...page.matchAll(appTag)].at(-1)?.[1];
  if (!app) throw new Error('index.html has no app');
  return { page: page.replace(appTag, '<link rel="modulepreload" crossorigin href="$1">'), app };
}

/**
 * Gives every script and stylesheet of the page its integrity, and an import map that does so for the modules that are
 * loaded later. Writes the first script into the page: it would cost a round trip before anything else could begin.
 * @throws if the page loads anything that is not among the assets, or has another script in itself
 */
export function withIntegrity(page: string, assets: Assets, start: string): { page: string; inlineScripts: string[] } {
  if (/<script(?![^>]*\bsrc=)/.test(page)) throw new Error('index.html has an inline script');
  if (!page.includes(startTag)) throw new Error('index.html does not load /start.js');
  if (start.includes('</script')) throw new Error('start.js ends its own script');
  const [before = '', after = ''] = page.split(startTag).map((part) =>
    part.replace(loadingTags, (tag) => {
      const path = /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '';
      const bytes = assets.get(path);
      if (!bytes) throw new Error(`index.html loads ${path}, which is not among the assets`);
      return tag.replace(/>$/, ` integrity="${integrityOf(bytes)}">`);
    }),
  );
  const modules = [...assets].filter(([path]) => /^\/assets\/.*\.js$/.test(path));
  const importMap = JSON.stringify({
    integrity: Object.fromEntries(modules.map(([path, bytes]) => [path, integrityOf(bytes)])),
  });
  return {
    // an import map counts only for what follows it
    page: `${before}<script type="importmap">${importMap}</script>\n    <script>${start}</script>${after}`,
    inlineScripts: [importMap, start].map((text) => `'${integrityOf(text)}'`),
  };
}
