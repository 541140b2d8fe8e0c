import { existsSync, globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/**
 * Runs the tests: all of them, those of `--fast`, or the files that are named. Two files run at
 * once, each in a process of its own.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const FILES_AT_ONCE = 2;
const TEST_MS_MAX = 300_000;
const FILE_MS_MAX = 600_000;
const TESTS = [
  'gateway/src/**/*.test.ts',
  'gateway/tools/*.test.ts',
  'gateway/test/**/*.test.ts',
  'bank-simulator/test/*.test.ts',
];

/** Started first, so that none of them runs alone at the end. The longest is the first. */
const LONGEST = [
  'gateway/test/crash/a-crash-beside-the-bank.test.ts',
  'gateway/test/journeys/the-operator-commands.test.ts',
  'gateway/test/crash/nothing-is-lost.test.ts',
  'gateway/test/browser/every-page-is-for-everybody.test.ts',
  'gateway/test/journeys/the-gateway-starts-and-stops.test.ts',
  'gateway/test/live/at-random-under-load.test.ts',
  'gateway/test/live/whatever-the-bank-does.test.ts',
  'gateway/test/browser/a-merchant-proves-who-it-is.test.ts',
  'gateway/src/platform/embedded-database/embedded-database.test.ts',
  'gateway/test/journeys/the-demo-of-live-money-runs.test.ts',
  'gateway/src/platform/embedded-database/crash.test.ts',
];

/** Not in `--fast`: browsers, crashes, faults of the bank, and whole processes and servers. */
const SLOW = [
  'gateway/test/browser/',
  'gateway/test/crash/',
  'gateway/test/simulation/',
  'gateway/test/live/at-random-under-load.test.ts',
  'gateway/test/live/real-money-deps-a-durable-server.test.ts',
  'gateway/test/live/the-operator-commands-at-the-bank.test.ts',
  'gateway/test/live/whatever-the-bank-does.test.ts',
  'gateway/test/journeys/the-database-role.test.ts',
  'gateway/test/journeys/the-demo-of-live-money-runs.test.ts',
  'gateway/test/journeys/the-gateway-starts-and-stops.test.ts',
  'gateway/test/journeys/the-operator-commands.test.ts',
  'gateway/src/platform/embedded-database/embedded-database',
];

function filesOf(words: readonly string[]): string[] {
  const named = words.filter((word) => word !== '--fast').map((word) => resolve(word));
  if (named.length > 0) return named;
  for (const path of [...LONGEST, ...SLOW.filter((one) => one.endsWith('.ts'))]) {
    if (!existsSync(join(ROOT, path))) throw new Error(`${path} is listed and doesn't exist`);
  }
  const all = globSync(TESTS, { cwd: ROOT }).sort();
  const ordered = [...LONGEST, ...all.filter((path) => !LONGEST.includes(path))];
  const isFast = words.includes('--fast');
  return ordered
    .filter((path) => !isFast || !SLOW.some((slow) => path.startsWith(slow)))
    .map((path) => join(ROOT, path));
}

// The types of Node don't know the path of the global setup yet.
const options = {
  files: filesOf(process.argv.slice(2)),
  cwd: ROOT,
  concurrency: FILES_AT_ONCE,
  timeout: FILE_MS_MAX,
  execArgv: [`--test-timeout=${TEST_MS_MAX}`],
  globalSetupPath: join(ROOT, 'gateway/test/support/global-setup.ts'),
};
const tests = run(options);
tests.on('test:fail', () => {
  process.exitCode = 1;
});
tests.compose(spec).pipe(process.stdout);
await finished(tests);
