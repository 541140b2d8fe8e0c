import type { Cleanup } from './cleanup.ts';
import { type CommandEnd, runCliAt } from './gateway-process.ts';
import { bankVariables, type LiveGateway } from './live.ts';

/**
 * Returns a function that runs operator commands on the database and the bank of a live gateway, in
 * this process and with the clock of the gateway.
 */
export async function liveCommands(
  context: Cleanup,
  { gateway, bank }: Pick<LiveGateway, 'gateway' | 'bank'>,
): Promise<(...words: string[]) => Promise<CommandEnd>> {
  const { config } = gateway.appContext;
  const env = {
    ...(await bankVariables(context, bank)),
    DATABASE_URL: gateway.connectionString,
    ENCRYPTION_KEY: config.encryptionKey?.toString('base64') ?? '',
    BASE_URL: gateway.url,
    LOG_LEVEL: 'silent',
  };
  return (...words) => runCliAt(gateway.clock, env, ...words);
}
