import chromium from '@sparticuz/chromium';
import { startServer } from './database-server.ts';

let stop: (() => Promise<void>) | undefined;

/** Runs before the first test file: `node --test --test-global-setup`. */
export async function globalSetup(): Promise<void> {
  // Unpacked once, before two test files do it over each other.
  const [stopServer] = await Promise.all([startServer(), chromium.executablePath()]);
  stop = stopServer;
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}
