import type pg from 'pg';
import type { BenchDatabase } from './bench-database.ts';
import { type Load, runLoad } from './load.ts';
import { endProcess, freePort, startScript } from './processes.ts';
import { processorTimes, sumOf, timesBetween } from './processor-time.ts';
import { type Costs, startMeter } from './report.ts';
import { withClient } from './table-facts.ts';
import { chargeRequest, DURATION_MS, SANDBOX, WARM_UP_MS } from './workloads.ts';

/** How many charges or lives one transaction inserts. */
const BATCH = 200;
const BATCHES = 50;
/** How many rows one charge, or one life, inserts into each table. */
export type RowCounts = ReadonlyMap<string, number>;

/**
 * Begins to count the rows of all tables. The returned function divides the new ones by the number
 * of charges or lives, and leaves out what only some of them insert.
 */
export async function startRowCount(owner: string): Promise<(count: number) => Promise<RowCounts>> {
  const before = await countAll(owner);
  return async (count) => {
    const after = await countAll(owner);
    const each = [...after].map(
      ([name, rows]) => [name, Math.round((rows - (before.get(name) ?? 0)) / count)] as const,
    );
    return new Map(each.filter(([, rows]) => rows > 0));
  };
}

async function countAll(owner: string): Promise<RowCounts> {
  return withClient(owner, async (client) => {
    const { rows: tables } = await client.query(TABLES);
    const counts = new Map<string, number>();
    for (const { name } of tables) {
      const { rows } = await client.query(`select count(*) as count from ${name}`);
      counts.set(String(name), Number(rows[0]?.count));
    }
    return counts;
  });
}

/** The least that a charge or a life can cost on this machine. */
export interface Floor {
  readonly httpUs: number;
  readonly databaseUs: number;
  readonly logBytes: number;
  /** The tables and how many rows each gets. */
  readonly rows: string;
}

/**
 * Measures the floor: the same rows, in their last state, inserted into tables with the same
 * columns, indexes and checks but without triggers and foreign keys, by one transaction for each
 * 200; and one HTTP exchange in, with `target` also one out.
 */
export async function measureFloor(
  { owner, pid: database }: BenchDatabase,
  counts: RowCounts,
  target?: string,
): Promise<Floor> {
  const http = await measureExchanges(target);
  const rows = [...counts].map(([name, each]) => `${name} ${each}`).join(', ');
  return { httpUs: sumOf(http.gateway), ...(await insertRows(owner, database, counts)), rows };
}

async function measureExchanges(target: string | undefined): Promise<Costs> {
  const port = await freePort();
  const env = { PORT: String(port), ...(target !== undefined && { TARGET: target }) };
  const child = await startScript('bare-exchange.ts', env);
  const next = chargeRequest(SANDBOX, 'floor');
  const load: Load = { port, next, expectedStatus: 201, connections: 64, durationMs: DURATION_MS };
  await runLoad({ ...load, durationMs: WARM_UP_MS });
  const end = startMeter({ gateway: child.pid ?? 0 });
  const { requests } = await runLoad(load);
  const costs = end(requests);
  await endProcess(child);
  return costs;
}

/** Inserts the rows; returns the processor time and the log of one charge or life. */
async function insertRows(
  owner: string,
  database: number,
  counts: RowCounts,
): Promise<Pick<Floor, 'databaseUs' | 'logBytes'>> {
  return withClient(owner, async (client) => {
    const tables: Awaited<ReturnType<typeof copyTable>>[] = [];
    for (const [name, rows] of counts) tables.push(await copyTable(client, name, rows));
    const from = await logPosition(client);
    const before = processorTimes(database);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      await client.query('begin');
      for (const { insert, batches } of tables) await client.query(insert(batches[batch] ?? '{}'));
      await client.query('commit');
    }
    const each = BATCH * BATCHES;
    return {
      databaseUs: sumOf(timesBetween(before, processorTimes(database), each)),
      logBytes: ((await logPosition(client)) - from) / each,
    };
  });
}

/** How many bytes the server has written to its log. New tables write no whole pages. */
async function logPosition(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`select pg_current_wal_insert_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

/** Makes an empty table like another, and reads rows of it, as one array for each transaction. */
async function copyTable(client: pg.Client, name: string, rows: number) {
  const copy = `floor.${name.replaceAll('"', '')}`;
  await client.query('create schema if not exists floor');
  await client.query(`drop table if exists ${copy}`);
  await client.query(`create table ${copy} (like ${name} including all)`);
  const { rows: found } = await client.query(COLUMNS, [name]);
  const columns = String(found[0]?.columns);
  const { rows: read } = await client.query(
    `select array_agg(line)::text as rows from (
       select line, (row_number() over () - 1) / $1::int as batch
       from ${name} line limit $1::int * $2::int) numbered
     group by batch order by batch`,
    [rows * BATCH, BATCHES],
  );
  const text = `insert into ${copy} (${columns}) select ${columns} from unnest($1::${name}[])`;
  return {
    batches: read.map((batch) => String(batch.rows)),
    insert: (values: string) => ({ name: copy, text, values: [values] }),
  };
}

/** Prints what was measured beside its floor. */
export function printFloors(
  floors: Readonly<Record<string, { readonly floor: Floor; readonly costs: Costs }>>,
): void {
  console.table(
    Object.entries(floors).map(([what, { floor, costs }]) => {
      const [us, floorUs] = [
        sumOf(costs.gateway) + sumOf(costs.database),
        floor.httpUs + floor.databaseUs,
      ];
      return {
        what,
        'floor µs': Math.round(floorUs),
        'HTTP µs': Math.round(floor.httpUs),
        'PostgreSQL µs': Math.round(floor.databaseUs),
        'log B': Math.round(floor.logBytes),
        rows: floor.rows,
        'measured µs': Math.round(us),
        '× of the floor': (us / floorUs).toFixed(1),
      };
    }),
  );
}

const TABLES = `select oid::regclass::text as name from pg_class
  where relkind in ('r', 'p') and not relispartition
    and relnamespace::regnamespace::text not in ('floor', 'pg_catalog', 'information_schema')`;
const COLUMNS = `select string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
