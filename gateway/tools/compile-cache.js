import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loaded by `node --import` before the first file in TypeScript, so that Node need not load its
// compiler (15 MB) when everything is in the cache. See `platform/fast-imports.ts`.
enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/node-compile-cache', import.meta.url)),
);
