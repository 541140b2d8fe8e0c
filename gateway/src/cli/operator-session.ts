import type { Command } from 'commander';
import { bootstrap, joinDatabase } from '#src/app/bootstrap.ts';
import type { AppContext } from '#src/app/context.ts';
import { loadConfig } from '../config.ts';
import { type Centavos, centavos, centavosToDecimal } from '../money/centavos.ts';
import { systemClock } from '../platform/clock.ts';
import { openLog } from '../platform/log.ts';

/** A call that has the right words but a wrong value: told with the usage, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a command answers: the same facts for people and, with --json, for programs. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
  readonly exitCode?: number;
}

/**
 * Runs a command on the gateway's database, whether the gateway is running or not, and prints what
 * it answers. Logs stay silent: standard output is the answer.
 */
export async function answer(
  command: Command,
  work: (appContext: AppContext & { applied: readonly string[] }) => Promise<Answer>,
): Promise<void> {
  const config = loadConfig(process.env);
  const { logger } = openLog('silent');
  const server = await joinDatabase(config, logger);
  try {
    const { connectionString, ownerConnectionString } = server;
    const addresses = { connectionString, ownerConnectionString };
    const appContext = await bootstrap({ config, logger, clock: systemClock, ...addresses });
    try {
      const { json, text, exitCode } = await work(appContext);
      const isJson = command.optsWithGlobals().json === true;
      process.stdout.write(isJson ? `${JSON.stringify(json)}\n` : `${text}\n`);
      process.exitCode = exitCode ?? 0;
    } finally {
      await appContext.database.close();
    }
  } finally {
    await server.stop();
  }
}

/** A whole number of the command line. */
export function integerOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`"${text}" não é um inteiro`);
  return Number(text);
}

/** An environment of the command line. */
export function environmentOf(text: string): 'test' | 'live' {
  if (text === 'test' || text === 'live') return text;
  throw new UsageError(`"${text}" não é um ambiente: use test ou live`);
}

/** An amount for people: `R$ 1234,56`. */
export function reais(amount: Centavos): string {
  const digits = centavosToDecimal(centavos(amount < 0n ? -amount : amount));
  return `R$ ${amount < 0n ? '-' : ''}${digits.replace('.', ',')}`;
}

/** Facts as aligned lines for people. */
export function lines(facts: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`)
    .join('\n');
}
