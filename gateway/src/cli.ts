#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { addBankCommands } from './cli/bank-commands.ts';
import { addCredentialCommands } from './cli/credential-commands.ts';
import { addEncryptionCommands } from './cli/encryption-commands.ts';
import { addHeldCommands } from './cli/held-commands.ts';
import { addIncomingPaymentCommands } from './cli/incoming-payment-commands.ts';
import { addLedgerCommands } from './cli/ledger-commands.ts';
import { addMerchantCommands } from './cli/merchant-commands.ts';
import { addOperatorCommands } from './cli/operator-commands.ts';
import { UsageError } from './cli/operator-session.ts';
import { addReconcileCommand } from './cli/reconcile-command.ts';
import { addUserCommands } from './cli/user-commands.ts';
import { addWebhookCommands } from './cli/webhook-commands.ts';
import { ConfigError } from './config.ts';
import { EmbeddedDatabaseError } from './platform/embedded-database.ts';
import { Refusal } from './platform/problems.ts';

const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

/** The operator's commands: the same verbs as the doors, on the same database. */
function buildProgram(): Command {
  const program = new Command('pix-gateway')
    .description('Comandos do operador do pix-gateway')
    .addOption(new Option('--json', 'responde em JSON').default(false))
    .showHelpAfterError()
    .exitOverride();
  addMerchantCommands(program);
  addCredentialCommands(program);
  addWebhookCommands(program);
  addLedgerCommands(program);
  addEncryptionCommands(program);
  addBankCommands(program);
  addIncomingPaymentCommands(program);
  addHeldCommands(program);
  addReconcileCommand(program);
  addOperatorCommands(program);
  addUserCommands(program);
  return program;
}

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
