import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dropClusterTemplates, useOldestServer } from '../test/support/database-server.ts';
import { declareByFile, testFile } from './file-tests.ts';
import { processorMs } from './processor-time.ts';
import type { TestFile } from './test-files.ts';
import { MEASURES, type Measure, UNITS } from './test-times.ts';

/**
 * Runs test files one after another in one process, so that the gateway's modules are loaded once
 * and not once a file. Several workers share the list: each unit is run by the worker that claims
 * it first. What a file declares becomes part of one test with the file's name: tests, and hooks
 * such as `after`, which run when the file ends.
 *
 * A worker ends after some files, and `run-tests.ts` starts another: Node keeps every module that
 * was imported, and so everything that a test file holds in a constant, such as its gateway.
 */
const FILES_MAX = 40;
const FILE_MS_MAX = 600_000;
/** How long something may stay open after the last test. */
const LEFT_OPEN_MS_MAX = 30_000;
const { TEST_CLAIMS = '' } = process.env;
const units: TestFile[][] = JSON.parse(readFileSync(join(TEST_CLAIMS, UNITS), 'utf8'));
let count = 0;
declareByFile();

for (const [index, unit] of units.entries()) {
  if (count >= FILES_MAX) break;
  if (!claims(`unit-${index}`)) continue;
  for (const file of unit) await runFile(file);
  count += unit.length;
}
await dropClusterTemplates();
endLater();

/** Runs a file, and writes down how long it took. */
async function runFile({ path, isOnOldest, clock }: TestFile): Promise<void> {
  const useUsualServer = isOnOldest ? useOldestServer() : () => {};
  const [startedAt, before] = [Date.now(), processorMs()];
  const url = pathToFileURL(resolve(path));
  let title = path;
  if (isOnOldest) title += ' on the oldest PostgreSQL';
  if (clock !== undefined) {
    Object.assign(process.env, { TEST_CLOCK: clock, TEST_CLOCK_SINCE_MS: String(startedAt) });
    title += ` at ${clock}`;
    // Node runs a module once for each address, and this worker may have run the file already.
    url.search = clock;
  }
  await testFile(title, url.href, FILE_MS_MAX);
  delete process.env.TEST_CLOCK;
  useUsualServer();
  const measure: Measure = {
    path,
    wallMs: Date.now() - startedAt,
    processorMs: processorMs() - before,
  };
  appendFileSync(join(TEST_CLAIMS, MEASURES), `${JSON.stringify(measure)}\n`);
}

/** A test that failed may have left something open, which would keep this process for ever. */
function endLater(): void {
  const end = (): void => {
    console.error('The tests have ended, and these are open:', process.getActiveResourcesInfo());
    process.exit(1);
  };
  setTimeout(end, LEFT_OPEN_MS_MAX).unref();
}

/** Whether this worker is the first that asks for it. */
function claims(name: string): boolean {
  try {
    closeSync(openSync(join(TEST_CLAIMS, name), 'wx'));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
