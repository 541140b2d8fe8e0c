import { resolve } from 'node:path';
import type { Config } from '#src/ground/config/config.ts';
import {
  type EmbeddedDatabase,
  findRunningEmbeddedDatabase,
  startEmbeddedDatabase,
} from '#src/ground/embedded-database/embedded-database.ts';
import { waitUntilAlone } from '#src/ground/embedded-database/wait.ts';
import type { Logger } from '#src/ground/log.ts';
import { checkAddress } from './check-address.ts';
import { keepBackups } from './keep-backups.ts';

/** A running database server. `stop` ends it only if this process started it. */
export interface DatabaseServer {
  readonly connectionString: string;
  /** The same for the role that owns the tables; undefined if it is not configured. */
  readonly ownerConnectionString: string | undefined;
  stop(): Promise<void>;
}

/**
 * Returns the server of DATABASE_URL, or starts the embedded database. Throws a ConfigError when
 * DATABASE_URL or MIGRATION_DATABASE_URL doesn't answer, and an EmbeddedDatabaseError when the
 * embedded database can't be started.
 * @param onSpawned called when the process of an embedded database has been started: what keeps
 *   this thread busy can be done while it becomes ready.
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
