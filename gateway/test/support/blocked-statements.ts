import type { TestGateway } from './gateway.ts';

/** How many sessions wait for a lock, in statements that name a table if one is given. */
export async function countBlocked({ sql }: Pick<TestGateway, 'sql'>, table = ''): Promise<number> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database() and position($1 in query) > 0`;
  return (await sql(waiting, [table])).length;
}

/** Whether a session waits for a lock, in a statement that names a table if one is given. */
export async function isBlocked(gateway: Pick<TestGateway, 'sql'>, table = ''): Promise<boolean> {
  return (await countBlocked(gateway, table)) > 0;
}
