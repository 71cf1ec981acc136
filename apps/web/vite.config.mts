import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { version } from './package.json';
import { site } from './site/plugin';

const api = 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), site(version)],
  worker: { format: 'es' },
  resolve: { conditions: ['@tradepost/source', ...defaultClientConditions] },
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
  // one stylesheet, because those that are loaded later could not have an integrity
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // the sign-in in one file, the page behind a mailed link in one more
            { name: 'base', tags: ['$initial'], priority: 2 },
            { name: 'download', test: /download\.page|plain-layout\.tsx/, priority: 1 },
            // what several screens share in one file: a request costs more than the few bytes that a screen does not use
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
});
