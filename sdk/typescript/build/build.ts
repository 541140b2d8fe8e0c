import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Builds the package twice: as ES modules for `import`, and as CommonJS for `require`. */
const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

rmSync(DIST, { recursive: true, force: true });
for (const project of ['tsconfig.json', 'tsconfig.cjs.json']) {
  execFileSync(process.execPath, [tsc, '--project', join(ROOT, project)], { stdio: 'inherit' });
}
// The compiler leaves `.ts` in declarations, and older compilers refuse it there.
for (const name of globSync('**/*.d.ts', { cwd: DIST })) {
  const file = join(DIST, name);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'"));
}
// Node reads the format of a module from the nearest package.json.
writeFileSync(join(DIST, 'cjs/package.json'), '{ "type": "commonjs" }\n');
