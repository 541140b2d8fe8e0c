import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { manual } from './build/manual.ts';

const FRAMEWORK =
  /panel\/src\/boot\/framework|node_modules\/(?:react|react-dom|scheduler|@tanstack\/[\w-]+|openapi-[\w-]+|use-sync-external-store)\//;
/** Modules of pages with forms, dialogs and menus. What they import goes into the same chunk. */
const FORMS =
  /panel\/src\/components\/(?:masked-input|money-input|code-|confirm-|form-|copy-|review-form|reason-button|role-button|sandbox-secrets|secret-reveal)|octicons|@mantine\/form\/|@mantine\/core\/esm\/components\/(?:Combobox|CopyButton|Input|InputBase|Menu|Modal|NativeSelect|TextInput|Textarea|Tooltip)\//;
/** Modules of nearly every page. */
const INTERFACE =
  /panel\/src\/(?:app\.tsx|boot\/interface|api\/|live\/|layout\/(?:(?:frame-queries|use-log-out)\.ts|(?:shell|merchant-shell|incident-banner)\.tsx)|components\/(?!percent-input|qr-code|open-dialog|language|merchant-field|payers-bank))|@mantine\/hooks\/|@mantine\/core\/esm\/core\/|@mantine\/core\/esm\/components\/(?:Anchor|List|SimpleGrid)\//;
/** What lists of transactions show, also that of the latest on the home. */
const TRANSACTIONS =
  /features\/reports\/transactions\/transaction-(?:columns|filters?\.|list)|features\/charges\/(?:cancel-charge|payment-page-link)|texts\/[\w-]+\/(?:due|transactions)\.ts/;

export default defineConfig({
  plugins: [react(), manual()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    target: 'es2022',
    sourcemap: false,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few chunks: on a slow network one more request costs more than code that a page does not use.
        // The manual is of the product, so its pages may name it where a brand takes its place.
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${facadeModuleId?.includes('/docs/operating/') ? 'operating-' : ''}[name]-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'start', test: /preload-helper|rolldown.runtime/, priority: 4 },
            { name: 'framework', test: FRAMEWORK, priority: 3 },
            { name: 'interface', test: (id) => INTERFACE.test(id) && !FORMS.test(id), priority: 2 },
            { name: 'forms', test: FORMS, priority: 1 },
            { name: 'transactions', test: TRANSACTIONS, priority: 0 },
          ],
        },
      },
    },
  },
  // For work on the panel itself: `npm start` in one terminal, `npm run dev -w panel` in another.
  server: { proxy: { '/api': 'http://localhost:3000', '/pagar': 'http://localhost:3000' } },
});
