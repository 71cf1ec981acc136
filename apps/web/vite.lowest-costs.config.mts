import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vite';
import config from './vite.config.mjs';

/**
 * The web app for browser tests: as released, but passwords cost the least that Argon2id allows, because most of a sign-in is that cost.
 * `main-path.browser.ts` uses the released one.
 */
export default mergeConfig(config, {
  resolve: {
    alias: [
      {
        find: /^.*\/argon2-costs$/,
        replacement: fileURLToPath(new URL('../../libs/testing/src/lowest-hash-costs.ts', import.meta.url)),
      },
    ],
  },
  build: { outDir: '../e2e/dist/site' },
});
