import type { Budget, Measure } from './test-times.ts';

const DEAREST = 10;

/** What a run took. */
export interface RunTimes {
  readonly measures: readonly Measure[];
  /** User and system time of the whole tree of processes, with the database servers. */
  readonly processorMs: number;
  readonly wallMs: number;
  /** The busy share of the machine's cores while tests ran, other programs included. */
  readonly busyShare: number;
  /** How many workers ran at once, at most. */
  readonly workers: number;
  /** Results of `calibrate` before and after the tests. */
  readonly calibrations: readonly [number, number];
}

/** Says which classes and files used the processor. */
export function describeTimes(
  sums: ReadonlyMap<string, Budget>,
  { measures, processorMs, wallMs, busyShare, workers, calibrations }: RunTimes,
): readonly string[] {
  const classes = [...sums]
    .map(([name, { test, rest }]) => ({ name, seconds: test + rest }))
    .sort((a, b) => b.seconds - a.seconds);
  const dearest = measures.toSorted((a, b) => b.processorMs - a.processorMs).slice(0, DEAREST);
  const line = (name: string, seconds: number) => `${seconds.toFixed(1).padStart(8)} ${name}`;
  return [
    'Seconds of processor time:',
    ...classes.map(({ name, seconds }) => line(name, seconds)),
    'The dearest files:',
    ...dearest.map((measure) => line(measure.path, measure.processorMs / 1_000)),
    `${Math.round(processorMs / 1_000)} s of processor time in ${Math.round(wallMs / 1_000)} s, ` +
      `with up to ${workers} workers; ${Math.round(busyShare * 100)} % of the cores were busy, ` +
      `other programs included; calibration: ${calibrations.join(' and ')} ms`,
  ];
}

/** Counts tests by outcome, and skipped ones by reason. */
export function describeCounts(
  counts: Readonly<Record<string, number>>,
  skipped: ReadonlyMap<string, number>,
): readonly string[] {
  const lines = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  if (skipped.size === 0) return lines;
  const reasons = [...skipped].map(([reason, count]) => `${count} × ${reason}`);
  return [...lines, `Skipped tests: ${reasons.join('; ')}`];
}
