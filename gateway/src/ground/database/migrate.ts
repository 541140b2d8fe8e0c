import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { BASELINE, isOfBaseline, requireBaseline } from './baseline.ts';
import { completeFences } from './bucket-fences.ts';
import { HOME_BUCKET } from './bucket-id.ts';
import { placeTables } from './citus/place-tables.ts';
import { type Database, openDatabase, type Queryable, type Transaction } from './database.ts';
import { INSUFFICIENT_PRIVILEGE, LOCK_NOT_AVAILABLE, sqlState } from './database-errors.ts';
import {
  globalScript,
  isForEachBucket,
  migrateBuckets,
  recordInBucket,
  runScript,
} from './migrate-buckets.ts';
import { MigrationRefusal } from './migration-refusal.ts';
import { createBucketTables, createSharedTables } from './schema-files.ts';
import { COORDINATOR } from './statement-place.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
const MIGRATION_LOCK = 7_316_001;
const CONNECTIONS_MAX = 3;
// While a migration waits for a table's lock, all later statements on the table wait behind it. So
// it stops waiting soon, lets them run, and tries again.
const TABLE_LOCK_TIMEOUT_MS = 2_000;
const TRIES_MAX = 30;
const PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 5_000;
const LOOK_AGAIN_MS = 250;

const CREATE_TABLE = {
  name: 'migrations_table',
  text: `create table if not exists public.schema_migrations
    (name text primary key, sha256 text not null, applied_at timestamptz not null)`,
};
const APPLIED = {
  name: 'migrations_applied',
  place: COORDINATOR,
  text: 'select name, sha256 from public.schema_migrations order by name',
};
const RECORD = {
  name: 'migration_record',
  place: COORDINATOR,
  text: 'insert into public.schema_migrations (name, sha256, applied_at) values ($1, $2, now())',
};
// A session lock: it is held over the transactions of all migrations and ends with the process.
const TRY_LOCK = 'select pg_try_advisory_lock($1) as is_locked';

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
}

export interface MigrateOptions {
  /** The connection string of the role that owns the tables or will own them. */
  readonly connectionString: string;
  /** The folder of the SQL files. Default: that of this version. */
  readonly folder?: URL;
  /** How long a statement waits for a table's lock before it tries again. Default 2,000 ms. */
  readonly lockTimeoutMs?: number;
  /** Runs as the owner after the migrations, before other processes continue. */
  readonly finish?: (owner: Database) => Promise<void>;
}

/**
 * Brings the database to this version. An empty one gets the tables of `gateway/schema` in one
 * transaction. An older one gets the migrations that it lacks: plain SQL files, in order, forward
 * only, one transaction each, on connections without a time limit for statements, and then the
 * fences of new tables. A table in use is tried again for about two minutes. Of several processes
 * that start at once, one migrates and the others wait for it. Throws a MigrationRefusal when the
 * database is newer than this process, when it lacks migrations that only an older version has, or
 * when a migration was edited after it ran; and other errors when a migration fails; the migrations
 * before an error stay applied.
 * @returns the names of the migrations that were applied now; of an empty database the name of the
 * schema.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const { connectionString, folder = MIGRATIONS } = options;
  const { lockTimeoutMs = TABLE_LOCK_TIMEOUT_MS, finish } = options;
  const unlimited = openDatabase({
    connectionString,
    connectionsMax: CONNECTIONS_MAX,
    applicationName: 'pix-gateway migrate',
    statementTimeoutMs: 0,
  });
  const database = unlimited.withLimits({ lockTimeoutMs, statementTimeoutMs: 0 });
  try {
    return await underMigrationLock(unlimited, async () => {
      const applied = await applyPending(database, folder);
      await placeTables(unlimited);
      await completeFences(database, whileTablesAreInUse);
      await finish?.(database);
      return applied;
    });
  } finally {
    await unlimited.close();
  }
}

/** Waits until no process migrates the database. Throws errors of the database. */
export function waitForMigrations(database: Database): Promise<void> {
  return underMigrationLock(database, async () => {});
}

