import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const api = 'http://localhost:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  worker: { format: 'es' },
  resolve: { conditions: ['@tradepost/source', ...defaultClientConditions] },
  server: { proxy: { '/api': api } },
  preview: { proxy: { '/api': api } },
  build: { outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
});
