import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { manual } from './build/manual.ts';

const FRAMEWORK =
  /panel\/src\/boot\/framework|node_modules\/(?:react|react-dom|scheduler|@tanstack\/[\w-]+|openapi-[\w-]+|use-sync-external-store)\//;
// What the modules of a group import goes into the same chunk, unless it is in a group before it.
/** Modules of forms. */
const FORMS =
  /panel\/src\/components\/(?:code-|file-|form[.-]|mask|money-input|parse-|tax-id|typed-|use-typed)|octicons|@mantine\/(?:form|hooks)\/|@mantine\/core\/esm\/(?:core|components\/(?:Input|InputBase|NativeSelect|TextInput|Textarea))\//;
/** Modules of dialogs, menus and what else a page shows after an action. */
const DIALOGS =
  /panel\/src\/components\/(?:ask-to|base64|choose-|confirm-|copy-|dialog|kept-columns|money-act|name-filter|reason-button|review-form|role-button|sandbox-secrets|secret-reveal|share-|tell-|upload-)|@mantine\/core\/esm\/components\/(?:Combobox|CopyButton|Menu|Modal|Tooltip)\//;
/**
 * What the home, the list of transactions and their frame show first, with all that these modules
 * import, and what most other pages show.
 */
const INTERFACE =
  /panel\/src\/(?:app\.tsx|boot\/interface|layout\/(?:(?:merchant|operator)-shell|use-log-out)|features\/(?:reports\/(?:overview\/overview|transactions\/transactions)-page|charges\/payment-page-link)|components\/(?!percent-input|qr-code|open-dialog|language|merchant-field|payers-bank))/;

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
            {
              name: 'interface',
              test: (id) => INTERFACE.test(id) && !FORMS.test(id) && !DIALOGS.test(id),
              priority: 2,
            },
            { name: 'forms', test: FORMS, priority: 1 },
            { name: 'dialogs', test: DIALOGS, priority: 0 },
          ],
        },
      },
    },
  },
  // For work on the panel itself: `npm start` in one terminal, `npm run dev -w panel` in another.
  server: { proxy: { '/api': 'http://localhost:3000', '/pagar': 'http://localhost:3000' } },
});