async function underMigrationLock<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await database.pool.connect();
  try {
    // A statement that waits for the lock would block indexes that are built concurrently.
    while (!(await client.query(TRY_LOCK, [MIGRATION_LOCK])).rows[0]?.is_locked) {
      await pause(LOOK_AGAIN_MS);
    }
    return await work();
  } finally {
    // The lock ends with its session, also after an error.
    client.release(true);
  }
}

async function applyPending(database: Database, folder: URL): Promise<readonly string[]> {
  const migrations = await readMigrations(folder);
  const applied = await database.transaction(async (tx) => {
    await tx.query(CREATE_TABLE, []);
    return selectApplied(tx);
  });
  if (applied.length === 0) {
    // Citus makes a view only in a schema from before its transaction.
    await database.transaction((tx) => tx.script(`create schema if not exists ${HOME_BUCKET}`));
    await database.transaction((tx) => createSchema(tx, migrations));
    return [BASELINE];
  }
  const pending = pendingMigrations(migrations, applied);
  for (const migration of pending) {
    const { name, sha256, text } = migration;
    const isForBuckets = isForEachBucket(text);
    if (isForBuckets) await migrateBuckets(database, migration, whileTablesAreInUse);
    await whileTablesAreInUse(() =>
      database.transaction(async (tx) => {
        // Recorded first: if a second process migrates in spite of the lock, it waits here.
        await tx.query(RECORD, [name, sha256]);
        if (!isForBuckets) await runScript(tx, globalScript(text));
      }),
    );
  }
  return pending.map(({ name }) => name);
}

/** Makes all tables as this version has them; so all migrations that exist count as applied. */
async function createSchema(tx: Transaction, migrations: readonly Migration[]): Promise<void> {
  await tx.query(RECORD, [BASELINE, '']);
  await createSharedTables(tx);
  await createBucketTables(tx, HOME_BUCKET);
  for (const { name, sha256, text } of migrations) {
    await tx.query(RECORD, [name, sha256]);
    if (isForEachBucket(text)) await recordInBucket(tx, HOME_BUCKET, name);
  }
}

async function whileTablesAreInUse(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || tries === TRIES_MAX) throw error;
      await pause(Math.min(tries * PAUSE_MS, PAUSE_MAX_MS));
    }
  }
}

function selectApplied(database: Queryable): Promise<AppliedMigration[]> {
  return database.query<AppliedMigration & Record<string, unknown>>(APPLIED, []);
}

/**
 * Whether every migration of this version has been applied. The gateway's role gets its rights when
 * all have been: a first start that stopped half-way leaves it without.
 */
export async function isMigrated(database: Database): Promise<boolean> {
  try {
    const applied = await selectApplied(database);
    if (applied.length === 0) return false;
    return pendingMigrations(await ownMigrations(), applied).length === 0;
  } catch (error) {
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

let cachedMigrations: Promise<readonly Migration[]> | undefined;

function ownMigrations(): Promise<readonly Migration[]> {
  cachedMigrations ??= readMigrations(MIGRATIONS);
  return cachedMigrations;
}

async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => MIGRATION_NAME.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const ours = new Map(migrations.map((migration) => [migration.name, migration]));
  const later = applied.filter(({ name }) => !isOfBaseline(name));
  for (const { name, sha256 } of later) {
    const migration = ours.get(name);
    if (!migration) {
      throw new MigrationRefusal(`o banco de dados é mais novo do que este programa (tem ${name})`);
    }
    if (migration.sha256 !== sha256) {
      throw new MigrationRefusal(`a migração ${name} foi alterada depois de aplicada`);
    }
  }
  requireBaseline(applied.map(({ name }) => name));
  const done = new Set(later.map((migration) => migration.name));
  return migrations.filter((migration) => !done.has(migration.name));
}
