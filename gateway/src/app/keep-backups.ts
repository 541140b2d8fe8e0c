import { resolve } from 'node:path';
import type { Config } from '#src/config.ts';
import { startBackupKeeper } from '#src/platform/backup/backup-keeper.ts';
import { systemClock } from '#src/platform/clock.ts';
import type { EmbeddedDatabase } from '#src/platform/embedded-database/embedded-database.ts';
import type { Logger } from '#src/platform/log.ts';

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
