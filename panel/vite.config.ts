import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  build: { target: 'es2022', sourcemap: false, modulePreload: { polyfill: false } },
  // For work on the panel itself: `npm start` in one terminal, `npm run dev -w panel` in another.
  server: { proxy: { '/api': 'http://localhost:3000', '/pagar': 'http://localhost:3000' } },
});
