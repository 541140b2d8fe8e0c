import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { testFiles } from './test-files.ts';

/**
 * Runs the tests: all of them, those of `--fast`, or the files that are named; with `--oldest` on the
 * oldest PostgreSQL. The files are shared by a few workers, and each worker runs its files in one
 * process (`test-worker.ts`).
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

const claims = mkdtempSync(join(tmpdir(), 'pix-gateway-test-claims-'));
process.on('exit', () => rmSync(claims, { recursive: true, force: true }));
process.env.TEST_CLAIMS = claims;
process.env.TEST_FILES = JSON.stringify(testFiles(ROOT, process.argv.slice(2)));

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
/** How many tests were skipped, by reason. */
const skipped = new Map<string, number>();
tests.on('test:pass', ({ skip }) => {
  if (skip === undefined) return;
  const reason = typeof skip === 'string' ? skip : 'without a reason';
  skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
});
const report = tests.compose(spec);
report.pipe(process.stdout);
await finished(report);
if (skipped.size > 0) {
  const reasons = [...skipped].map(([reason, count]) => `${count} × ${reason}`);
  process.stdout.write(`Skipped tests: ${reasons.join('; ')}\n`);
}
