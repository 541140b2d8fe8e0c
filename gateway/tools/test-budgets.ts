import { createHash } from 'node:crypto';
import type { ListedFile } from './test-files.ts';
import type { Budget, Measure, TestTimes } from './test-times.ts';

/** A budget is exceeded by more than this: two runs of the same tests differ. */
const AIR = 1.15;
/** Budgets are for a machine whose calibration takes so long. */
const REFERENCE_MS = 100;
/** When the machine's speed changed more during a run, its times say nothing about the tests. */
const STEADY = 1.15;
/** Time of the database servers and the runner, and of workers outside a file. */
const SHARED = 'servers, runner';

/**
 * Returns the processor time in ms of a fixed work of JSON and hashes, which tells the speed of this
 * machine. It is the best of some rounds, because another program only makes a round slower.
 */
export function calibrate(): number {
  const rows = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `name ${id}`, sum: id * 7 }));
  const round = (): number => {
    const start = process.cpuUsage();
    for (let times = 0; times < 100; times += 1) {
      createHash('sha256')
        .update(JSON.stringify(JSON.parse(JSON.stringify(rows))))
        .digest();
    }
    const { user, system } = process.cpuUsage(start);
    return Math.round((user + system) / 1_000);
  };
  return Math.min(...Array.from({ length: 5 }, round));
}

/** Seconds of processor time by class. `totalMs` is that of the whole run. */
export function sumByClass(
  files: readonly ListedFile[],
  measures: readonly Measure[],
  totalMs: number,
): ReadonlyMap<string, Budget> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const sums = new Map<string, { test: number; rest: number }>();
  const all = { test: 0, rest: 0 };
  for (const { path, processorMs } of measures) {
    const file = byPath.get(path);
    if (file === undefined) continue;
    const list = file.hasFewRuns ? 'rest' : file.list;
    const sum = sums.get(file.className) ?? { test: 0, rest: 0 };
    for (const target of [sum, all]) target[list] += processorMs / 1_000;
    sums.set(file.className, sum);
  }
  // Nothing tells which file a server worked for, so its time is divided as that of the files.
  const measured = all.test + all.rest;
  const shared = Math.max(0, totalMs / 1_000 - measured) / (measured || 1);
  return sums.set(SHARED, { test: all.test * shared, rest: all.rest * shared });
}

/**
 * Says which classes used more than their budget, on a machine of this speed. A class without a
 * budget, such as a new one, may use any time until `--record` gives it one.
 * @param lists the lists that ran as a whole
 * @param calibrations results of `calibrate` before and after the tests
 */
export function faultsOfBudget(
  sums: ReadonlyMap<string, Budget>,
  budgets: TestTimes['budgets'],
  lists: readonly (keyof Budget)[],
  [before, after]: readonly [number, number],
): readonly string[] {
  const slowness = (before + after) / 2 / REFERENCE_MS;
  return [...sums].flatMap(([name, sum]) => {
    const budget = budgets[name];
    if (budget === undefined) return [];
    const ofLists = (seconds: Budget): number =>
      lists.reduce((total, list) => total + seconds[list], 0);
    const [used, allowed] = [ofLists(sum), ofLists(budget) * slowness * AIR];
    if (used <= allowed) return [];
    return [`${name} used ${Math.round(used)} s and may use ${Math.round(allowed)} s`];
  });
}

/** The budgets that this run would have needed on a machine of the reference's speed. */
export function budgetsOf(
  sums: ReadonlyMap<string, Budget>,
  [before, after]: readonly [number, number],
): TestTimes['budgets'] {
  const share = REFERENCE_MS / ((before + after) / 2);
  const budgets = [...sums].map(([name, { test, rest }]) => [
    name,
    { test: Math.ceil(test * share), rest: Math.ceil(rest * share) },
  ]);
  return Object.fromEntries(budgets);
}

/** Whether two calibrations of a run are so near that its times can be compared. */
export function isSteady([before, after]: readonly [number, number]): boolean {
  return Math.max(before, after) / Math.min(before, after) <= STEADY;
}
