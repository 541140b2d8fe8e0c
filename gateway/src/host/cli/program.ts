import type { Command } from 'commander';
import { type CommandHost, runIn } from '#src/ground/commands/session.ts';
import { PortugueseCommand } from './portuguese-command.ts';

type AddCommands = (program: Command) => void;

/** The commands of the first level, and the file that adds them. */
const GROUPS: readonly (readonly [names: string, load: () => Promise<AddCommands>])[] = [
  ['merchant', loadMerchantCommands],
  ['credential', loadCredentialCommands],
  [
    'webhook',
    async () => (await import('#src/webhooks/commands/webhook-commands.ts')).addWebhookCommands,
  ],
  ['ledger sandbox migrate', async () => (await import('./ledger-commands.ts')).addLedgerCommands],
  ['encryption', async () => (await import('./encryption-commands.ts')).addEncryptionCommands],
  ['backup', async () => (await import('./backup-commands.ts')).addBackupCommands],
  ['restore restoration', async () => (await import('./restore-commands.ts')).addRestoreCommands],
  ['bucket', async () => (await import('./bucket-commands.ts')).addBucketCommands],
  ['doctor', async () => (await import('./doctor-command.ts')).addDoctorCommand],
  ['bank', async () => (await import('#src/incoming/commands/bank-commands.ts')).addBankCommands],
  [
    'incoming-payment',
    async () =>
      (await import('#src/incoming/commands/incoming-payment-commands.ts'))
        .addIncomingPaymentCommands,
  ],
  [
    'dispute',
    async () => (await import('#src/disputes/commands/dispute-commands.ts')).addDisputeCommands,
  ],
  ['subscription', loadSubscriptionCommands],
  [
    'customer',
    async () => (await import('#src/reports/commands/customer-commands.ts')).addCustomerCommands,
  ],
  ['mails', async () => (await import('#src/messages/commands/mail-commands.ts')).addMailCommands],
  ['held', async () => (await import('#src/incoming/commands/held-commands.ts')).addHeldCommands],
  [
    'payout refund',
    async () => (await import('#src/money-out/commands/order-commands.ts')).addOrderCommands,
  ],
  [
    'payouts',
    async () => (await import('#src/money-out/commands/payout-commands.ts')).addPayoutCommands,
  ],
  [
    'reconcile',
    async () => (await import('#src/incoming/commands/reconcile-command.ts')).addReconcileCommand,
  ],
  [
    'operator',
    async () => (await import('#src/accounts/commands/operator-commands.ts')).addOperatorCommands,
  ],
  ['user', async () => (await import('#src/accounts/commands/user-commands.ts')).addUserCommands],
];

/** `subscription`: the mails of subscriptions are planned by a room above. */
async function loadSubscriptionCommands(): Promise<AddCommands> {
  const [{ addSubscriptionCommands }, { planSubscriptionMails }] = await Promise.all([
    import('#src/subscriptions/commands/subscription-commands.ts'),
    import('#src/messages/payer-mails/plan-subscription-mails.ts'),
  ]);
  return (program) => addSubscriptionCommands(program, planSubscriptionMails);
}

/** `merchant`: the balance of a merchant is changed by a room above accounts. */
async function loadMerchantCommands(): Promise<AddCommands> {
  const [{ addMerchantCommands }, { addCorrectionCommands }, reads] = await Promise.all([
    import('#src/accounts/commands/merchant-commands.ts'),
    import('#src/money-out/commands/correction-commands.ts'),
    import('#src/charges/daily-totals/read-volumes.ts'),
  ]);
  return (program) => addCorrectionCommands(addMerchantCommands(program, reads));
}

/** `credential`: webhooks say whether a merchant may have a live key. */
async function loadCredentialCommands(): Promise<AddCommands> {
  const [{ addCredentialCommands }, { liveKeyCheck }] = await Promise.all([
    import('#src/accounts/commands/credential-commands.ts'),
    import('#src/webhooks/exams/create-exam.ts'),
  ]);
  return (program) => addCredentialCommands(program, liveKeyCheck);
}

/**
 * Builds the operator's commands. They run the same functions as the API, on the same database.
 * Parsing a wrong call prints the error and the help of its command, and throws CommanderError.
 * @param words the words of a call: only the files of its command are loaded. Default: all files.
 * @param host what the commands use; a program without one can show its help.
 */
export async function buildProgram(
  words: readonly string[] = [],
  host?: CommandHost,
): Promise<Command> {
  const program = new PortugueseCommand('pix-gateway')
    .description('comandos do operador do pix-gateway')
    .option('--json', 'responde em JSON')
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
    .showHelpAfterError()
    .exitOverride();
  if (host) {
    const { stdout, stderr } = host;
    program.configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    });
    runIn(host, program);
  }
  const command = words.find((word) => !word.startsWith('-'));
  const called = GROUPS.filter(([names]) => names.split(' ').includes(command ?? ''));
  // Without a known command the help or the error names all of them.
  const groups = called.length > 0 ? called : GROUPS;
  const loaded = await Promise.all(groups.map(([, load]) => load()));
  for (const addCommands of loaded) addCommands(program);
  return program;
}
