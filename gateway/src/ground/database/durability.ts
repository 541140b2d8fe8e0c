import type { Queryable } from './database.ts';

const READ = {
  name: 'durability_read',
  text: `select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    order by name`,
};

/** Returns the settings that are off and without which a crash can lose confirmed commits. */
export async function readWeakSettings(database: Queryable): Promise<string[]> {
  return (await database.query<{ name: string }>(READ, [])).map(({ name }) => name);
}
