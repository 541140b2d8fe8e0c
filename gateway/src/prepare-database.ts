import { ConfigError } from './config.ts';
import { type Database, openDatabase } from './platform/database.ts';
import { sqlState } from './platform/database-errors.ts';
import { grantRuntimeRights, workingRole } from './platform/database-roles.ts';
import { isMigrated, migrate } from './platform/migrate.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const MIGRATION_CONNECTIONS = 2;

/**
 * Brings the database to this version as the role that owns the tables, and gives the gateway's own
 * role its rights. Without an owner's address the gateway's role migrates if it can; one that can't
 * works on a database that another start, or `cli migrate`, has brought to this version.
 * Throws a ConfigError when the database is not of this version and nobody here may change that.
 * @returns the names of the migrations that were applied now.
 */
export async function prepareDatabase(
  database: Database,
  ownerConnectionString: string | undefined,
): Promise<readonly string[]> {
  const role = await workingRole(database);
  if (ownerConnectionString === undefined) return migrateAsOneRole(database, role);
  const owner = openDatabase({
    connectionString: ownerConnectionString,
    connectionsMax: MIGRATION_CONNECTIONS,
    applicationName: 'pix-gateway migrate',
  });
  try {
    const applied = await migrate(owner);
    if (!(await workingRole(database)).isOwner) await grantRuntimeRights(owner, role.name);
    return applied;
  } finally {
    await owner.close();
  }
}

async function migrateAsOneRole(
  database: Database,
  { isOwner, isEmpty }: { isOwner: boolean; isEmpty: boolean },
): Promise<readonly string[]> {
  if (isOwner) return migrate(database);
  if (!isEmpty && (await isMigrated(database))) return [];
  if (!isEmpty) throw needsOwner();
  try {
    return await migrate(database);
  } catch (error) {
    throw sqlState(error) === INSUFFICIENT_PRIVILEGE ? needsOwner() : error;
  }
}

function needsOwner(): ConfigError {
  return new ConfigError(
    'o banco não está nesta versão e o usuário de DATABASE_URL não pode migrá-lo: informe o dono ' +
      'em MIGRATION_DATABASE_URL, neste início ou uma vez com "cli migrate"',
  );
}
