import type { Config } from '#src/ground/config/config.ts';
import type { Database } from '#src/ground/database/database.ts';
import { addressOf, withDatabase } from './check-database.ts';
import { type Found, skipped } from './finding.ts';

/** Runs work with the database; skipped if it is silent, which the check `database` reports. */
export async function withReachableDatabase(
  config: Config,
  work: (database: Database) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const connectionString = await addressOf(config);
  if (connectionString === undefined) return [skipped('o banco de dados não está no ar')];
  return withDatabase(connectionString, work, () => skipped('o banco de dados não responde'));
}
