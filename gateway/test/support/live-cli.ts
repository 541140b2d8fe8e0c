import type { Cleanup } from './cleanup.ts';
import { runCli } from './gateway-process.ts';
import { bankVariables, type LiveGateway } from './live.ts';

/** The exit code and the output of a command. */
export interface CommandEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Returns a function that runs operator commands on the database and the bank of a live gateway.
 * Commands use the real clock, not that of the test.
 */
export async function liveCommands(
  context: Cleanup,
  { gateway, bank }: LiveGateway,
): Promise<(...words: string[]) => Promise<CommandEnd>> {
  const { config } = gateway.appContext;
  const env = {
    ...(await bankVariables(context, bank)),
    DATABASE_URL: gateway.connectionString,
    ENCRYPTION_KEY: config.encryptionKey?.toString('base64') ?? '',
    BASE_URL: gateway.url,
    LOG_LEVEL: 'silent',
  };
  return (...words) => runCli(env, ...words);
}
