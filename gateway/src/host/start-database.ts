import { resolve } from 'node:path';
import { startBackupKeeper } from '#src/ground/backup/backup-keeper.ts';
import { systemClock } from '#src/ground/clock.ts';
import { type Config, ConfigError } from '#src/ground/config/config.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { NEWER_SERVER, type ServerVersion, tooOld } from '#src/ground/database/server-facts.ts';
import {
  type EmbeddedDatabase,
  findRunningEmbeddedDatabase,
  startEmbeddedDatabase,
} from '#src/ground/embedded-database/embedded-database.ts';
import { waitUntilAlone } from '#src/ground/embedded-database/wait.ts';
import type { Logger } from '#src/ground/log.ts';

const VERSION = `select current_setting('server_version') as version,
  current_setting('server_version_num')::int as "versionNumber"`;

/** A running database server. `stop` ends it only if this process started it. */
export interface DatabaseServer {
  readonly connectionString: string;
  /** The connection string of the role that owns the tables; undefined if not configured. */
  readonly ownerConnectionString: string | undefined;
  stop(): Promise<void>;
}

/**
 * Returns the server of DATABASE_URL, or starts the embedded database. Throws a ConfigError when
 * DATABASE_URL or MIGRATION_DATABASE_URL doesn't answer, and an EmbeddedDatabaseError when the
 * embedded database can't be started.
 * @param onSpawned called when the process of an embedded database has been started, for work that
 *   can be done while it becomes ready.
 */
export async function startDatabase(
  config: Config,
  logger: Logger,
  onSpawned?: () => void,
): Promise<DatabaseServer> {
  const { databaseUrl, migrationDatabaseUrl } = config;
  if (databaseUrl) {
    await checkAddress('DATABASE_URL', databaseUrl);
    if (migrationDatabaseUrl) await checkAddress('MIGRATION_DATABASE_URL', migrationDatabaseUrl);
    return {
      connectionString: databaseUrl,
      ownerConnectionString: migrationDatabaseUrl,
      stop: async () => {},
    };
  }
  return keepBackups(config, logger, await startEmbedded(config, logger, onSpawned));
}

function startEmbedded(
  config: Config,
  logger: Logger,
  onSpawned?: () => void,
): Promise<EmbeddedDatabase> {
  return startEmbeddedDatabase({
    dataDir: resolve(config.dataDir),
    // A command archives too: the log must have no gap.
    backupDir: config.backup?.dir,
    log: ({ level, message }) => logger[level](message),
    onSpawned,
  });
}

/**
 * Returns the database of a running gateway with this configuration, or starts it. Throws as
 * `startDatabase` does.
 */
export async function joinDatabase(config: Config, logger: Logger): Promise<DatabaseServer> {
  if (config.databaseUrl) return startDatabase(config, logger);
  const running = await findRunning(config);
  if (running) return running;
  try {
    const server = await startEmbedded(config, logger);
    return {
      ...server,
      stop: async () => {
        // Another command may have found the database that this one started.
        await waitUntilAlone(server.ownerConnectionString).catch(() => {});
        await server.stop();
      },
    };
  } catch (error) {
    // Another command may have started it at the same time.
    const quicker = await findRunning(config);
    if (quicker) return quicker;
    throw error;
  }
}

async function findRunning(config: Config): Promise<DatabaseServer | undefined> {
  const addresses = await findRunningEmbeddedDatabase(resolve(config.dataDir));
  return addresses && { ...addresses, stop: async () => {} };
}

/**
 * Throws a ConfigError of one line when the database of the address doesn't answer, or when its
 * server is older than the gateway supports.
 */
async function checkAddress(variable: string, connectionString: string): Promise<void> {
  const oldServer = tooOld(await readVersion(variable, connectionString));
  if (oldServer) throw new ConfigError(`${variable}: ${oldServer}; ${NEWER_SERVER}`);
}

async function readVersion(variable: string, connectionString: string): Promise<ServerVersion> {
  const applicationName = 'pix-gateway start';
  try {
    const database = openDatabase({ connectionString, connectionsMax: 1, applicationName });
    const { rows } = await database.pool
      .query<ServerVersion>(VERSION)
      .finally(() => database.close());
    return rows[0] ?? { version: '', versionNumber: 0 };
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new ConfigError(
      `o banco de ${variable} não responde (${reason.split('\n')[0]}); confira o endereço`,
    );
  }
}

/** Keeps the backup folder of the configuration until the server stops. */
function keepBackups(config: Config, logger: Logger, server: EmbeddedDatabase): EmbeddedDatabase {
  if (!config.backup) return server;
  const { dir, keep } = config.backup;
  const { owner, ownerConnectionString: connectionString } = server;
  const backupDir = resolve(dir);
  const deps = { connectionString, owner, clock: systemClock, logger };
  const keeper = startBackupKeeper({ backupDir, keep, ...deps });
  return {
    ...server,
    async stop() {
      await keeper.stop();
      await server.stop();
    },
  };
}
