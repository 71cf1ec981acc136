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
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0, cssCodeSplit: false },
});
