import pg from 'pg';
import { ownerAddressOf } from './database-server.ts';
import type { TestGateway } from './gateway.ts';

const PAUSE_LOCK = 7_001;
/** The session of the first read keeps its lock, so each pause has another one. */
let lastFirstLock = PAUSE_LOCK;

/**
 * Pauses the first read of a table by a statement that contains a text, after the statement has its
 * snapshot, until the returned function is called. The gateway must have one bucket.
 */
export async function pauseFirstRead(
  { connectionString }: Pick<TestGateway, 'connectionString'>,
  { table, statement }: { readonly table: string; readonly statement: string },
): Promise<() => Promise<void>> {
  lastFirstLock += 1;
  const client = new pg.Client({ connectionString: ownerAddressOf(connectionString) });
  await client.connect();
  await client.query('set search_path = b0, public');
  await client.query('select pg_advisory_lock($1)', [PAUSE_LOCK]);
  // A statement that is paused goes on with the snapshot that it had.
  await client.query(`create or replace function public.pause_first_read(marker text)
    returns boolean language plpgsql volatile as $$
    begin
      if position(marker in current_query()) > 0 and pg_try_advisory_lock(${lastFirstLock}) then
        perform pg_advisory_lock_shared(${PAUSE_LOCK});
        perform pg_advisory_unlock_shared(${PAUSE_LOCK});
      end if;
      return true;
    end $$`);
  const marker = client.escapeLiteral(statement);
  await client.query(`create policy pause on ${table}
    using (public.pause_first_read(${marker})) with check (true)`);
  await client.query(`alter table ${table} enable row level security`);
  return async () => {
    await client.query('select pg_advisory_unlock($1)', [PAUSE_LOCK]);
    await client.query(`alter table ${table} disable row level security`);
    await client.query(`drop policy pause on ${table}`);
    await client.end();
  };
}
