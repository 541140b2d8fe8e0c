import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { globalSetup, globalTeardown } from '../test/support/global-setup.ts';
import { followOrphans, processorMs, watchCores } from './processor-time.ts';
import { budgetsOf, calibrate, faultsOfBudget, isSteady, sumByClass } from './test-budgets.ts';
import { listTestFiles, unitsOf } from './test-files.ts';
import { openReport } from './test-results.ts';
import { selectTests } from './test-selection.ts';
import { describeCounts, describeTimes } from './test-summary.ts';
import {
  keepSeconds,
  MEASURES,
  type Measure,
  readSeconds,
  readTimes,
  recordTimes,
  UNITS,
} from './test-times.ts';
import { runWorkers, workerBounds } from './test-workers.ts';

/**
 * Runs the tests that its words choose (`test-selection.ts`). Some workers share the files, and each
 * runs its files in one process (`test-worker.ts`). At the end it says what used the processor.
 */
const ROOT = resolve(import.meta.dirname, '../..');
const TEST_MS_MAX = 300_000;
const RUN_MS_MAX = 60 * 60_000;
/** `npm test` does a tenth of the runs of random tests. */
const RUNS_DIVISOR = '10';
/** A start of a gateway makes much garbage, and a worker starts dozens: half as many collections. */
const ROOM_FOR_GARBAGE = [
  '--max-semi-space-size=64',
  '--min-semi-space-size=64',
  '--initial-old-space-size=512',
];
/** Each worker loads a thousand modules: half a second of processor time less. */
const FAST_IMPORTS = ['--import', join(import.meta.dirname, 'use-fast-imports.ts')];

const listed = await listTestFiles(ROOT);
const selection = await selectTests(ROOT, listed, process.argv.slice(2));
const units = unitsOf(selection.files, readSeconds(ROOT, listed));
const folder = mkdtempSync(join(tmpdir(), 'pix-gateway-test-claims-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, UNITS), JSON.stringify(units));
writeFileSync(join(folder, MEASURES), '');
process.env.TEST_CLAIMS = folder;
if (selection.lists.join() === 'test') process.env.TEST_RUNS_DIVISOR = RUNS_DIVISOR;

const [startedAt, calibratedBefore] = [Date.now(), calibrate()];
const orphans = followOrphans();
await globalSetup(selection.files.some(({ isOnOldest }) => isOnOldest));
const output = new spec();
output.pipe(process.stdout);
const report = openReport(output);
const settings = {
  files: [join(import.meta.dirname, 'test-worker.ts')],
  cwd: ROOT,
  timeout: RUN_MS_MAX,
  execArgv: [`--test-timeout=${TEST_MS_MAX}`, ...ROOM_FOR_GARBAGE, ...FAST_IMPORTS],
};
const waiting = (): number =>
  units.length - readdirSync(folder).filter((name) => name.startsWith('unit-')).length;
const [shareOfRun, shareOfWindow] = [watchCores(), watchCores()];
const workers = await runWorkers({
  bounds: workerBounds(units.length, process.env.TEST_WORKERS),
  start: () => report.follow(run(settings)),
  waiting,
  look: () => {
    orphans.look();
    return shareOfWindow();
  },
});
const busyShare = shareOfRun();
const { counts, skipped } = report;
const isSuccess = !counts.failed && !counts.cancelled && waiting() === 0;
output.write({ type: 'test:summary', data: { success: isSuccess, counts } });
output.end();
await finished(output);
await globalTeardown();

const measures: readonly Measure[] = readFileSync(join(folder, MEASURES), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));
const totalMs = processorMs() + orphans.sumMs();
const calibrations = [calibratedBefore, calibrate()] as const;
const sums = sumByClass(listed, measures, totalMs);
keepSeconds(ROOT, measures);
const { lists } = selection;
if (selection.isRecorded) {
  recordTimes(ROOT, listed, measures, { lists, budgets: budgetsOf(sums, calibrations) });
}
const { budgets } = readTimes(ROOT);
const faults = lists.length > 0 ? faultsOfBudget(sums, budgets, lists, calibrations) : [];
// One list alone runs on machines of developers and of CI, beside other programs.
const isGuarded = lists.length > 1 && isSteady(calibrations);
const [isOver, word] = [isGuarded && faults.length > 0, isGuarded ? 'Too dear' : 'Warning'];
const lines = [
  ...describeTimes(sums, {
    measures,
    busyShare,
    workers,
    calibrations,
    processorMs: totalMs,
    wallMs: Date.now() - startedAt,
  }),
  ...describeCounts(counts, skipped),
  ...faults.map((fault) => `${word}: ${fault} (test-times.json)`),
  ...(waiting() > 0 ? [`${waiting()} test files were not run`] : []),
  ...(selection.leftOut === undefined ? [] : [selection.leftOut]),
];
process.stdout.write(`${lines.join('\n')}\n`);
if (!isSuccess || isOver) process.exitCode = 1;
