import type { TestGateway } from './gateway.ts';

/** Whether a session waits for a lock, in a statement that names a table if one is given. */
export async function isBlocked({ sql }: Pick<TestGateway, 'sql'>, table = ''): Promise<boolean> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database() and position($1 in query) > 0`;
  return (await sql(waiting, [table])).length > 0;
}
