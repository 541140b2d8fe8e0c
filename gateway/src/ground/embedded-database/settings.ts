import { totalmem } from 'node:os';

const MIB = 1_024 * 1_024;
const SHARED_BUFFERS_MIB_MIN = 128;
const SHARED_BUFFERS_MIB_MAX = 1_024;
// A test server may have its files in memory, so its log is kept short. Gateways of several test
// files use it at once.
const NOTHING_KEPT = {
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  wal_compression: 'off',
  // The server searches all buffers when a database is cloned and when it is dropped.
  shared_buffers: `${SHARED_BUFFERS_MIB_MIN}MB`,
  // The gateways of four workers hold up to 60 connections. A busy machine may keep more of them
  // for some seconds: a client that gives up opens a new one before the server ends the old one.
  max_connections: 400,
  // The password is random, and each connection would cost 2 ms of processor time.
  scram_iterations: 1,
};

/** A quiet gateway loses at most the changes of so many seconds when its machine is lost. */
export const ARCHIVE_EVERY_SECONDS = 60;

export interface SettingsOptions {
  readonly port: number;
  readonly isDurable: boolean;
  /** The folder to which the log is archived; undefined: it is not archived. */
  readonly archiveDir?: string | undefined;
}

/** PostgreSQL's settings for this machine, as arguments of its command line. */
export function serverSettings(options: SettingsOptions): string[] {
  // A container may have less memory than the machine; "no limit" is 0 or a very large number.
  const memoryMib = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / MIB;
  const sharedMib = Math.min(
    SHARED_BUFFERS_MIB_MAX,
    Math.max(SHARED_BUFFERS_MIB_MIN, Math.floor(memoryMib / 8)),
  );
  const durability = options.isDurable ? 'on' : 'off';
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port: options.port,
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    // The processes share 64, and each may open 4 for log-ins; commands and a backup use others.
    max_connections: 200,
    shared_buffers: `${sharedMib}MB`,
    // Memory that the server fills at its start. A batch of commits writes less than 1 MB of log.
    wal_buffers: '4MB',
    io_max_concurrency: 16,
    // For serializable transactions, which the gateway doesn't use.
    max_pred_locks_per_transaction: 10,
    effective_cache_size: `${Math.floor(memoryMib / 2)}MB`,
    // Full pages are written after each checkpoint: fewer checkpoints keep the log small.
    max_wal_size: '4GB',
    min_wal_size: '512MB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: 0.9,
    wal_compression: 'pglz',
    fsync: durability,
    synchronous_commit: durability,
    full_page_writes: durability,
    random_page_cost: 1.1,
    jit: 'off',
    autovacuum_naptime: '15s',
    autovacuum_vacuum_scale_factor: 0.05,
    autovacuum_analyze_scale_factor: 0.02,
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    // The details of an error quote rows, which contain payers' data.
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] ',
    ...(!options.isDurable && NOTHING_KEPT),
    ...(options.archiveDir !== undefined && archiveSettings(options.archiveDir)),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The server's own module copies each file of the log, without a command of a shell. */
function archiveSettings(archiveDir: string): Record<string, string | number> {
  return {
    wal_level: 'replica',
    max_wal_senders: 4,
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': archiveDir,
    archive_timeout: `${ARCHIVE_EVERY_SECONDS}s`,
  };
}
