import { resolve } from 'node:path';
import { startBackupKeeper } from '#src/ground/backup/backup-keeper.ts';
import { systemClock } from '#src/ground/clock.ts';
import type { Config } from '#src/ground/config/config.ts';
import type { EmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import type { Logger } from '#src/ground/log.ts';

/** Keeps the backup folder of the configuration until the server stops. */
export function keepBackups(
  config: Config,
  logger: Logger,
  server: EmbeddedDatabase,
): EmbeddedDatabase {
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
