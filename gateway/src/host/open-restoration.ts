import { resolve } from 'node:path';
import {
  readRestorationFacts,
  removeRestorationFacts,
} from '#src/ground/backup/restoration-facts.ts';
import type { Config } from '#src/ground/config/config.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { beginRestoration } from '#src/incoming/restorations/begin-restoration.ts';

/** Whether no gateway has started on this data folder since it was restored. */
export async function isRestored(config: Config): Promise<boolean> {
  return (await readRestorationFacts(resolve(config.dataDir))) !== undefined;
}

/**
 * The first start on a restored folder: makes the database safe before a worker starts. Repeated
 * after a crash.
 */
export async function openRestoration(config: Config, deps: DatabaseAndClock): Promise<void> {
  if (config.databaseUrl !== undefined) return;
  const dataDir = resolve(config.dataDir);
  const facts = await readRestorationFacts(dataDir);
  if (!facts) return;
  await beginRestoration(deps, facts, config.bank?.provider);
  await removeRestorationFacts(dataDir);
}
