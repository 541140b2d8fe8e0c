import pg from 'pg';
import type { TestGateway } from './gateway.ts';

/**
 * Runs a statement in a transaction that stays open until the returned function is called, which
 * rolls it back, or commits it.
 */
export async function holdTransaction(
  { connectionString }: Pick<TestGateway, 'connectionString'>,
  text: string,
  values: unknown[],
): Promise<(end?: 'rollback' | 'commit') => Promise<void>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('begin');
  await client.query(text, values);
  return async (end = 'rollback') => {
    await client.query(end);
    await client.end();
  };
}

/** Locks a row, in whichever bucket it is, until the returned function is called. */
export function holdRow(
  gateway: Pick<TestGateway, 'connectionString' | 'appContext'>,
  table: string,
  id: string | number,
): Promise<() => Promise<void>> {
  const buckets = gateway.appContext.database.buckets.all().map(({ bucketId }) => bucketId);
  const locks = buckets.map(
    (bucket) => `select from ${bucket}.${table} where id = '${id}' for update`,
  );
  return holdTransaction(gateway, locks.join('; '), []);
}
