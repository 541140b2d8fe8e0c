import { type Database, openDatabase } from '../database/database.ts';
import type { GatewayContext } from '../gateway-context.ts';

/** Runs work as the owner of the tables, without a limit of time for statements. */
export async function asOwner<Result>(
  { ownerConnectionString, connectionString }: GatewayContext,
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
