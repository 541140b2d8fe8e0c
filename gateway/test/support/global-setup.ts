import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { startServer } from './database-server.ts';

// Each test file is a process of its own, which would compile hundreds of modules again.
const COMPILE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/node-compile-cache');

let stop: (() => Promise<void>) | undefined;

/** Runs before the first test file: `node --test --test-global-setup`. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  // Unpacked once, so that two test files do not unpack it at the same time.
  const [stopServer] = await Promise.all([startServer(), chromium.executablePath()]);
  stop = stopServer;
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}
