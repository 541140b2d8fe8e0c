import type { Command } from 'commander';
import { systemClock } from '#src/ground/clock.ts';
import { type Config, loadConfig } from '#src/ground/config/config.ts';
import type { Environment } from '#src/ground/config/config-reader.ts';
import { reasonOf } from '#src/ground/database/database-errors.ts';
import { openLog } from '#src/ground/log.ts';
import { bootstrap } from '../bootstrap.ts';
import type { AppContext } from '../context.ts';
import { joinDatabase } from '../start-database.ts';
import { UsageError } from './usage-error.ts';

/** The answer of a command: the same facts for people and, with --json, for programs. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
  readonly exitCode?: number;
}

/**
 * Runs a command on the gateway's database, whether the gateway is running or not, and prints its
 * answer when everything is closed, so that the exit code says the same as the answer. Nothing is
 * logged, because standard output holds the answer alone.
 *
 * A UsageError of the work is printed with the help of the command. Throws ConfigError,
 * EmbeddedDatabaseError, and the other errors of the work.
 */
export async function answer(
  command: Command,
  work: (appContext: AppContext & { applied: readonly string[] }) => Promise<Answer>,
): Promise<void> {
  const config = loadConfig(process.env);
  const { logger } = openLog('silent');
  const server = await joinDatabase(config, logger);
  const closing = [() => server.stop()];
  let result: Answer;
  try {
    const { connectionString, ownerConnectionString } = server;
    const addresses = { connectionString, ownerConnectionString };
    const appContext = await bootstrap({ config, logger, clock: systemClock, ...addresses });
    closing.unshift(() => appContext.database.close());
    result = await work(appContext);
  } catch (error) {
    await closeAll(closing);
    if (error instanceof UsageError) command.error(error.message);
    throw error;
  }
  await closeAll(closing);
  print(command, result);
}

/** Closes the parts that a command opened. A failure is printed and doesn't change the answer. */
async function closeAll(closing: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closing) {
    await close().catch((error: unknown) => {
      process.stderr.write(`pix-gateway: ${reasonOf(error)}\n`);
    });
  }
}

/**
 * Runs a command that needs no gateway, with the configuration, and prints its answer. A UsageError
 * is printed with the help of the command. Throws ConfigError and the other errors of the work.
 */
export async function answerAlone(
  command: Command,
  work: (config: Config) => Promise<Answer>,
): Promise<void> {
  try {
    print(command, await work(loadConfig(process.env)));
  } catch (error) {
    if (error instanceof UsageError) command.error(error.message);
    throw error;
  }
}

/**
 * Runs a command that must work with a wrong configuration too: it gets the environment. Throws the
 * errors of the work.
 */
export async function answerWithEnvironment(
  command: Command,
  work: (environment: Environment) => Promise<Answer>,
): Promise<void> {
  print(command, await work(process.env));
}

function print(command: Command, { json, text, exitCode }: Answer): void {
  const isJson = command.optsWithGlobals().json === true;
  process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : `${text}\n`);
  process.exitCode = exitCode ?? 0;
}

/** Formats facts for people, one a line, with their values aligned. */
export function lines(facts: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`)
    .join('\n');
}
