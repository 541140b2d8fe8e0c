import type { Command } from 'commander';
import type { BankExam } from '#src/bank/bank-exam.ts';
import type { LiveBank } from '#src/bank/live-bank.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import type { AuditAction } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Answer } from '#src/ground/commands/answer.ts';
import { answer, hostOf, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import type { BankConfig } from '#src/ground/config/bank-config.ts';
import type { GatewayContext } from '#src/ground/gateway-context.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { maskedAddress } from '../payments/callback-address.ts';
import { ownAddress, readBankFindings } from './bank-findings.ts';
import { requireDone, withBank } from './bank-session.ts';

/** `bank webhook register|show|remove` and `bank check`. */
export function addBankCommands(program: Command, exam: BankExam | undefined): void {
  const bank = program.command('bank').description('banco usado pelas chaves live');
  const webhook = bank.command('webhook').description('endereço em que o banco avisa este gateway');
  webhook
    .command('register')
    .description('registra no banco o endereço deste gateway')
    .option('--url <url>', 'outro endereço público que leva a este gateway', addressOf)
    .action((options: { url?: string }, command: Command) =>
      answer(command, (appContext) =>
        withBank(appContext, (liveBank, config) =>
          registerWebhook(
            appContext,
            liveBank,
            options.url ?? ownAddress(appContext.config.baseUrl, config),
          ),
        ),
      ),
    );
  webhook
    .command('show')
    .description('mostra o endereço registrado no banco')
    .action((_options: object, command: Command) =>
      answer(command, (appContext) =>
        withBank(appContext, async (liveBank, config) => {
          const url = requireDone(await liveBank.receiving.findCallback());
          const own = ownAddress(appContext.config.baseUrl, config);
          return webhookAnswer(url, { own, recurring: await recurringAddresses(liveBank) });
        }),
      ),
    );
  webhook
    .command('remove')
    .description('remove o endereço; o banco deixa de avisar')
    .action((_options: object, command: Command) =>
      answer(command, (appContext) =>
        withBank(appContext, async (liveBank) => {
          requireDone(await liveBank.receiving.removeCallback());
          if (liveBank.recurring) requireDone(await liveBank.recurring.removeCallbacks());
          await record(appContext, liveBank, { action: 'bank.webhook_removed' });
          return { json: { removed: true }, text: 'endereço removido' };
        }),
      ),
    );
  const check = bank
    .command('check')
    .description('verifica o que o gateway usa no banco; sai com 1 se faltar algo')
    .action((options: { exam?: boolean }, command: Command) =>
      answer(command, (appContext) =>
        withBank(appContext, (liveBank, config) =>
          exam && options.exam
            ? exam.run(config, options, {
                now: appContext.clock.now,
                note: (line) => void hostOf(command).stderr.write(`${line}\n`),
              })
            : checkBank(appContext, liveBank, config),
        ),
      ),
    );
  exam?.addOptions(check);
}

function addressOf(text: string): string {
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (isAddress) return text.replace(/(?<!\/)\/+$/, '');
  throw new UsageError('--url espera uma URL absoluta, como https://pix.exemplo.com.br/banks/…');
}

async function registerWebhook(
  appContext: GatewayContext,
  bank: LiveBank,
  url: string,
): Promise<Answer> {
  requireDone(await bank.receiving.registerCallback(url));
  // The bank adds `/rec` and `/cobr` to it (Pix Automático).
  if (bank.recurring) requireDone(await bank.recurring.registerCallbacks(url));
  const details = { url: maskedAddress(url) };
  await record(appContext, bank, { action: 'bank.webhook_registered', details });
  return { json: details, text: lines(details) };
}

/** The addresses for Pix Automático; undefined for a bank without it. */
async function recurringAddresses({ recurring }: LiveBank) {
  if (!recurring) return undefined;
  const { recurrences, cycles } = requireDone(await recurring.findCallbacks());
  return [recurrences, cycles];
}

function webhookAnswer(
  url: string | undefined,
  {
    own,
    recurring,
  }: { readonly own: string; readonly recurring: readonly (string | undefined)[] | undefined },
): Answer {
  const ofRecurring = recurring && { recurring_is_ours: recurring.every((key) => key === own) };
  if (url === undefined) {
    const json = { url: null, is_ours: false, ...ofRecurring };
    return { json, text: 'nenhum endereço registrado' };
  }
  const facts = { url: maskedAddress(url), is_ours: url === own, ...ofRecurring };
  return { json: facts, text: lines(facts) };
}

function record(
  { database, clock }: GatewayContext,
  bank: LiveBank,
  change: { action: AuditAction; details?: Readonly<Record<string, string>> },
): Promise<void> {
  const facts = { merchantId: null, subject: bank.name, ...change };
  return database.transaction(async (tx) => recordChange(tx, commandActor, facts, clock.now()));
}

async function checkBank(
  appContext: GatewayContext,
  bank: LiveBank,
  config: BankConfig,
): Promise<Answer> {
  const { baseUrl } = appContext.config;
  const now = appContext.clock.now();
  const { findings, balance } = await readBankFindings(bank, config, { baseUrl, now });
  const isOk = Object.values(findings).every((finding) => finding.ok);
  const amount = balance === undefined ? null : centavosToJson(balance);
  return {
    json: { ok: isOk, bank: bank.name, ...findings, balance: { ...findings.balance, amount } },
    text: Object.entries(findings)
      .map(([name, finding]) => `${finding.ok ? 'ok   ' : 'FALHA'}  ${name}: ${finding.message}`)
      .join('\n'),
    exitCode: isOk ? 0 : 1,
  };
}
