import type { Queryable } from './database.ts';

const READ = {
  name: 'durability_read',
  text: `select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    order by name`,
};

/** Settings of the server by which a commit that was answered could be lost in a crash. */
export async function readWeakSettings(database: Queryable): Promise<string[]> {
  return (await database.query<{ name: string }>(READ, [])).map(({ name }) => name);
}
