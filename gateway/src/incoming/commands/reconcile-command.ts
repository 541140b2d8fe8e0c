import type { Command } from 'commander';
import { dayOf } from '#src/ground/commands/argument-values.ts';
import { answer } from '#src/ground/commands/session.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { BankUnavailableError } from '../reconciliation/bank-answers.ts';
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
          return {
            json: reconciliationFacts(report),
            text: reconciliationText(report),
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
    `${bank}, ${day}: comparados ${counts.join(', ')}`,
    balances,
    ...discrepancies.map((discrepancy) => discrepancyText(lineOf(discrepancy))),
    '',
    discrepancies.length === 0 ? 'Tudo confere.' : `Divergências: ${discrepancies.length}.`,
  ].join('\n');
}
