import type { Command } from 'commander';
import { addDays, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { isoTime } from '#src/ground/clock.ts';
import { dayOf, LIMIT_DEFAULT, limitOf } from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { backfillIncomingPayments } from '../payments/collect-incoming-payments.ts';
import type { IncomingPaymentState } from '../payments/incoming-payment.ts';
import { unreadablePaymentView } from '../payments/unreadable-payment.ts';
import { listUnreadable } from '../payments/unreadable-payments.ts';
import {
  type UnrequestedRefund,
  unrequestedRefundView,
} from '../reconciliation/unrequested-refund.ts';
import { listUnrequestedRefunds } from '../reconciliation/unrequested-refunds.ts';
import { withBank } from './bank-session.ts';

const STATES: Readonly<Record<IncomingPaymentState, string>> = {
  charge: 'de uma cobrança',
  suspense: 'a identificar',
  assigned: 'creditado a um lojista',
  returned: 'devolvido',
};

const FAILED_AFTER_BOOKING = 'lançada aqui, mas o banco não a concluiu; confira o extrato';

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
          json: { data: rows.map(unreadablePaymentView) },
          text:
            rows.length === 0 ? 'nenhum' : rows.map(unreadablePaymentView).map(lines).join('\n\n'),
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
          const deps = { database, clock, logger, bank, receiving };
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

function refundFacts(refund: UnrequestedRefund) {
  return { ...unrequestedRefundView(refund), merchant: refund.username };
}

function refundWords(refund: UnrequestedRefund): string {
  return lines({
    end_to_end_id: refund.endToEndId,
    devolucao: refund.returnId ?? refund.refundId,
    valor: brazilianMoney(refund.amount),
    origem: refund.isByBank ? 'do banco (MED)' : 'pedida no banco',
    quando: isoTime(refund.happenedAt),
    de: refundedPayment(refund),
    ...(refund.status === 'failed' ? { falha: FAILED_AFTER_BOOKING } : {}),
    ...(refund.bookingFailure === null ? {} : { falha: refund.bookingFailure }),
  });
}

function refundedPayment({ chargeId, username, incomingPaymentState }: UnrequestedRefund): string {
  if (chargeId !== null) return `cobrança ${chargeId} de ${username}`;
  const state = incomingPaymentState ? STATES[incomingPaymentState] : 'não registrado aqui';
  return `recebimento ${state}`;
}
