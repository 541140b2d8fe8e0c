import { ConfigError } from '#src/ground/config/config.ts';
import type { Database } from '#src/ground/database/database.ts';
import { INSUFFICIENT_PRIVILEGE, sqlState } from '#src/ground/database/database-errors.ts';
import { grantRuntimeRights, workingRole } from '#src/ground/database/database-roles.ts';
import { findOpenGuards } from '#src/ground/database/ledger-guards.ts';
import { isMigrated, migrate, waitForMigrations } from '#src/ground/database/migrate.ts';
import { makePartitions } from '#src/ground/database/partitions.ts';

/**
 * Migrates the database as the role that owns the tables, and grants the gateway's role its rights.
 * Without the owner's address the gateway's role migrates if it may. If it may not, another start
 * or `cli migrate` must have migrated the database. Throws a ConfigError when the database is not
 * of this version and no configured role may migrate it.
 * @returns the names of the migrations that were applied now.
 */
export async function prepareDatabase(
  database: Database,
  addresses: {
    readonly connectionString: string;
    readonly ownerConnectionString: string | undefined;
  },
): Promise<readonly string[]> {
  const { connectionString, ownerConnectionString } = addresses;
  const role = await workingRole(database);
  if (ownerConnectionString === undefined) {
    return migrateAsOneRole(database, { ...role, connectionString });
  }
  return migrate({
    connectionString: ownerConnectionString,
    finish: async (owner) => {
      if (!(await workingRole(database)).isOwner) await grantRuntimeRights(owner, role.name);
      await requireGuards(owner);
    },
  });
}

async function migrateAsOneRole(
  database: Database,
  {
    isOwner,
    isEmpty,
    connectionString,
  }: { isOwner: boolean; isEmpty: boolean; connectionString: string },
): Promise<readonly string[]> {
  if (isOwner) return migrate({ connectionString, finish: requireGuards });
  if (!isEmpty) {
    await waitForMigrations(database);
    if (await isMigrated(database)) return [];
    throw needsOwner();
  }
  try {
    return await migrate({ connectionString });
  } catch (error) {
    throw sqlState(error) === INSUFFICIENT_PRIVILEGE ? needsOwner() : error;
  }
}

/** Reads the list of buckets, and makes their partitions around an instant (milliseconds). */
export async function prepareBuckets(database: Database, at: number): Promise<void> {
  await database.buckets.refresh();
  for (const { bucketId } of database.buckets.all()) await makePartitions(database, bucketId, at);
}

/** Throws a ConfigError when a bucket allows changes of ledger entries. */
async function requireGuards(owner: Database): Promise<void> {
  await owner.buckets.refresh();
  const [open] = await findOpenGuards(owner);
  if (open === undefined) return;
  throw new ConfigError(
    `o livro-razão do bucket ${open.bucketId} aceita ${open.operation}: falta o gatilho que o ` +
      'protege (docs/operating/buckets.md)',
  );
}

function needsOwner(): ConfigError {
  return new ConfigError(
    'o banco não está nesta versão e o usuário de DATABASE_URL não pode migrá-lo: informe o dono ' +
      'em MIGRATION_DATABASE_URL, neste início ou uma vez com "cli migrate"',
  );
}
