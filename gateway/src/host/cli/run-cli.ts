import { CommanderError } from 'commander';
import { BackupError } from '#src/ground/backup/backup-error.ts';
import { ConfigError } from '#src/ground/config/config.ts';
import type { Environment } from '#src/ground/config/config-reader.ts';
import { EmbeddedDatabaseError } from '#src/ground/embedded-database/error.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { buildProgram } from './program.ts';

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

/** Runs the command of the command line; sets the exit code: 1 refused or failed, 2 wrong call. */
export async function runCli(environment: Environment): Promise<void> {
  const program = await buildProgram(process.argv.slice(2), environment);
  try {
    await program.parseAsync(process.argv);
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    // Commander has printed the error, with the help of the command.
    if (error instanceof CommanderError) return;
    if (error instanceof Refusal && process.argv.includes('--json')) {
      process.stdout.write(`${JSON.stringify({ code: error.code, message: error.message })}\n`);
    } else {
      process.stderr.write(`pix-gateway: ${messageOf(error)}\n`);
    }
  }
}

function exitCodeOf(error: unknown): number {
  if (!(error instanceof CommanderError)) return EXIT_REFUSED;
  return error.exitCode === 0 ? 0 : EXIT_USAGE;
}

function messageOf(error: unknown): string {
  if (error instanceof Refusal) return `${error.message} (${error.code})`;
  if (error instanceof ConfigError || error instanceof EmbeddedDatabaseError) return error.message;
  if (error instanceof BackupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
