import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { SKIP_WITHOUT_OLDEST } from '../test/support/oldest-programs.ts';

/** A test file, and where the databases of its tests are. */
export interface TestFile {
  readonly path: string;
  /** On the oldest PostgreSQL that the gateway promises to run on, not on the embedded one. */
  readonly isOnOldest: boolean;
}

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
 * Folders and files that take long, which `--fast` omits. Those of crashes, of a cluster and of faults
 * of the bank wait for most of their time: for starts, leases and timeouts.
 */
const LONG_WAITS = [
  'gateway/test/buckets/citus',
  'gateway/test/crash/',
  'gateway/test/faults/',
  'gateway/src/ground/embedded-database/',
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
/**
 * Of a whole run these are on the oldest PostgreSQL where it is installed: an eighth of the run,
 * and twice would be too long. The embedded one still has the statements of these files: the test
 * of query plans has it plan each one, and the other folders run most of them.
 */
const ON_OLDEST = 'gateway/test/api/';

/** The files of a run, in the order in which they begin. */
export function testFiles(root: string, words: readonly string[]): readonly TestFile[] {
  const named = words.filter((word) => !word.startsWith('--'));
  const isOldestWanted = words.includes('--oldest');
  if (isOldestWanted && SKIP_WITHOUT_OLDEST) throw new Error(SKIP_WITHOUT_OLDEST);
  if (named.length > 0) {
    return named.map((word) => ({ path: resolve(word), isOnOldest: isOldestWanted }));
  }
  const isWhole = !words.includes('--fast');
  const isOnOldest = (path: string): boolean =>
    isOldestWanted || (isWhole && !SKIP_WITHOUT_OLDEST && path.startsWith(ON_OLDEST));
  const { waits, quick, work } = foundFiles(root);
  const wanted = isWhole ? [...waits, ...quick, ...work] : quick;
  return wanted.map((path) => ({ path: resolve(root, path), isOnOldest: isOnOldest(path) }));
}

function foundFiles(root: string) {
  const files = globSync(TESTS, { cwd: root }).sort();
  const under = (folders: readonly string[]): string[] =>
    folders.flatMap((start) => {
      const found = files.filter((path) => path.startsWith(start));
      if (found.length === 0) throw new Error(`${start} is listed and has no tests`);
      return found;
    });
  const [waits, work] = [under(LONG_WAITS), under(LONG_WORK)];
  under([ON_OLDEST]);
  const quick = files.filter((path) => !waits.includes(path) && !work.includes(path));
  return { waits, quick, work };
}
