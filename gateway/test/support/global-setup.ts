import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { offerOldestServer, startServer } from './database-server.ts';
import { offerDurableFolder } from './durable-database.ts';

// Each test file is a process of its own, which would compile hundreds of modules again.
const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/node-compile-cache');

const stops: (() => Promise<void>)[] = [];

/** Runs before the first test file. */
export async function globalSetup(isOldestWanted: boolean): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  await Promise.all([
    startServer().then((stop) => stops.push(stop)),
    offerDurableFolder().then((stop) => stops.push(stop)),
    isOldestWanted && offerOldestServer().then((stop) => stops.push(stop)),
    // Unpacked once, so that two test files do not unpack it at the same time.
    chromium.executablePath(),
  ]);
}

export async function globalTeardown(): Promise<void> {
  for (const stop of stops) await stop();
}
