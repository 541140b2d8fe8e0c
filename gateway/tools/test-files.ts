import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMutations } from './mutations/tool/mutation.ts';

/** Test files of one kind, which one glob finds. */
export interface TestClass {
  readonly name: string;
  readonly glob: string;
  /** The files that `npm test` runs. Default: all. Every file that a mutation names is added. */
  readonly inTest?: RegExp;
}

/**
 * All tests. `npm test` runs those that prove most in little time, and one file of each slow class;
 * `npm run test:rest` runs the others. A new file is in a list by its folder.
 */
export const TEST_CLASSES: readonly TestClass[] = [
  { name: 'beside the code', glob: 'gateway/src/**/*.test.ts' },
  { name: 'tools', glob: 'gateway/tools/*.test.ts' },
  { name: 'api', glob: 'gateway/test/api/*.test.ts' },
  { name: 'live', glob: 'gateway/test/live/*.test.ts' },
  { name: 'panel', glob: 'gateway/test/panel/*.test.ts' },
  { name: 'database', glob: 'gateway/test/database/*.test.ts' },
  { name: 'banking', glob: 'gateway/test/banking/*.test.ts' },
  { name: 'bank simulator', glob: 'bank-simulator/test/*.test.ts' },
  { name: 'simulation', glob: 'gateway/test/simulation/*.test.ts' },
  { name: 'buckets', glob: 'gateway/test/buckets/*.test.ts', inTest: /\/(?!citus)[^/]*$/ },
  { name: 'crash', glob: 'gateway/test/crash/*.test.ts', inTest: /crash-during-approval/ },
  { name: 'faults', glob: 'gateway/test/faults/*.test.ts', inTest: /dispute-faults/ },
  {
    name: 'processes',
    glob: 'gateway/test/processes/*.test.ts',
    inTest: /\/(start-and-stop|commands)\.test/,
  },
  {
    name: 'browser',
    glob: 'gateway/test/browser/*.test.ts',
    inTest: /\/(sign-up-to-statement|accessibility|payment-page)\.test/,
  },
  { name: 'pix', glob: 'developer-cli/test/*.test.ts', inTest: /\/(pix|br-codes)\.test/ },
  { name: 'SDKs and plug-in', glob: '{sdk,plugins/*}/test/*.test.ts', inTest: /\/sdk\.test/ },
];

/** A test file with its class. Its path is relative to the project. */
export interface ListedFile {
  readonly path: string;
  readonly className: string;
  readonly list: 'test' | 'rest';
  /** Its random tests do a part of their runs in `npm test`, and all of them in `test:rest`. */
  readonly hasFewRuns: boolean;
}

/** Lists the test files of each class. */
export async function listTestFiles(root: string): Promise<readonly ListedFile[]> {
  const ofMutations = new Set((await readMutations()).flatMap(({ tests }) => tests));
  const listed = ({ name, inTest }: TestClass, path: string): ListedFile => {
    const isInTest = inTest === undefined || inTest.test(path) || ofMutations.has(path);
    const hasFewRuns = readFileSync(join(root, path), 'utf8').includes('/support/runs.ts');
    return { path, className: name, list: isInTest ? 'test' : 'rest', hasFewRuns };
  };
  return TEST_CLASSES.flatMap((one) =>
    globSync(one.glob, { cwd: root })
      .sort()
      .map((path) => listed(one, path)),
  );
}

/** A test file of a run. */
export interface TestFile {
  readonly path: string;
  /** On the oldest PostgreSQL that the gateway promises to run on, not on the embedded one. */
  readonly isOnOldest: boolean;
  /** The instant at which the clock of the tests begins; see `test-hours.ts`. */
  readonly clock?: string;
}

/** They end servers of one cluster, so one worker runs all of them, one after another. */
const OF_CLUSTER = /\/citus[^/]*\.test\.ts$/;

/**
 * Divides files into units, which a worker takes whole, in the order in which they begin: the files
 * of the cluster, which are one unit, then the longest first, so that no long file begins last.
 */
export function unitsOf(
  files: readonly TestFile[],
  secondsOf: (path: string) => number,
): readonly (readonly TestFile[])[] {
  const ofCluster = files.filter(({ path }) => OF_CLUSTER.test(path));
  const others = files
    .filter((file) => !ofCluster.includes(file))
    .toSorted((a, b) => secondsOf(b.path) - secondsOf(a.path));
  return [...(ofCluster.length > 0 ? [ofCluster] : []), ...others.map((file) => [file])];
}
