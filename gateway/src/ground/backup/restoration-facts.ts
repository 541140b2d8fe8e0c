import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeSafely } from './backup-folder.ts';

const FACTS = 'restored.json';

/** The facts for the first start on a restored folder. Instants in milliseconds since 1970. */
export interface RestorationFacts {
  /** The name of the base backup. */
  readonly backup: string;
  /** The instant of the last change that was restored. */
  readonly reachedAt: number;
  readonly restoredAt: number;
}

export function writeRestorationFacts(dataDir: string, facts: RestorationFacts): Promise<void> {
  return writeSafely(join(dataDir, FACTS), `${JSON.stringify(facts)}\n`);
}

/** The facts of a restored folder on which no gateway has started yet; otherwise undefined. */
export async function readRestorationFacts(dataDir: string): Promise<RestorationFacts | undefined> {
  const text = await readFile(join(dataDir, FACTS), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

export async function removeRestorationFacts(dataDir: string): Promise<void> {
  await rm(join(dataDir, FACTS), { force: true });
  await syncFolder(dataDir);
}
