import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './mutation.ts';

/** How long one test may take: more than the tests wait for anything. */
const TEST_MS_MAX = 90_000;
/** How long a test file may take. */
const FILE_MS_MAX = 240_000;
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node-compile-cache');

/**
 * The result of a test file: `failed` names the first test that failed. A file that ends with an
 * error outside its tests, or that is not finished in time, is `broken`: it proves nothing.
 */
export type FileResult =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly test: string }
  | { readonly kind: 'broken'; readonly reason: string };

export interface TestFile {
  /** The folder of the project's copy, in which the path of the file begins. */
  readonly tree: string;
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** Runs a test file of a tree until its end or its first failure. */
export async function runTestFile({ tree, file, env, signal }: TestFile): Promise<FileResult> {
  signal.throwIfAborted();
  const words = ['--test-reporter=tap', `--test-timeout=${TEST_MS_MAX}`, file];
  const child = spawn(process.execPath, words, {
    cwd: tree,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...env },
    // A group of its own, so that processes that the tests have started end with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'] as const,
  });
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  let result: FileResult | undefined;
  const decide = (decided: FileResult): void => {
    result ??= decided;
    end();
  };
  const limit = setTimeout(
    () => decide({ kind: 'broken', reason: `not finished after ${FILE_MS_MAX / 1_000} s` }),
    FILE_MS_MAX,
  );
  signal.addEventListener('abort', end);
  const errors: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => errors.push(line));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const name = /^\s*not ok \d+ - (.*)$/.exec(line)?.[1];
    if (name === undefined) return;
    // Node reports an error outside the tests as a failed test with the name of the file.
    if (name.endsWith(file)) decide({ kind: 'broken', reason: 'it fails outside its tests' });
    else decide({ kind: 'failed', test: name });
  });
  const [code] = await once(child, 'close');
  clearTimeout(limit);
  signal.removeEventListener('abort', end);
  signal.throwIfAborted();
  if (result) return result;
  if (code === 0) return { kind: 'passed' };
  return { kind: 'broken', reason: errors.slice(-12).join('\n') || `it ends with ${code}` };
}
