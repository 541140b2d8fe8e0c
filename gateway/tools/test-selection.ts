import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SKIP_WITHOUT_OLDEST } from '../test/support/oldest-programs.ts';
import { changedPaths, testsOfChange } from './test-changes.ts';
import type { ListedFile, TestFile } from './test-files.ts';
import { CLASSES_AT_HOURS, instantOfDay } from './test-hours.ts';

/** The tests of a run. */
export interface Selection {
  readonly files: readonly TestFile[];
  /** The lists that run as a whole; none when files are named or chosen. */
  readonly lists: readonly ListedFile['list'][];
  readonly isRecorded: boolean;
  /** What the run leaves out, and which command runs it. */
  readonly leftOut?: string;
}

const FLAG = { type: 'boolean' } as const;
const OPTIONS = {
  rest: FLAG,
  all: FLAG,
  record: FLAG,
  changed: FLAG,
  hours: FLAG,
  oldest: FLAG,
};
const INSTANT = /^\d{4}-\d\d-\d\dT/;
/**
 * Of a list these are on the oldest PostgreSQL where it is installed: an eighth of a whole run, and
 * twice would be too long. The embedded one still has the statements of these files: the test of
 * query plans has it plan each one, and the other folders run most of them.
 */
const ON_OLDEST = /^gateway\/test\/api\//;

/**
 * Chooses the tests by the words of a command: those of `npm test` without any, `--rest`, `--all`
 * (with the clock of some folders at the instant of the day),
 * `--changed` (what a change touches), `--hours [INSTANT] [FILE…]`, or files. `--oldest` runs them
 * on the oldest PostgreSQL; `--record` after a list writes its part of `test-times.json`.
 * @throws {Error} for an unknown word, and when `--oldest` is impossible
 */
export async function selectTests(
  root: string,
  listed: readonly ListedFile[],
  words: readonly string[],
  now = Date.now(),
): Promise<Selection> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: OPTIONS,
    allowPositionals: true,
  });
  const { all = false, rest = false, record = false, oldest = false } = values;
  if (oldest && SKIP_WITHOUT_OLDEST) throw new Error(SKIP_WITHOUT_OLDEST);
  const isUsuallyOldest = (path: string) => !SKIP_WITHOUT_OLDEST && ON_OLDEST.test(path);
  const usual = (paths: readonly string[]): TestFile[] =>
    paths.map((path) => ({ path, isOnOldest: oldest || isUsuallyOldest(path) }));
  const atHour = (paths: readonly string[], clock = instantOfDay(now)): TestFile[] =>
    paths.map((path) => ({ path, isOnOldest: oldest, clock }));
  const named = positionals
    .filter((word) => !INSTANT.test(word))
    .map((word) => relative(root, resolve(word)));
  const withClock = listed.filter(({ className }) => CLASSES_AT_HOURS.includes(className));
  const chosen = { lists: [], isRecorded: false };
  if (values.hours) {
    const paths = named.length > 0 ? named : pathsOf(withClock);
    return {
      ...chosen,
      files: atHour(
        paths,
        positionals.find((word) => INSTANT.test(word)),
      ),
    };
  }
  if (named.length > 0) {
    return { ...chosen, files: named.map((path) => ({ path, isOnOldest: oldest })) };
  }
  if (values.changed) {
    const paths = await testsOfChange(root, pathsOf(listed), changedPaths(root));
    return { ...chosen, files: usual(paths), leftOut: leftOutOfChange(paths, listed) };
  }
  if (!all && !rest) {
    const files = usual(pathsOf(listed.filter(({ list }) => list === 'test')));
    return { files, lists: ['test'], isRecorded: record, leftOut: leftOutOfTest(listed) };
  }
  const files = usual(
    pathsOf(listed.filter(({ list, hasFewRuns }) => all || list === 'rest' || hasFewRuns)),
  );
  // `npm test` runs the same files at the machine's hour.
  const atInstant = all ? new Set(pathsOf(withClock)) : new Set();
  const clock = instantOfDay(now);
  return {
    files: files.map((file) => (atInstant.has(file.path) ? { ...file, clock } : file)),
    lists: all ? ['test', 'rest'] : ['rest'],
    isRecorded: record,
  };
}

function pathsOf(files: readonly ListedFile[]): readonly string[] {
  return files.map(({ path }) => path);
}

function leftOutOfChange(paths: readonly string[], listed: readonly ListedFile[]): string {
  return `Of ${listed.length} test files, the change touches ${paths.length}: npm test runs more.`;
}

/** The files by class that `npm test` leaves out. */
function leftOutOfTest(listed: readonly ListedFile[]): string {
  const rest = listed.filter(({ list }) => list === 'rest');
  const counts = Object.entries(Object.groupBy(rest, ({ className }) => className)).map(
    ([name, files = []]) => `${name} ${files.length}`,
  );
  return (
    `Left out: ${rest.length} test files (${counts.join(', ')}) and nine tenths of the runs of ` +
    'random tests. They run with: npm run test:rest'
  );
}
