import { isOnCluster, serversOf } from './citus-servers.ts';
import { run } from './database-server.ts';
import type { TestGateway } from './gateway.ts';

type Subject = Pick<TestGateway, 'sql' | 'connectionString'>;

/**
 * How many other sessions on the gateway's database are as a condition says; on a cluster on all of
 * its servers, because a statement runs on the node of its bucket.
 */
export async function countSessions(
  { sql, connectionString }: Subject,
  condition: string,
  values: unknown[] = [],
): Promise<number> {
  const text = `select from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and ${condition}`;
  if (!isOnCluster(connectionString)) return (await sql(text, values)).length;
  const servers = await serversOf(connectionString);
  const found = await Promise.all(servers.map((server) => run(server, text, values)));
  return found.flat().length;
}

/** How many sessions wait for a lock, in statements that name a table if one is given. */
export function countBlocked(gateway: Subject, table = ''): Promise<number> {
  const condition = "wait_event_type = 'Lock' and position($1 in query) > 0";
  return countSessions(gateway, condition, [table]);
}

/** Whether a session waits for a lock, in a statement that names a table if one is given. */
export async function isBlocked(gateway: Subject, table = ''): Promise<boolean> {
  return (await countBlocked(gateway, table)) > 0;
}
