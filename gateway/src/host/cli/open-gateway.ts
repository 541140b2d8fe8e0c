import type { CommandHost, OpenGateway, TextOutput } from '#src/ground/commands/session.ts';
import { loadConfig } from '#src/ground/config/config.ts';
import { reasonOf } from '#src/ground/database/database-errors.ts';
import { silentLogger } from '#src/ground/log.ts';
import { bootstrap } from '../bootstrap.ts';
import { joinDatabase } from '../start-database.ts';

/** Opens the gateway's database for a command; starts the server if it does not run. */
export async function openGateway({
  environment,
  clock,
  stderr,
}: Pick<CommandHost, 'environment' | 'clock' | 'stderr'>): Promise<OpenGateway> {
  const config = loadConfig(environment);
  const logger = silentLogger;
  const server = await joinDatabase(config, logger);
  try {
    const { connectionString, ownerConnectionString } = server;
    const addresses = { connectionString, ownerConnectionString };
    const context = await bootstrap({ config, logger, clock, ...addresses });
    return {
      context,
      close: () => closeAll(stderr, [() => context.database.close(), () => server.stop()]),
    };
  } catch (error) {
    await closeAll(stderr, [() => server.stop()]);
    throw error;
  }
}

/** Closes the parts that a command opened. A failure is printed and doesn't change the answer. */
async function closeAll(
  stderr: TextOutput,
  closing: readonly (() => Promise<void>)[],
): Promise<void> {
  for (const close of closing) {
    await close().catch((error: unknown) => {
      stderr.write(`pix-gateway: ${reasonOf(error)}\n`);
    });
  }
}
