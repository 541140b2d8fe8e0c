import { closeSync, openSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/**
 * Runs test files one after another in one process, so that the gateway's modules are loaded once
 * and not once a file. Several workers share the list: each file is run by the worker that claims
 * it first. Half of the workers begin at the end of the list, so that files that wait run beside
 * files that need the processor. What a file declares becomes part of one test with the file's name:
 * tests, and hooks such as `after`, which run when the file ends.
 */
const FILE_MS_MAX = 600_000;
const { TEST_FILES = '[]', TEST_CLAIMS = '' } = process.env;
const files: readonly string[] = JSON.parse(TEST_FILES);
const order = [...files.entries()];
if (numberOfWorker() % 2 === 1) order.reverse();

for (const [index, file] of order) {
  if (!claims(`file-${index}`)) continue;
  await test(relative(process.cwd(), file), { timeout: FILE_MS_MAX }, async () => {
    await import(pathToFileURL(file).href);
  });
}

/** How many workers have started before this one. */
function numberOfWorker(): number {
  let number = 0;
  while (!claims(`worker-${number}`)) number += 1;
  return number;
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
