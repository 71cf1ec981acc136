import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const splash = 'class="splash" src="/favicon.svg"';

/** @throws if the page shows no picture until the first screen is there */
export function withSplash(page: string, svg: string): string {
  if (!page.includes(splash)) throw new Error('index.html has no splash');
  const picture = `data:image/svg+xml,${encodeURIComponent(svg.replace(/\s+/g, ' ').trim())}`;
  return page.replace(splash, () => `class="splash" src="${picture}"`);
}

/** Writes that picture into the page: it would be requested together with the scripts, and the first paint would wait for it. */
export function splashInPage(): Plugin {
  let picture = '';
  return {
    name: 'tradepost-splash',
    apply: 'build',
    configResolved: ({ publicDir }) => {
      picture = readFileSync(join(publicDir, 'favicon.svg'), 'utf8');
    },
    transformIndexHtml: { order: 'post', handler: (page) => withSplash(page, picture) },
  };
}
