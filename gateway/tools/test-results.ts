import type { Readable, Writable } from 'node:stream';
import type { TestEvent } from 'node:test/reporters';

/** One report of several runs that go on side by side. */
export interface TestReport {
  /** Adds the events of a run; resolves at its end. */
  follow(run: Readable): Promise<void>;
  /** By outcome, as Node's summary names them: `tests`, `passed`, `failed`, `skipped`, … */
  readonly counts: Readonly<Record<string, number>>;
  /** How many tests were skipped, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
}

/**
 * Writes the events of runs to one report. Those of a test file are written together when the file
 * ends: a run that hangs has then shown every file that ended before.
 */
export function openReport(report: Writable): TestReport {
  const counts: Record<string, number> = {};
  const skipped = new Map<string, number>();
  async function follow(tests: AsyncIterable<TestEvent>): Promise<void> {
    let ofFile: TestEvent[] = [];
    const write = (): void => {
      for (const event of ofFile) report.write(event);
      ofFile = [];
    };
    for await (const event of tests) {
      if (event.type === 'test:summary') {
        if (event.data.file === undefined) addCounts(counts, event.data.counts);
        continue;
      }
      ofFile.push(event);
      if (event.type === 'test:pass') addSkipped(skipped, event.data.skip);
      const isResult = event.type === 'test:pass' || event.type === 'test:fail';
      if (isResult && event.data.nesting === 0) write();
    }
    // What is left are the run's own counts, which are added up instead.
    ofFile = ofFile.filter(({ type }) => type !== 'test:diagnostic');
    write();
  }
  return { follow, counts, skipped };
}

function addCounts(sums: Record<string, number>, counts: object): void {
  for (const [name, count] of Object.entries(counts)) {
    sums[name] = (sums[name] ?? 0) + Number(count);
  }
}

function addSkipped(sums: Map<string, number>, skip: string | boolean | undefined): void {
  if (skip === undefined) return;
  const reason = typeof skip === 'string' ? skip : 'without a reason';
  sums.set(reason, (sums.get(reason) ?? 0) + 1);
}
