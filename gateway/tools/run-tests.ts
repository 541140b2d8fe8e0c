import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/**
 * Runs the tests: all of them, those of `--fast`, or the files that are named. The files are shared
 * by a few workers, and each worker runs its files in one process (`test-worker.ts`).
 */
const ROOT = resolve(import.meta.dirname, '../..');
const WORKERS = Number(process.env.TEST_WORKERS ?? 4);
const TEST_MS_MAX = 300_000;
const RUN_MS_MAX = 60 * 60_000;
/** A start of a gateway makes much garbage, and a worker starts hundreds: half as many collections. */
const ROOM_FOR_GARBAGE = [
  '--max-semi-space-size=64',
  '--min-semi-space-size=64',
  '--initial-old-space-size=512',
];
const TESTS = [
  'gateway/src/**/*.test.ts',
  'gateway/tools/*.test.ts',
  'gateway/test/**/*.test.ts',
  'bank-simulator/test/*.test.ts',
  'sdk/test/*.test.ts',
  'plugins/*/test/*.test.ts',
  'developer-cli/test/*.test.ts',
];

/**
 * Folders and files that take long, which `--fast` omits. Those of crashes and of faults of the bank
 * wait for most of their time: for starts, leases and timeouts.
 */
const LONG_WAITS = [
  'gateway/test/crash/',
  'gateway/test/faults/',
  'gateway/src/platform/embedded-database/',
  'gateway/test/processes/',
];
/** Those of browsers and of other programs need the processor all the time. */
const LONG_WORK = [
  'plugins/',
  'sdk/test/',
  'developer-cli/',
  'gateway/test/simulation/',
  'gateway/test/browser/',
];

function filesOf(words: readonly string[]): string[] {
  const named = words.filter((word) => word !== '--fast').map((word) => resolve(word));
  if (named.length > 0) return named;
  const files = globSync(TESTS, { cwd: ROOT }).sort();
  const under = (folders: readonly string[]): string[] =>
    folders.flatMap((start) => {
      const found = files.filter((path) => path.startsWith(start));
      if (found.length === 0) throw new Error(`${start} is listed as slow and has no tests`);
      return found;
    });
  const [waits, work] = [under(LONG_WAITS), under(LONG_WORK)];
  const quick = files.filter((path) => !waits.includes(path) && !work.includes(path));
  const wanted = words.includes('--fast') ? quick : [...waits, ...quick, ...work];
  return wanted.map((path) => join(ROOT, path));
}

const claims = mkdtempSync(join(tmpdir(), 'pix-gateway-test-claims-'));
process.on('exit', () => rmSync(claims, { recursive: true, force: true }));
process.env.TEST_CLAIMS = claims;
process.env.TEST_FILES = JSON.stringify(filesOf(process.argv.slice(2)));

// The types of Node don't know the path of the global setup yet.
const options = {
  files: new Array(WORKERS).fill(join(import.meta.dirname, 'test-worker.ts')),
  cwd: ROOT,
  concurrency: WORKERS,
  timeout: RUN_MS_MAX,
  execArgv: [`--test-timeout=${TEST_MS_MAX}`, ...ROOM_FOR_GARBAGE],
  globalSetupPath: join(ROOT, 'gateway/test/support/global-setup.ts'),
};
const tests = run(options);
tests.on('test:fail', () => {
  process.exitCode = 1;
});
tests.compose(spec).pipe(process.stdout);
await finished(tests);
