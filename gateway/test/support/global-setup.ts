import { startServer } from './database-server.ts';

let stop: (() => Promise<void>) | undefined;

/** Runs before the first test file: `node --test --test-global-setup`. */
export async function globalSetup(): Promise<void> {
  stop = await startServer();
}

export async function globalTeardown(): Promise<void> {
  await stop?.();
}
