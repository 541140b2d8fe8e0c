import * as f from './fields.ts';
import { many, shaped, sql } from './sql.ts';

/** Reads the settings that are off and without which a crash can lose confirmed commits. */
export const readWeakSettings = many(
  'durability_read',
  shaped({ name: f.neverNull(f.text) }, ({ name }) => name),
  sql`select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    order by name`,
);
