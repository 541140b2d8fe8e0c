import { closeSync, openSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dropClusterTemplates, useOldestServer } from '../test/support/database-server.ts';
import type { TestFile } from './test-files.ts';

/**
 * Runs test files one after another in one process, so that the gateway's modules are loaded once
 * and not once a file. Several workers share the list: each file is run by the worker that claims
 * it first. Half of the workers begin at the end of the list, so that files that wait run beside
 * files that need the processor. What a file declares becomes part of one test with the file's name:
 * tests, and hooks such as `after`, which run when the file ends.
 */
const FILE_MS_MAX = 600_000;
/** How long something may stay open after the last test. */
const LEFT_OPEN_MS_MAX = 30_000;
/** They end servers of one cluster, so one worker runs all of them. */
const OF_CLUSTER = /\/citus[^/]*\.test\.ts$/;
const { TEST_FILES = '[]', TEST_CLAIMS = '' } = process.env;
const files: readonly TestFile[] = JSON.parse(TEST_FILES);
const order = [...files.entries()];
let ownsCluster: boolean | undefined;
if (numberOfWorker() % 2 === 1) order.reverse();

for (const [index, { path, isOnOldest }] of order) {
  if (!(OF_CLUSTER.test(path) ? hasCluster() : claims(`file-${index}`))) continue;
  const name = relative(process.cwd(), path);
  const useUsualServer = isOnOldest ? useOldestServer() : () => {};
  const title = isOnOldest ? `${name} on the oldest PostgreSQL` : name;
  await test(title, { timeout: FILE_MS_MAX }, () => import(pathToFileURL(path).href));
  useUsualServer();
}
await dropClusterTemplates();
endLater();

/** A test that failed may have left something open, which would keep this process for ever. */
function endLater(): void {
  const end = (): void => {
    console.error('The tests have ended, and these are open:', process.getActiveResourcesInfo());
    process.exit(1);
  };
  setTimeout(end, LEFT_OPEN_MS_MAX).unref();
}

/** Whether this worker was the first that came to a file of the cluster. */
function hasCluster(): boolean {
  ownsCluster ??= claims('cluster');
  return ownsCluster;
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
