import type { Command } from 'commander';
import { addBackupCommands } from './backup-commands.ts';
import { addBankCommands } from './bank-commands.ts';
import { addBucketCommands } from './bucket-commands.ts';
import { addCredentialCommands } from './credential-commands.ts';
import { addDisputeCommands } from './dispute-commands.ts';
import { addEncryptionCommands } from './encryption-commands.ts';
import { addHeldCommands } from './held-commands.ts';
import { addIncomingPaymentCommands } from './incoming-payment-commands.ts';
import { addLedgerCommands } from './ledger-commands.ts';
import { addMerchantCommands } from './merchant-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import { addOrderCommands } from './order-commands.ts';
import { addPayoutCommands } from './payout-commands.ts';
import { PortugueseCommand } from './portuguese-command.ts';
import { addReconcileCommand } from './reconcile-command.ts';
import { addRestoreCommands } from './restore-commands.ts';
import { addUserCommands } from './user-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';

/**
 * Builds the operator's commands. They run the same functions as the API, on the same database.
 * Parsing a wrong call prints the error and the help of its command, and throws CommanderError.
 */
export function buildProgram(): Command {
  const program = new PortugueseCommand('pix-gateway')
    .description('comandos do operador do pix-gateway')
    .option('--json', 'responde em JSON')
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
    .showHelpAfterError()
    .exitOverride();
  addMerchantCommands(program);
  addCredentialCommands(program);
  addWebhookCommands(program);
  addLedgerCommands(program);
  addEncryptionCommands(program);
  addBackupCommands(program);
  addRestoreCommands(program);
  addBucketCommands(program);
  addBankCommands(program);
  addIncomingPaymentCommands(program);
  addDisputeCommands(program);
  addHeldCommands(program);
  addOrderCommands(program);
  addPayoutCommands(program);
  addReconcileCommand(program);
  addOperatorCommands(program);
  addUserCommands(program);
  return program;
}
