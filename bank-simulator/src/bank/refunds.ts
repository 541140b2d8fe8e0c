import { createEndToEndId, createIdentifier, OWN_BANK_NUMBER } from '../identifiers.ts';
import { freeBalance, moveBalance } from '../state/bank-state.ts';
import type { ReceivedPayment, Refund } from '../state/records.ts';
import { announce } from './announce.ts';
import { type Bank, now } from './bank.ts';
import { findPayment } from './payments.ts';
import { BankRefusal, refuseField } from './refusal.ts';
import { representPayment } from './represent.ts';

const DAY_MS = 86_400_000;
/** How long a payment can be refunded (API Pix 2.10.0, PixDevolucaoInvalida). */
const REFUND_WINDOW_MS = 90 * DAY_MS;

/** The nature of a refund by the special mechanism (MED) for suspected fraud. */
export const MED_NATURE = 'MED_FRAUDE';

export interface RefundOrder {
  readonly id: string;
  readonly amount: bigint;
  readonly nature?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * `PUT /pix/{e2eid}/devolucao/{id}`. Takes the amount from the balance now, if the balance is
 * enough. Throws BankRefusal.
 */
export function sendRefund(bank: Bank, endToEndId: string, order: RefundOrder): Refund {
  const payment = findPayment(bank, endToEndId);
  checkRefund(bank, payment, order);
  const requestedAt = now(bank);
  const isFunded = freeBalance(bank.state) >= order.amount;
  const refund: Refund = {
    id: order.id,
    returnId: createEndToEndId(OWN_BANK_NUMBER, requestedAt, 'D'),
    amount: order.amount,
    nature: order.nature ?? 'ORIGINAL',
    ...(order.description === undefined ? {} : { description: order.description }),
    status: 'EM_PROCESSAMENTO',
    requestedAt,
    settlesAt: requestedAt + bank.settings.refundDelayMs,
    isFunded,
  };
  bank.state.transaction(() => {
    if (isFunded) moveBalance(bank.state, -order.amount);
    bank.state.payments.put({ ...payment, refunds: [...payment.refunds, refund] });
  });
  bank.agenda.refunds.add(endToEndId);
  return refund;
}

export function findRefund(bank: Bank, endToEndId: string, id: string): Refund {
  const refund = findPayment(bank, endToEndId).refunds.find((one) => one.id === id);
  if (refund !== undefined) return refund;
  const message = 'Nenhuma devolução encontrada para o identificador informado';
  throw new BankRefusal('refundNotFound', message);
}

/** Refunds a payment without a request of the client: by the special mechanism (MED). */
export function takeBack(
  bank: Bank,
  endToEndId: string,
  { amount, nature = MED_NATURE }: { readonly amount: bigint; readonly nature?: string },
): Refund {
  const payment = findPayment(bank, endToEndId);
  const at = now(bank);
  const refund: Refund = {
    id: createIdentifier(),
    returnId: createEndToEndId(OWN_BANK_NUMBER, at, 'D'),
    amount,
    nature,
    status: 'DEVOLVIDO',
    requestedAt: at,
    settlesAt: at,
    settledAt: at,
    isFunded: true,
  };
  bank.state.transaction(() => {
    moveBalance(bank.state, -amount);
    saveAndTell(bank, { ...payment, refunds: [...payment.refunds, refund] });
  });
  return refund;
}

/** Ends the refunds that are due. */
export function settleDueRefunds(bank: Bank): void {
  const at = now(bank);
  for (const endToEndId of bank.agenda.refunds) {
    const payment = findPayment(bank, endToEndId);
    const pending = payment.refunds.filter(({ status }) => status === 'EM_PROCESSAMENTO');
    const due = pending.filter(({ settlesAt }) => settlesAt <= at);
    for (const { id } of due) settleRefund(bank, findPayment(bank, endToEndId), id);
    if (due.length === pending.length) bank.agenda.refunds.delete(endToEndId);
  }
}

function settleRefund(bank: Bank, payment: ReceivedPayment, id: string): void {
  const isRefused = bank.faults.take('settleRefund', ['not_realized']).length > 0;
  const settle = (refund: Refund): Refund => {
    if (!refund.isFunded) {
      const reason = 'Saldo insuficiente para realizar a devolução.';
      return { ...refund, status: 'NAO_REALIZADO', reason };
    }
    if (isRefused) return { ...refund, status: 'NAO_REALIZADO', reason: 'Negado por timeout' };
    return { ...refund, status: 'DEVOLVIDO', settledAt: now(bank) };
  };
  bank.state.transaction(() => {
    const refunds = payment.refunds.map((one) => (one.id === id ? settle(one) : one));
    const settled = refunds.find((one) => one.id === id);
    if (settled?.isFunded === true && settled.status === 'NAO_REALIZADO') {
      moveBalance(bank.state, settled.amount);
    }
    saveAndTell(bank, { ...payment, refunds });
  });
}

function saveAndTell(bank: Bank, payment: ReceivedPayment): void {
  bank.state.payments.put(payment);
  if (payment.txid !== undefined) announce(bank, payment.key, representPayment(payment));
}

function checkRefund(bank: Bank, payment: ReceivedPayment, order: RefundOrder): void {
  if (payment.refunds.some(({ id }) => id === order.id)) {
    const reason = 'O id informado já foi utilizado em outra devolução';
    throw refuseField('refundRepeated', 'devolucao.id', reason);
  }
  if (order.amount <= 0n) {
    throw refuseField('refundInvalid', 'devolucao.valor', 'O valor deve ser maior que zero');
  }
  const refunded = payment.refunds
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, { amount }) => sum + amount, 0n);
  if (refunded + order.amount > payment.amount) {
    const reason = 'As devoluções excederiam o valor do pix originário';
    throw refuseField('refundInvalid', 'devolucao.valor', reason);
  }
  if (now(bank) - payment.receivedAt > REFUND_WINDOW_MS) {
    const reason = 'Passou o prazo de 90 dias para devolver o pix';
    throw refuseField('refundInvalid', 'devolucao', reason);
  }
}
