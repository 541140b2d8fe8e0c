import type { Command } from 'commander';
import { findOperatorOfCommand } from '#src/accounts/auth/find-operator.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { isoTime } from '#src/ground/clock.ts';
import { LIMIT_DEFAULT, limitOf, textOf } from '#src/ground/commands/argument-values.ts';
import { answer, lines } from '#src/ground/commands/session.ts';
import { UsageError } from '#src/ground/commands/usage-error.ts';
import { brazilianMoney } from '#src/ground/money/brazilian-money.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import { proposalAnswer, requestKeyOf } from '#src/money-out/commands/correction-commands.ts';
import { correctionsOf } from '#src/money-out/corrections.ts';
import type { IncomingPaymentReason } from '../payments/incoming-payment.ts';
import { isProposed, payChargeWith } from '../payments/pay-charge.ts';
import {
  assignIncomingPayment,
  listSuspended,
  markIncomingPaymentReturned,
} from '../payments/resolve-incoming-payment.ts';
import { type SuspendedPayment, suspendedPaymentView } from '../payments/suspended-payment.ts';
import { unassignIncomingPayment } from '../payments/unassign-incoming-payment.ts';
import { addIncomingPaymentBankCommands } from './incoming-payment-bank-commands.ts';

const REASONS: Readonly<Record<IncomingPaymentReason, string>> = {
  unknown_charge: 'não há cobrança com este txid',
  amount_differs: 'o valor não é o da cobrança',
  amount_unconfirmed: 'o valor não é o da cobrança, e o banco não informou se ela foi paga',
  already_paid: 'a cobrança já estava paga',
  another_key: 'foi pago a outra chave Pix',
};

interface ListOptions {
  readonly limit: number;
  readonly after?: string;
}

/** `incoming-payment list|assign|unassign|pay|return|collect|refunds|unreadable`. */
export function addIncomingPaymentCommands(program: Command): void {
  const incomingPayment = program
    .command('incoming-payment')
    .alias('receipt')
    .description('recebimentos a identificar: Pix que não correspondem a nenhuma cobrança');
  incomingPayment
    .command('list')
    .description('lista os que aguardam uma decisão')
    .option('--limit <quantidade>', 'até 1000', limitOf, LIMIT_DEFAULT)
    .option('--after <end-to-end-id>', 'continua depois deste recebimento')
    .action((options: ListOptions, command: Command) =>
      answer(command, async ({ database }) => {
        const { rows, next } = await listSuspended(database, options);
        const more = next === null ? '' : `\n\nHá mais: --after ${next}`;
        return {
          json: { data: rows.map(suspendedPaymentView), next },
          text: rows.length === 0 ? 'nada a identificar' : rows.map(messageOf).join('\n\n') + more,
        };
      }),
    );
  incomingPayment
    .command('assign <end-to-end-id>')
    .description('credita o recebimento a um lojista')
    .requiredOption('--merchant <username>', 'lojista que recebe o crédito')
    .action((endToEndId: string, { merchant }: { merchant: string }, command: Command) =>
      answer(command, async ({ database, clock }) => {
        const username = merchant.trim().toLowerCase();
        await assignIncomingPayment({ database, clock }, { endToEndId, username }, commandActor);
        const json = { end_to_end_id: endToEndId, state: 'assigned', merchant: username };
        return { json, text: lines(json) };
      }),
    );
  addUnassign(incomingPayment);
  addPay(incomingPayment);
  incomingPayment
    .command('return <end-to-end-id>')
    .description('registra que o banco devolveu o recebimento ao pagador')
    .action((endToEndId: string, _options: object, command: Command) =>
      answer(command, async ({ database, clock }) => {
        await markIncomingPaymentReturned({ database, clock }, endToEndId, commandActor);
        const json = { end_to_end_id: endToEndId, state: 'returned' };
        return { json, text: lines(json) };
      }),
    );
  addIncomingPaymentBankCommands(incomingPayment);
}

function addUnassign(incomingPayment: Command): void {
  incomingPayment
    .command('unassign <end-to-end-id>')
    .description('desfaz uma identificação errada; o que o lojista já gastou vira dívida')
    .requiredOption('--reason <motivo>', 'motivo; o lojista lê', textOf)
    .action((endToEndId: string, { reason }: { reason: string }, command: Command) =>
      answer(command, async (appContext) => {
        const deps = correctionsOf(appContext).adjustments;
        const undone = { endToEndId, reason };
        const { debt } = await unassignIncomingPayment(deps, undone, commandActor);
        const debtAmount = centavosToJson(debt);
        const json = { end_to_end_id: endToEndId, state: 'suspense', debt_amount: debtAmount };
        return { json, text: lines(json) };
      }),
    );
}

interface PayOptions {
  readonly reason: string;
  readonly charge?: string;
  readonly key?: string;
  readonly operator?: string;
}

function addPay(incomingPayment: Command): void {
  incomingPayment
    .command('pay <end-to-end-id>')
    .description('paga com o recebimento a cobrança que ele informa, seja qual for o valor')
    .requiredOption('--reason <motivo>', 'por quê; fica na auditoria', textOf)
    .option('--charge <id>', 'outra do mesmo valor, se ele não informa uma que possa pagar', textOf)
    .option('--key <chave>', 'repetido com a mesma chave, propõe uma só vez', textOf)
    .option('--operator <e-mail>', 'quem propõe, acima de ADJUSTMENT_APPROVAL_ABOVE')
    .action((endToEndId: string, options: PayOptions, command: Command) =>
      answer(command, async (appContext) => {
        const deps = correctionsOf(appContext).adjustments;
        const { reason, charge: chosen, key, operator } = options;
        if (operator === undefined && (await isProposed(deps, { endToEndId, chosen }))) {
          throw new UsageError('acima de ADJUSTMENT_APPROVAL_ABOVE, informe --operator');
        }
        const by =
          operator === undefined
            ? commandActor
            : await findOperatorOfCommand(appContext.database, operator);
        const requestKey = requestKeyOf(key);
        const request = { endToEndId, chosen, reason, requestKey, expected: undefined };
        const { chargeId, proposal } = await payChargeWith(deps, request, by);
        if (proposal) return proposalAnswer(proposal);
        const json = { end_to_end_id: endToEndId, state: 'charge', charge_id: chargeId };
        return { json, text: lines(json) };
      }),
    );
}

function messageOf(payment: SuspendedPayment): string {
  return lines({
    end_to_end_id: payment.endToEndId,
    valor: brazilianMoney(payment.amount),
    motivo: REASONS[payment.reason],
    recebido_em: isoTime(payment.receivedAt),
    ...(payment.chargeId !== null && { cobranca: payment.chargeId }),
  });
}
