import { join } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';

const lowestCosts = join(import.meta.dirname, '../../../../../libs/testing/src/lowest-hash-costs.ts');

/** A page that tests the parts of the web app in a browser; nothing serves it. */
export default defineConfig({
  root: import.meta.dirname,
  worker: { format: 'es' },
  resolve: {
    conditions: ['@tradepost/source', ...defaultClientConditions],
    // hundreds of passwords and labels
    alias: [{ find: /^.*\/argon2-costs$/, replacement: lowestCosts }],
  },
});
