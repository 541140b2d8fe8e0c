import { CommanderError } from 'commander';
import { BackupError } from '#src/ground/backup/backup-error.ts';
import type { CommandStreams } from '#src/ground/commands/session.ts';
import { ConfigError } from '#src/ground/config/config.ts';
import type { Environment } from '#src/ground/config/config-reader.ts';
import { EmbeddedDatabaseError } from '#src/ground/embedded-database/error.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { buildProgram } from './program.ts';

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

/**
 * Runs a command of the operator and closes what it opened. Returns the exit code: that of the
 * answer, 1 when it was refused or failed, 2 for a wrong call. It reads and writes only the
 * streams, so a test may run many in its own process.
 * @param words the words after the name of the program.
 */
export async function runCommand(
  words: readonly string[],
  environment: Environment,
  streams: CommandStreams,
): Promise<number> {
  const { stdout, stderr } = streams;
  let exitCode = 0;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  const opening = { environment, ...streams };
  const openGateway = async () => (await import('./open-gateway.ts')).openGateway(opening);
  const program = await buildProgram(words, { ...opening, openGateway, setExitCode });
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed the error, with the help of the command.
    if (error instanceof CommanderError) return exitCodeOf(error);
    if (error instanceof Refusal && words.includes('--json')) {
      stdout.write(`${JSON.stringify({ code: error.code, message: error.message })}\n`);
    } else {
      stderr.write(`pix-gateway: ${messageOf(error)}\n`);
    }
    return EXIT_REFUSED;
  }
}

function exitCodeOf(error: CommanderError): number {
  return error.exitCode === 0 ? 0 : EXIT_USAGE;
}

function messageOf(error: unknown): string {
  if (error instanceof Refusal) return `${error.message} (${error.code})`;
  if (error instanceof ConfigError || error instanceof EmbeddedDatabaseError) return error.message;
  if (error instanceof BackupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
