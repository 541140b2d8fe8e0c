import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ListedFile } from './test-files.ts';

/** Names in the folder of a run: the units of all workers, and what the workers measured. */
export const UNITS = 'units.json';
export const MEASURES = 'measures.jsonl';
const COMMITTED = 'gateway/tools/test-times.json';
const CACHED = 'node_modules/.cache/test-seconds.json';
/** A file that takes longer is in the committed list; the others have the mean of their class. */
const LISTED_SECONDS_MIN = 10;

/** What one file of a run took. */
export interface Measure {
  readonly path: string;
  readonly wallMs: number;
  /** Of the worker, and of the programs that the file started and that have ended. */
  readonly processorMs: number;
}

/** Seconds of processor time: of what `npm test` runs, and of what `npm run test:rest` adds. */
export type Budget = Readonly<Record<'test' | 'rest', number>>;

/** The committed times. `--record` writes the part of the lists that ran. */
export interface TestTimes {
  readonly about: string;
  /** By class of `test-files.ts`, for a machine whose calibration is REFERENCE_MS. */
  readonly budgets: Readonly<Record<string, Budget>>;
  /** Seconds of one worker: the mean of each class, and of the files that take long. */
  readonly classSeconds: Readonly<Record<string, number>>;
  readonly fileSeconds: Readonly<Record<string, number>>;
}

/** Returns the seconds that a file took in its last run here, or else by the committed list. */
export function readSeconds(root: string, files: readonly ListedFile[]): (path: string) => number {
  const { classSeconds, fileSeconds } = readTimes(root);
  const cached = readCached(root);
  const classes = new Map(files.map(({ path, className }) => [path, className]));
  const ofClass = (path: string) => classSeconds[classes.get(path) ?? ''] ?? 0;
  return (path) => cached[path] ?? fileSeconds[path] ?? ofClass(path);
}

export function readTimes(root: string): TestTimes {
  return JSON.parse(readFileSync(join(root, COMMITTED), 'utf8'));
}

function readCached(root: string): Record<string, number> {
  try {
    return JSON.parse(readFileSync(join(root, CACHED), 'utf8'));
  } catch {
    return {};
  }
}

/** Keeps the seconds of a run for the order of the next one on this machine. */
export function keepSeconds(root: string, measures: readonly Measure[]): void {
  const target = join(root, CACHED);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify({ ...readCached(root), ...secondsOf(measures) }));
}

/** Writes the committed times after a run of whole lists; the other list keeps its times. */
export function recordTimes(
  root: string,
  files: readonly ListedFile[],
  measures: readonly Measure[],
  { lists, budgets }: Pick<TestTimes, 'budgets'> & { readonly lists: readonly (keyof Budget)[] },
): void {
  const isLong = ({ wallMs }: Measure) => wallMs >= LISTED_SECONDS_MIN * 1_000;
  const classes = new Map(files.map((file) => [file.path, file.className]));
  const short = Object.entries(
    Object.groupBy(
      measures.filter((measure) => !isLong(measure)),
      ({ path }) => classes.get(path) ?? '',
    ),
  );
  const mean = (some: readonly Measure[] = []) =>
    round(some.reduce((sum, { wallMs }) => sum + wallMs, 0) / 1_000 / some.length);
  const long = measures.filter(isLong).sort((a, b) => b.wallMs - a.wallMs);
  const known = readTimes(root);
  const measured = new Set(measures.map(({ path }) => path));
  const others = Object.entries(known.fileSeconds).filter(([path]) => !measured.has(path));
  const newBudgets = Object.entries(budgets).map(([name, budget]) => [
    name,
    {
      test: (lists.includes('test') ? budget : known.budgets[name])?.test ?? 0,
      rest: (lists.includes('rest') ? budget : known.budgets[name])?.rest ?? 0,
    },
  ]);
  const times: TestTimes = {
    about: known.about,
    budgets: { ...known.budgets, ...Object.fromEntries(newBudgets) },
    classSeconds: {
      ...known.classSeconds,
      ...Object.fromEntries(short.map(([name, some]) => [name, mean(some)])),
    },
    fileSeconds: { ...secondsOf(long), ...Object.fromEntries(others) },
  };
  writeFileSync(join(root, COMMITTED), `${JSON.stringify(times, undefined, 2)}\n`);
}

function secondsOf(measures: readonly Measure[]): Record<string, number> {
  return Object.fromEntries(measures.map(({ path, wallMs }) => [path, round(wallMs / 1_000)]));
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
