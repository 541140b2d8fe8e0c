import type pg from 'pg';
import { ALL_BUCKETS } from './make-database.ts';

/** Runs one statement; with several buckets in each that has a table which the statement names. */
export type RunSql = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

const TABLES = `select relname as name from pg_class
  where relkind in ('r', 'p') and relnamespace = 'b0'::regnamespace`;

/**
 * Makes the function with which tests read and change rows as the owner of the tables. A read of
 * several buckets sees the rows of all. Each statement that writes has its own session, so that
 * a setting that it changes does not stay.
 */
export function bucketSql(owner: pg.Pool, bucketIds: () => readonly string[]): RunSql {
  let names: RegExp | undefined;

  async function readNames(): Promise<RegExp> {
    const { rows } = await owner.query<{ name: string }>(TABLES);
    return new RegExp(`(?<![\\w.])(?:${rows.map(({ name }) => name).join('|')})\\b`);
  }

  return async (text, values = []) => {
    const all = bucketIds();
    if (all.length > 1) names ??= await readNames();
    const isRead = /^\s*(select|with)\b/i.test(text);
    if (isRead && all.length > 1) return runIn(owner, ALL_BUCKETS, { text, values });
    const buckets = names?.test(text) ? all : ['b0'];
    const found: Record<string, unknown>[] = [];
    for (const bucket of buckets) found.push(...(await runIn(owner, bucket, { text, values })));
    return found;
  };
}

async function runIn(
  owner: pg.Pool,
  bucket: string,
  { text, values }: { text: string; values: unknown[] },
): Promise<Record<string, unknown>[]> {
  const client = await owner.connect();
  const isRead = /^\s*select\b/i.test(text);
  try {
    await client.query(`set search_path = ${bucket}, public`);
    // A text with several statements has several results.
    return [await client.query(text, values)].flat().at(-1)?.rows ?? [];
  } finally {
    // Another statement needs another path, and a setting that a write has changed must not stay.
    client.release(!isRead || bucket !== 'b0');
  }
}
