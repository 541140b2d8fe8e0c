import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMigratedDatabase, run } from '../test/support/database-server.ts';
import { GLOBAL_TABLES } from './global-tables.ts';

test('every table is in `public` if it is listed as global, and otherwise in the bucket', async (context) => {
  const { ownerConnectionString, drop } = await createMigratedDatabase();
  context.after(drop);
  const tablesOf = async (schema: string): Promise<string[]> => {
    const rows = await run(
      ownerConnectionString,
      `select relname from pg_class where relkind in ('r', 'p') and not relispartition
        and relnamespace = $1::regnamespace order by relname`,
      [schema],
    );
    return rows.map(({ relname }) => String(relname));
  };
  assert.deepEqual(await tablesOf('public'), Object.keys(GLOBAL_TABLES).sort());
  const ofBucket = await tablesOf('b0');
  assert.ok(ofBucket.includes('charges'));
  assert.deepEqual(
    ofBucket.filter((name) => name in GLOBAL_TABLES),
    [],
  );
});
