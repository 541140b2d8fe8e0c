import type { Command } from 'commander';
import { addDays, clockTime, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import { dayOf } from '#src/ground/commands/argument-values.ts';
import { answer } from '#src/ground/commands/session.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { readPlatformTotals } from '#src/ledger/read-totals.ts';
import { BankUnavailableError } from '../reconciliation/bank-answers.ts';
import { unexplainedSurplus } from '../reconciliation/compare-balance.ts';
import type { Reconciliation } from '../reconciliation/discrepancy.ts';
import { balanceView, type DiscrepancyLine, lineOf } from '../reconciliation/discrepancy-line.ts';
import { reconcileAndSave } from '../reconciliation/schedule-reconciliations.ts';
import { disputeReader } from '../work.ts';
import { withBank } from './bank-session.ts';

/** `reconcile --day`. */
export function addReconcileCommand(program: Command): void {
  program
    .command('reconcile')
    .description('compara um dia com o banco e guarda o relatório; sai com 1 se houver divergência')
    .requiredOption('--day <dia>', 'dia, no horário de Brasília, como 2026-11-20', dayOf)
    .action(({ day }: { day: string }, command: Command) =>
      answer(command, (appContext) =>
        withBank(appContext, async (liveBank) => {
          const { database, clock, logger } = appContext;
          const readDisputes = disputeReader(appContext, liveBank);
          const deps = { database, clock, logger, liveBank, readDisputes };
          const report = await reconcileAndSave(deps, day).catch(refuseUnavailable);
          const isClean = report.discrepancies.length === 0;
          const { operator } = await readPlatformTotals(database, 'live');
          const hint = operator === 0n ? openingBalanceHint(report) : [];
          return {
            json: reconciliationFacts(report),
            text: [reconciliationText(report), ...hint].join('\n'),
            exitCode: isClean ? 0 : 1,
          };
        }),
      ),
    );
}

/** Refuses `provider_unavailable` when the bank doesn't answer. */
export function refuseUnavailable(error: unknown): never {
  if (error instanceof BankUnavailableError) throw new Refusal('provider_unavailable');
  throw error;
}

/** A report for programs. */
export function reconciliationFacts(report: Reconciliation) {
  const { bank, day, balance, discrepancies } = report;
  return {
    bank,
    day,
    compared_until: isoTime(report.comparedUntil),
    clean: discrepancies.length === 0,
    received: report.receivedCount,
    payouts: report.payoutCount,
    refunds: report.refundCount,
    balance: balance && balanceView(balance),
    differences: discrepancies.map(lineOf),
  };
}

/** A discrepancy as a line for people. */
export function discrepancyText(line: DiscrepancyLine): string {
  return `DIVERGÊNCIA  ${JSON.stringify(line)}`;
}

const HH_MM = 'HH:MM'.length;

/** `24:00` for a whole day, else the time at Brasília. */
function untilText({ day, comparedUntil }: Reconciliation): string {
  const isWhole = comparedUntil === startOfKnownDay(addDays(day, 1));
  return isWhole ? '24:00' : clockTime(comparedUntil).slice(0, HH_MM);
}

/**
 * The step for an account that had money before the gateway, while nothing of the operator's own
 * money is booked.
 */
function openingBalanceHint({ balance }: Reconciliation): string[] {
  const surplus = balance ? unexplainedSurplus(balance) : 0n;
  if (surplus <= 0n) return [];
  return [
    '',
    `Se a conta já tinha ${brazilianMoney(centavos(surplus))} antes do gateway, lance o saldo ` +
      'inicial e repita:',
    `  ledger move --amount=${surplus} --note 'saldo inicial da conta'`,
  ];
}

/** A report for people. */
export function reconciliationText(report: Reconciliation): string {
  const { bank, day, balance, discrepancies } = report;
  const counts = [
    `${report.receivedCount} recebimentos`,
    `${report.payoutCount} saques`,
    `${report.refundCount} devoluções`,
  ];
  const balances = balance
    ? `saldo: ${brazilianMoney(balance.atBank)} no banco, ` +
      `${brazilianMoney(balance.inLedger)} no livro`
    : 'saldo: este banco só recebe';
  return [
    `${bank}, ${day} até ${untilText(report)}: comparados ${counts.join(', ')}`,
    balances,
    ...discrepancies.map((discrepancy) => discrepancyText(lineOf(discrepancy))),
    '',
    discrepancies.length === 0 ? 'Tudo confere.' : `Divergências: ${discrepancies.length}.`,
  ].join('\n');
}
