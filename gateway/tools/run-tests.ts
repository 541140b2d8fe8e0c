import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { globalSetup, globalTeardown } from '../test/support/global-setup.ts';
import { testFiles } from './test-files.ts';
import { reportRuns } from './test-results.ts';

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

const settings = {
  files: [join(import.meta.dirname, 'test-worker.ts')],
  cwd: ROOT,
  timeout: RUN_MS_MAX,
  execArgv: [`--test-timeout=${TEST_MS_MAX}`, ...ROOM_FOR_GARBAGE],
};
await globalSetup();
const report = new spec();
report.pipe(process.stdout);
const runs = Array.from({ length: WORKERS }, () => run(settings));
const { counts, skipped } = await reportRuns(runs, report);
const isSuccess = !counts.failed && !counts.cancelled;
report.write({ type: 'test:summary', data: { success: isSuccess, counts } });
report.end();
await finished(report);
await globalTeardown();
const lines = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
if (skipped.size > 0) {
  const reasons = [...skipped].map(([reason, count]) => `${count} × ${reason}`);
  lines.push(`Skipped tests: ${reasons.join('; ')}`);
}
process.stdout.write(`${lines.join('\n')}\n`);
if (!isSuccess) process.exitCode = 1;
