import { globSync } from 'node:fs';
import { join } from 'node:path';

// Loads every file of the gateway once, so that Node keeps them compiled (compile-cache.js). The
// build of the image runs this: a container can't write into its image, and would compile at each
// start.
const SOURCE = join(import.meta.dirname, '../src');
/** They run something as soon as they are loaded, or are for browsers. */
const LEFT_OUT = /^(main|cli)\.ts$|\.test\.ts$|\/browser\//;

for (const name of globSync('**/*.ts', { cwd: SOURCE })) {
  if (!LEFT_OUT.test(name)) await import(join(SOURCE, name));
}
