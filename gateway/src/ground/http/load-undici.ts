import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loads undici at the first call: its hundred modules would delay each start. */
export function loadUndici(): typeof import('undici') {
  return require('undici');
}
