import { systemClock } from '#src/ground/clock.ts';
import type { OpenGateway } from '#src/ground/commands/session.ts';
import { loadConfig } from '#src/ground/config/config.ts';
import type { Environment } from '#src/ground/config/config-reader.ts';
import { reasonOf } from '#src/ground/database/database-errors.ts';
import { openLog } from '#src/ground/log.ts';
import { bootstrap } from '../bootstrap.ts';
import { joinDatabase } from '../start-database.ts';

/** Opens the gateway's database for a command; starts the server if it does not run. */
export async function openGateway(environment: Environment): Promise<OpenGateway> {
  const config = loadConfig(environment);
  const { logger } = openLog('silent');
  const server = await joinDatabase(config, logger);
  try {
    const { connectionString, ownerConnectionString } = server;
    const addresses = { connectionString, ownerConnectionString };
    const context = await bootstrap({ config, logger, clock: systemClock, ...addresses });
    return {
      context,
      close: () => closeAll([() => context.database.close(), () => server.stop()]),
    };
  } catch (error) {
    await closeAll([() => server.stop()]);
    throw error;
  }
}

/** Closes the parts that a command opened. A failure is printed and doesn't change the answer. */
async function closeAll(closing: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closing) {
    await close().catch((error: unknown) => {
      process.stderr.write(`pix-gateway: ${reasonOf(error)}\n`);
    });
  }
}
