import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PROJECTS = { esm: 'tsconfig.json', cjs: 'tsconfig.cjs.json' };
const require = createRequire(import.meta.url);

/** Builds the package twice: as ES modules for `import`, and as CommonJS for `require`. */
export function buildSdk(output: string): void {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  rmSync(output, { recursive: true, force: true });
  for (const [folder, project] of Object.entries(PROJECTS)) {
    const args = [tsc, '--project', join(ROOT, project), '--outDir', join(output, folder)];
    execFileSync(process.execPath, args, { stdio: 'inherit' });
  }
  // The compiler leaves `.ts` in declarations, and older compilers refuse it there.
  for (const name of globSync('**/*.d.ts', { cwd: output })) {
    const file = join(output, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'"));
  }
  // Node reads the format of a module from the nearest package.json.
  writeFileSync(join(output, 'cjs/package.json'), '{ "type": "commonjs" }\n');
}
