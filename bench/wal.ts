import pg from 'pg';

/** The write-ahead log of one request, in bytes. */
export interface LogCosts {
  /** Records, with the heads of pages and the room between records. */
  readonly recordBytes: number;
  /**
   * Whole pages. PostgreSQL writes one with the first change of a page after a checkpoint, so they
   * depend on when the last checkpoint was, and are counted apart.
   */
  readonly pageBytes: number;
}

export interface LogMeter {
  /** Divides what was written to the log since the start by the number of requests. */
  end(requests: number): Promise<LogCosts>;
  /** Prints which records and tables the bytes since the start are of. */
  print(what: string, requests: number): Promise<void>;
  close(): Promise<void>;
}

/** Begins to measure the log of a server, as a superuser. */
export async function startLogMeter(connectionString: string): Promise<LogMeter> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('create extension if not exists pg_walinspect');
  const position = async (): Promise<string> => (await client.query(POSITION)).rows[0]?.at;
  const from = await position();
  async function end(requests: number): Promise<LogCosts> {
    const { rows } = await client.query(BYTES, [from, await position()]);
    const [all, pages] = [Number(rows[0]?.all_bytes), Number(rows[0]?.page_bytes)];
    return { recordBytes: (all - pages) / requests, pageBytes: pages / requests };
  }

  return {
    end,
    async print(what, requests) {
      const { recordBytes, pageBytes } = await end(requests);
      const { rows } = await client.query(PARTS, [from, await position()]);
      process.stdout.write(
        `${what}, bytes of log: ${recordBytes.toFixed(0)}, and ${pageBytes.toFixed(0)} of whole pages\n`,
      );
      console.table(
        rows
          .map(({ record, name, bytes, records }) => ({
            record,
            table: name,
            bytes: Number((Number(bytes) / requests).toFixed(1)),
            records: Number((Number(records) / requests).toFixed(2)),
          }))
          .filter(({ bytes }) => bytes >= 1),
      );
    },
    close: () => client.end(),
  };
}

// Commits are durable, so all that a request has written is flushed.
const POSITION = 'select pg_current_wal_flush_lsn()::text as at';
const BYTES = `select pg_wal_lsn_diff($2, $1) as all_bytes, sum(fpi_size) as page_bytes
  from pg_get_wal_stats($1, $2)`;
// Partitions are added up: their names end with a day. A record of two pages is counted once.
const PARTS = `select record, name, sum(bytes) as bytes, count(*) as records
  from (
    select r.resource_manager || ' ' || r.record_type as record,
      r.record_length - r.fpi_length as bytes,
      regexp_replace(coalesce(c.relname, ''), '_\\d{8}', '') as name
    from pg_get_wal_records_info($1, $2) r
    left join (
      select start_lsn, min(reltablespace) as reltablespace, min(relfilenode) as relfilenode
      from pg_get_wal_block_info($1, $2, false) where block_id = 0 group by start_lsn
    ) b using (start_lsn)
    left join pg_class c on c.oid = pg_filenode_relation(b.reltablespace, b.relfilenode)
  ) parts
  group by record, name order by bytes desc limit 40`;
