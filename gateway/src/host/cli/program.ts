import type { Command } from 'commander';
import { PortugueseCommand } from './portuguese-command.ts';

type AddCommands = (program: Command) => void;

/** The commands of the first level, and the file that adds them. */
const GROUPS: readonly (readonly [names: string, load: () => Promise<AddCommands>])[] = [
  ['merchant', async () => (await import('./merchant-commands.ts')).addMerchantCommands],
  ['credential', async () => (await import('./credential-commands.ts')).addCredentialCommands],
  ['webhook', async () => (await import('./webhook-commands.ts')).addWebhookCommands],
  ['ledger sandbox migrate', async () => (await import('./ledger-commands.ts')).addLedgerCommands],
  ['encryption', async () => (await import('./encryption-commands.ts')).addEncryptionCommands],
  ['backup', async () => (await import('./backup-commands.ts')).addBackupCommands],
  ['restore restoration', async () => (await import('./restore-commands.ts')).addRestoreCommands],
  ['bucket', async () => (await import('./bucket-commands.ts')).addBucketCommands],
  ['doctor', async () => (await import('./doctor-command.ts')).addDoctorCommand],
  ['bank', async () => (await import('./bank-commands.ts')).addBankCommands],
  [
    'incoming-payment',
    async () => (await import('./incoming-payment-commands.ts')).addIncomingPaymentCommands,
  ],
  ['dispute', async () => (await import('./dispute-commands.ts')).addDisputeCommands],
  ['held', async () => (await import('./held-commands.ts')).addHeldCommands],
  ['payout refund', async () => (await import('./order-commands.ts')).addOrderCommands],
  ['payouts', async () => (await import('./payout-commands.ts')).addPayoutCommands],
  ['reconcile', async () => (await import('./reconcile-command.ts')).addReconcileCommand],
  ['operator', async () => (await import('./operator-commands.ts')).addOperatorCommands],
  ['user', async () => (await import('./user-commands.ts')).addUserCommands],
];

/**
 * Builds the operator's commands. They run the same functions as the API, on the same database.
 * Parsing a wrong call prints the error and the help of its command, and throws CommanderError.
 * @param words the words of a call: only the files of its command are loaded. Default: all files.
 */
export async function buildProgram(words: readonly string[] = []): Promise<Command> {
  const program = new PortugueseCommand('pix-gateway')
    .description('comandos do operador do pix-gateway')
    .option('--json', 'responde em JSON')
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
    .showHelpAfterError()
    .exitOverride();
  const command = words.find((word) => !word.startsWith('-'));
  const called = GROUPS.filter(([names]) => names.split(' ').includes(command ?? ''));
  // Without a known command the help or the error names all of them.
  const groups = called.length > 0 ? called : GROUPS;
  const loaded = await Promise.all(groups.map(([, load]) => load()));
  for (const addCommands of loaded) addCommands(program);
  return program;
}
