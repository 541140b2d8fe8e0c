import { type Database, openDatabase } from '#src/ground/database/database.ts';
import type { AppContext } from '../context.ts';

/** Runs work as the owner of the tables, without a limit of time for statements. */
export async function asOwner<Result>(
  { ownerConnectionString, connectionString }: AppContext,
  work: (owner: Database) => Promise<Result>,
): Promise<Result> {
  const owner = openDatabase({
    connectionString: ownerConnectionString ?? connectionString,
    connectionsMax: 1,
    applicationName: 'pix-gateway bucket',
    statementTimeoutMs: 0,
  });
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}
