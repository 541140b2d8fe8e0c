import type { Config } from '#src/ground/config/config.ts';
import type { Database } from '#src/ground/database/database.ts';
import { addressOf, withDatabase } from './check-database.ts';
import { type Found, skipped } from './finding.ts';

/** Works with the database. The check `database` tells what is wrong with one that is silent. */
export async function withReachableDatabase(
  config: Config,
  work: (database: Database) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const connectionString = await addressOf(config);
  if (connectionString === undefined) return [skipped('o banco de dados não está no ar')];
  return withDatabase(connectionString, work, () => skipped('o banco de dados não responde'));
}
