#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { CommanderError } from 'commander';
import { UsageError } from './cli/operator-session.ts';
import { buildProgram } from './cli/program.ts';
import { ConfigError } from './config.ts';
import { EmbeddedDatabaseError } from './platform/embedded-database/embedded-database.ts';
import { Refusal } from './platform/errors/problems.ts';

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const program = buildProgram();
  try {
    await program.parseAsync(process.argv);
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (error instanceof CommanderError) return;
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${program.helpInformation()}`);
    } else if (error instanceof Refusal && process.argv.includes('--json')) {
      process.stdout.write(`${JSON.stringify({ code: error.code, message: error.message })}\n`);
    } else {
      process.stderr.write(`pix-gateway: ${messageOf(error)}\n`);
    }
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  return error instanceof UsageError ? EXIT_USAGE : EXIT_REFUSED;
}

function messageOf(error: unknown): string {
  if (error instanceof Refusal) return `${error.message} (${error.code})`;
  if (error instanceof ConfigError || error instanceof EmbeddedDatabaseError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

await main();
