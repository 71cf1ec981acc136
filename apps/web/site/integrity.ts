import { createHash } from 'node:crypto';

/** Paths of scripts and stylesheets, `/assets/a.js`, with their bytes. */
export type Assets = ReadonlyMap<string, Uint8Array>;

/** As in `integrity` attributes and CSP sources. */
export const integrityOf = (bytes: Uint8Array | string) =>
  `sha256-${createHash('sha256').update(bytes).digest('base64')}`;

const loadingTags = /<script\b[^>]*\bsrc="([^"]+)"[^>]*>|<link\b[^>]*\brel="(?:stylesheet|modulepreload)"[^>]*>/g;

/**
 * Gives every script and stylesheet of the page its integrity, and an import map that does so for the modules that are
 * loaded later. @throws if the page loads anything that is not among the assets, or has an inline script
 */
export function withIntegrity(page: string, assets: Assets): { page: string; inlineScripts: string[] } {
  if (/<script(?![^>]*\bsrc=)/.test(page)) throw new Error('index.html has an inline script');
  const marked = page.replace(loadingTags, (tag) => {
    const path = /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? '';
    const bytes = assets.get(path);
    if (!bytes) throw new Error(`index.html loads ${path}, which is not among the assets`);
    return tag.replace(/>$/, ` integrity="${integrityOf(bytes)}">`);
  });
  const modules = [...assets].filter(([path]) => /^\/assets\/.*\.js$/.test(path));
  const importMap = JSON.stringify({
    integrity: Object.fromEntries(modules.map(([path, bytes]) => [path, integrityOf(bytes)])),
  });
  return {
    // an import map counts only for what follows it
    page: marked.replace('<script', `<script type="importmap">${importMap}</script>\n    <script`),
    inlineScripts: [`'${integrityOf(importMap)}'`],
  };
}
