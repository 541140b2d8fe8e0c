import type { Command } from 'commander';
import { refundsNotedBy } from '#src/app/compose-bank.ts';
import { backfillIncomingPayments } from '#src/incoming-payments/collect-incoming-payments.ts';
import { listUnreadable, type UnreadableRow } from '#src/incoming-payments/unreadable-payments.ts';
import { centavos } from '#src/money/centavos.ts';
import { addDays, startOfBrazilianDay } from '#src/platform/brazilian-days.ts';
import { isoTime } from '#src/platform/clock.ts';
import { describeUnrequestedRefund } from '#src/reconciliation/describe-unrequested-refund.ts';
import {
  listUnrequestedRefunds,
  type UnrequestedRefundRow,
} from '#src/reconciliation/unrequested-refunds.ts';
import { dayOf, LIMIT_DEFAULT, limitOf } from './argument-values.ts';
import { withBank } from './bank-session.ts';
import { answer, lines, reais } from './operator-session.ts';
import { UsageError } from './usage-error.ts';

/** `incoming-payment collect|refunds|unreadable`: commands about the bank's own records. */
export function addIncomingPaymentBankCommands(incomingPayment: Command): void {
  addCollectCommand(incomingPayment);
  incomingPayment
    .command('refunds')
    .description(
      'lista devoluções feitas no banco sem pedido deste gateway, da mais nova à mais antiga',
    )
    .option('--limit <quantidade>', 'até 1000', limitOf, LIMIT_DEFAULT)
    .option('--before <id>', 'continua antes desta devolução')
    .action((options: { limit: number; before?: string }, command: Command) =>
      answer(command, async ({ database }) => {
        const { rows, next } = await listUnrequestedRefunds(database, options);
        const more = next === null ? '' : `\n\nHá mais: --before ${next}`;
        return {
          json: { data: rows.map(refundFacts), next },
          text: rows.length === 0 ? 'nenhuma' : rows.map(refundWords).join('\n\n') + more,
        };
      }),
    );
  incomingPayment
    .command('unreadable')
    .description('lista recebimentos que o banco informa em um formato desconhecido')
    .action((_options: object, command: Command) =>
      answer(command, async ({ database }) => {
        const rows = await listUnreadable(database);
        return {
          json: { data: rows.map(unreadableFacts) },
          text: rows.length === 0 ? 'nenhum' : rows.map(unreadableFacts).map(lines).join('\n\n'),
        };
      }),
    );
}

function addCollectCommand(incomingPayment: Command): void {
  incomingPayment
    .command('collect')
    .description('lê de novo o que o banco recebeu em um período e registra o que falta')
    .requiredOption('--from <dia>', 'primeiro dia, no horário de Brasília, como 2026-11-01', dayOf)
    .requiredOption('--to <dia>', 'último dia', dayOf)
    .action(({ from, to }: { from: string; to: string }, command: Command) =>
      answer(command, (appContext) =>
        withBank(appContext, async ({ name, receiving }, { pixKey }) => {
          const { database, clock, logger } = appContext;
          const bank = { name, pixKey };
          const noteRefunds = refundsNotedBy(appContext, name);
          const deps = { database, clock, logger, bank, receiving, noteRefunds };
          const { found, failure } = await backfillIncomingPayments(
            deps,
            periodOf(from, to, clock.now()),
          );
          const rest = `o banco não respondeu a tudo (${failure}); o worker lê o restante`;
          return {
            json: { from, to, found, complete: failure === undefined, failure: failure ?? null },
            text: `novos: ${found}${failure === undefined ? '' : `\n${rest}`}`,
            exitCode: failure === undefined ? 0 : 1,
          };
        }),
      ),
    );
}

/** The period of both days, up to now. Throws UsageError for an empty one. */
function periodOf(from: string, to: string, now: number) {
  const start = startOfBrazilianDay(from) ?? 0;
  const end = Math.min(startOfBrazilianDay(addDays(to, 1)) ?? 0, now);
  if (start >= end) throw new UsageError('--from não pode ser depois de --to nem estar no futuro');
  return { from: start, to: end };
}

function refundFacts(row: UnrequestedRefundRow) {
  return { ...describeUnrequestedRefund(row), merchant: row.username };
}

function refundWords(row: UnrequestedRefundRow): string {
  return lines({
    end_to_end_id: row.end_to_end_id,
    devolucao: row.return_id ?? row.refund_id,
    valor: reais(centavos(row.amount_centavos)),
    origem: row.is_by_bank ? 'do banco (MED)' : 'pedida no banco',
    quando: isoTime(row.happened_at),
    de:
      row.charge_id === null
        ? `recebimento ${row.incoming_payment_state ?? 'não registrado aqui'}`
        : '',
    ...(row.charge_id !== null && { de: `cobrança ${row.charge_id} de ${row.username}` }),
  });
}

function unreadableFacts(row: UnreadableRow) {
  return {
    bank: row.bank,
    item: row.item,
    reason: row.reason,
    first_seen_at: isoTime(row.first_seen_at),
    last_seen_at: isoTime(row.last_seen_at),
  };
}
