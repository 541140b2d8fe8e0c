import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import type { Database } from './database.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const MIGRATION_NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
const MIGRATION_LOCK = 7_316_001;
const APPLIED = {
  name: 'migrations_applied',
  text: 'select name, sha256 from schema_migrations order by name',
};
const RECORD = {
  name: 'migration_record',
  text: 'insert into schema_migrations (name, sha256, applied_at) values ($1, $2, now())',
};
const LOCK = { name: 'migration_lock', text: 'select pg_advisory_xact_lock($1)' };

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
}

/**
 * Brings the database to this version: plain SQL files, in order, forward only, all in one
 * transaction. Several processes may start at once; one works, the others wait and find it done.
 * Throws when the database is newer than this process or a migration was edited after it ran.
 * @returns the names of the migrations that were applied now.
 */
export async function migrate(database: Database): Promise<readonly string[]> {
  const migrations = await readMigrations();
  const applied = await database.transaction(async (tx) => {
    await tx.query(LOCK, [MIGRATION_LOCK]);
    await tx.query(
      {
        name: 'migrations_table',
        text: `create table if not exists schema_migrations
          (name text primary key, sha256 text not null, applied_at timestamptz not null)`,
      },
      [],
    );
    const known = await tx.query<AppliedMigration & Record<string, unknown>>(APPLIED, []);
    const pending = pendingMigrations(migrations, known);
    for (const migration of pending) {
      await tx.script(migration.text);
      await tx.query(RECORD, [migration.name, migration.sha256]);
    }
    return pending.map((migration) => migration.name);
  });
  // The queue brings its own migrations, with a lock of its own.
  await runMigrations({ pgPool: database.pool });
  return applied;
}

/** Whether every migration of this version has been applied. */
export async function isMigrated(database: Database): Promise<boolean> {
  const known = await database.query<AppliedMigration & Record<string, unknown>>(APPLIED, []);
  return pendingMigrations(await readMigrations(), known).length === 0;
}

let cachedMigrations: Promise<readonly Migration[]> | undefined;

function readMigrations(): Promise<readonly Migration[]> {
  cachedMigrations ??= (async () => {
    const names = (await readdir(MIGRATIONS)).filter((name) => MIGRATION_NAME.test(name)).sort();
    return Promise.all(
      names.map(async (name) => {
        const text = await readFile(new URL(name, MIGRATIONS), 'utf8');
        return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
      }),
    );
  })();
  return cachedMigrations;
}

function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const ours = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, sha256 } of applied) {
    const migration = ours.get(name);
    if (!migration) {
      throw new Error(`o banco de dados é mais novo do que este programa (tem ${name})`);
    }
    if (migration.sha256 !== sha256) {
      throw new Error(`a migração ${name} foi alterada depois de aplicada`);
    }
  }
  const done = new Set(applied.map((migration) => migration.name));
  return migrations.filter((migration) => !done.has(migration.name));
}
