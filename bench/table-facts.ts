import pg from 'pg';

const MIB = 1_048_576;

/** Runs a statement as the owner of the database, and returns its first row. */
export async function queryOne(
  connectionString: string,
  text: string,
): Promise<Record<string, unknown>> {
  return (await queryAll(connectionString, text))[0] ?? {};
}

/** Prints the size of each large table with its indexes, in MiB and in bytes a charge. */
export async function printSizes(connectionString: string, charges: number): Promise<void> {
  const rows = (await queryAll(connectionString, SIZES)).map((row) => ({
    table: row.name,
    'rows MiB': Math.round(Number(row.heap) / MIB),
    'indexes MiB': Math.round(Number(row.indexes) / MIB),
    'bytes a charge': Math.round((Number(row.heap) + Number(row.indexes)) / charges),
  }));
  console.table(rows.slice(0, 12));
  const total = rows.reduce((sum, row) => sum + row['bytes a charge'], 0);
  process.stdout.write(`${total} bytes of disk a charge\n`);
}

/** Prints what the load left to vacuum in each table, and how often autovacuum ran. */
export async function printBloat(connectionString: string): Promise<void> {
  const rows = (await queryAll(connectionString, BLOAT)).map((row) => ({
    table: row.name,
    'rows live': Number(row.live),
    'rows dead': Number(row.dead),
    'dead %': Number(((100 * Number(row.dead)) / Math.max(1, Number(row.live))).toFixed(1)),
    updates: Number(row.updates),
    'HOT %': Math.round((100 * Number(row.hot)) / Math.max(1, Number(row.updates))),
    'autovacuum runs': Number(row.runs),
    MiB: Math.round(Number(row.bytes) / MIB),
  }));
  console.table(rows);
}

// Partitions count for their table.
const SIZES = `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
    sum(pg_table_size(c.oid)) as heap, sum(pg_indexes_size(c.oid)) as indexes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
  group by 1 order by sum(pg_total_relation_size(c.oid)) desc`;
const BLOAT = `select coalesce(pg_partition_root(relid), relid)::regclass::text as name,
    sum(n_live_tup) as live, sum(n_dead_tup) as dead, sum(n_tup_upd) as updates,
    sum(n_tup_hot_upd) as hot, sum(autovacuum_count) as runs,
    sum(pg_total_relation_size(relid)) as bytes
  from pg_stat_user_tables group by 1 having sum(n_tup_upd) + sum(n_tup_del) > 1000
  order by dead desc limit 20`;

function queryAll(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  return withClient(connectionString, async (client) => (await client.query(text)).rows);
}

/** Runs work on a connection, which is closed after it. */
export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
