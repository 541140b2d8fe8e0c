import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;

/** A complete base backup: `base.tar.gz` and `backup_manifest` in a folder. */
export interface BaseBackup {
  /** The database cluster that it copies; a copy of a cluster has the same id. */
  readonly systemId: string;
  readonly timeline: number;
  /** The first file of the log that a restored copy reads. */
  readonly firstWalFile: string;
  /** The server's clock when the backup was complete; the earliest instant that it can restore. */
  readonly endedAt: number;
}

export interface BaseBackupOptions {
  /** Ends the backup early; it then throws. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The archive of the log has what the copy needs, so that the backup leaves it out and waits
   * until it is archived. Default false: the backup has it, and fails if the server deletes a file
   * of the log meanwhile, as on a large or busy server (`wal_keep_size`).
   */
  readonly isLogArchived?: boolean;
}

/**
 * Makes a base backup of a running PostgreSQL over the replication protocol, without pg_basebackup:
 * the server itself writes `base.tar.gz`, with the log that the copy needs, and `backup_manifest`
 * with the SHA-256 of each file. The folder exists, is empty and is writable by the system user of
 * the server; the connection string names a superuser, and the server's `wal_level` is `replica`.
 *
 * A standby is made in four steps: this function; `unpackBackup` into the cluster folder of the
 * standby; `configureCopy` with `standby` and `primary_conninfo`; a start of PostgreSQL on that
 * folder. The primary waits for the standby when its `synchronous_standby_names` is the
 * `application_name` of `primary_conninfo`.
 *
 * Throws errors of the database, and when the signal ends it early; the folder then has an
 * incomplete backup.
 */
export async function makeBaseBackup(
  connectionString: string,
  folder: string,
  { signal, isLogArchived = false }: BaseBackupOptions = {},
): Promise<BaseBackup> {
  const address = new URL(connectionString);
  address.searchParams.set('replication', 'database');
  const client = new pg.Client({
    connectionString: address.href,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => {});
  const cancel = () => void client.end().catch(() => {});
  await client.connect();
  try {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', cancel);
    const [system] = await rowsOf(client, 'IDENTIFY_SYSTEM');
    const [start] = await rowsOf(client, backupCommand(folder, isLogArchived));
    const lsn = `${start?.recptr}`;
    const [facts] = await rowsOf(
      client,
      `select pg_walfile_name(${literal(lsn)}) as wal, clock_timestamp() as ended_at`,
    );
    return {
      systemId: `${system?.systemid}`,
      timeline: Number(start?.tli),
      firstWalFile: `${facts?.wal}`,
      endedAt: Number(facts?.ended_at),
    };
  } finally {
    signal?.removeEventListener('abort', cancel);
    await client.end().catch(() => {});
  }
}

function backupCommand(folder: string, isLogArchived: boolean): string {
  const options = [
    `LABEL 'pix-gateway'`,
    `TARGET 'server'`,
    `TARGET_DETAIL ${literal(folder)}`,
    // Without it the server spreads a checkpoint over minutes before it begins.
    `CHECKPOINT 'fast'`,
    `WAL ${!isLogArchived}`,
    `MANIFEST 'yes'`,
    `MANIFEST_CHECKSUMS 'SHA256'`,
    `COMPRESSION 'gzip'`,
    `COMPRESSION_DETAIL 'level=1'`,
  ];
  return `BASE_BACKUP (${options.join(', ')})`;
}

/** The rows of the first result: a BASE_BACKUP has several. */
async function rowsOf(client: pg.Client, text: string): Promise<Record<string, unknown>[]> {
  const result: pg.QueryResult | pg.QueryResult[] = await client.query(text);
  return (Array.isArray(result) ? result[0] : result)?.rows ?? [];
}

/** A quoted text of the replication protocol, whose only escape is a doubled quote. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
