import type { Readable } from 'node:stream';
import type { Command } from 'commander';
import type { Clock } from '../clock.ts';
import { type Config, loadConfig } from '../config/config.ts';
import type { Environment } from '../config/config-reader.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { Answer } from './answer.ts';
import { UsageError } from './usage-error.ts';

/** The gateway's database, opened for one command. */
export interface OpenGateway {
  readonly context: GatewayContext & { readonly applied: readonly string[] };
  close(): Promise<void>;
}

/** The clock and the streams of a command. */
export interface CommandStreams {
  readonly clock: Clock;
  readonly stdin: Readable;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
}

export interface TextOutput {
  write(text: string): unknown;
}

/** The process as the commands of a program see it. */
export interface CommandHost extends CommandStreams {
  readonly environment: Environment;
  openGateway(): Promise<OpenGateway>;
  setExitCode(exitCode: number): void;
}

const hosts = new WeakMap<Command, CommandHost>();

/** Says what the commands of a program use. */
export function runIn(host: CommandHost, program: Command): void {
  hosts.set(program, host);
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
  work: (context: OpenGateway['context']) => Promise<Answer>,
): Promise<void> {
  const gateway = await hostOf(command).openGateway();
  let result: Answer;
  try {
    result = await work(gateway.context);
  } catch (error) {
    await gateway.close();
    if (error instanceof UsageError) command.error(error.message);
    throw error;
  }
  await gateway.close();
  print(command, result);
}

/** The host of a command. Throws for a program that was built without `runIn`. */
export function hostOf(command: Command): CommandHost {
  if (command.parent) return hostOf(command.parent);
  const host = hosts.get(command);
  if (!host) throw new Error('the program has no host');
  return host;
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
    print(command, await work(loadConfig(hostOf(command).environment)));
  } catch (error) {
    if (error instanceof UsageError) command.error(error.message);
    throw error;
  }
}

/**
 * Runs a command that must work with a wrong configuration too: it gets the environment and the
 * clock. Throws the errors of the work.
 */
export async function answerWithEnvironment(
  command: Command,
  work: (host: Pick<CommandHost, 'environment' | 'clock'>) => Promise<Answer>,
): Promise<void> {
  print(command, await work(hostOf(command)));
}

function print(command: Command, { json, text, exitCode }: Answer): void {
  const isJson = command.optsWithGlobals().json === true;
  const { stdout, setExitCode } = hostOf(command);
  stdout.write(isJson ? `${JSON.stringify(json)}\n` : `${text}\n`);
  setExitCode(exitCode ?? 0);
}

/** Formats facts for people, one a line, with their values aligned. */
export function lines(facts: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(facts).map((name) => name.length));
  return Object.entries(facts)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`)
    .join('\n');
}
