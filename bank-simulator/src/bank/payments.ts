import { readBrCode } from '../br-code.ts';
import { dayAt } from '../calendar.ts';
import { createEndToEndId, PAYERS_BANK_NUMBER } from '../identifiers.ts';
import { readAmount } from '../money.ts';
import { moveBalance } from '../state/bank-state.ts';
import type { Charge, DueCharge, ReceivedPayment } from '../state/records.ts';
import { announce } from './announce.ts';
import { type Bank, now } from './bank.ts';
import { amountOn, type DayAmount, lastDayOf } from './due-amount.ts';
import { BankRefusal } from './refusal.ts';
import { representPayment } from './represent.ts';

const MS_IN_SECOND = 1000;

/** The payer's app can't pay: the charge is paid, removed or expired, or does not exist. */
export class PaymentImpossible extends Error {}

export interface PaymentOptions {
  /** In centavos. Default: the amount of the charge or of the code. */
  readonly amount?: bigint | undefined;
  /** Pays also an expired charge, or one that is paid already. */
  readonly isForced?: boolean | undefined;
  readonly payerInformation?: string | undefined;
}

/**
 * Pays as a payer's app does: by a code (dynamic, or static with the key of the account) or by a
 * txid. Throws PaymentImpossible.
 */
export function pay(bank: Bank, codeOrTxid: string, options: PaymentOptions = {}): ReceivedPayment {
  const text = codeOrTxid.trim();
  const charge = bank.state.charges.get(text) ?? bank.state.dueCharges.get(text);
  if (charge !== undefined) return payAny(bank, charge, options);
  const code = readBrCode(text);
  if (code === undefined) throw new PaymentImpossible('Código inválido ou txid desconhecido');
  const { location, key, txid } = code;
  if (location !== undefined) {
    return payAny(bank, chargeAt(bank, location), options);
  }
  if (key === undefined && code.recurrenceLocation !== undefined) {
    throw new PaymentImpossible('O código só autoriza uma recorrência');
  }
  if (key !== bank.settings.pixKey) throw new PaymentImpossible('O código é de outra chave');
  const amount = options.amount ?? readAmount(code.amount ?? '');
  if (amount === undefined) throw new PaymentImpossible('O código não diz o valor');
  return receive(bank, { ...options, amount, txid });
}

/**
 * Receives a payment without a charge: to the key alone, or by a static code with a txid. Throws
 * PaymentImpossible.
 */
export function receive(
  bank: Bank,
  order: PaymentOptions & {
    readonly amount: bigint;
    readonly txid?: string | undefined;
    readonly components?: DayAmount | undefined;
    readonly isOfMed?: boolean | undefined;
  },
): ReceivedPayment {
  const { txid, payerInformation, components, isOfMed = false } = order;
  const [fault] = bank.faults.take('pay', ['wrong_amount']);
  const amount = fault === undefined ? order.amount : (fault.amount ?? order.amount - 1n);
  if (amount <= 0n) throw new PaymentImpossible('O valor precisa ser maior que zero');
  const receivedAt = now(bank);
  const payment: ReceivedPayment = {
    endToEndId: createEndToEndId(PAYERS_BANK_NUMBER, receivedAt),
    ...(txid === undefined ? {} : { txid }),
    key: bank.settings.pixKey,
    amount,
    receivedAt,
    ...(payerInformation === undefined ? {} : { payerInformation }),
    // The components must add up to the amount.
    ...(components?.final === amount ? { components } : {}),
    ...(isOfMed && { isOfMed }),
    refunds: [],
  };
  return bank.state.transaction(() => recordPayment(bank, payment));
}

export function findPayment(bank: Bank, endToEndId: string): ReceivedPayment {
  const payment = bank.state.payments.get(endToEndId);
  if (payment !== undefined) return payment;
  const message = 'Nenhum pix encontrado para o identificador informado';
  throw new BankRefusal('paymentNotFound', message);
}

function chargeAt(bank: Bank, url: string): Charge | DueCharge {
  const location = bank.state.locations.values().find((one) => one.url === url);
  if (location === undefined) throw new PaymentImpossible('O código não é de uma cobrança daqui');
  const txid = location.txid ?? '';
  const charge = bank.state.charges.get(txid) ?? bank.state.dueCharges.get(txid);
  if (charge === undefined) throw new PaymentImpossible('O código não mostra nenhuma cobrança');
  return charge;
}

function payAny(bank: Bank, charge: Charge | DueCharge, options: PaymentOptions): ReceivedPayment {
  return 'dueDate' in charge
    ? payDueCharge(bank, charge, options)
    : payCharge(bank, charge, options);
}

/** The amount of a charge with a due date today. */
export function amountToday(bank: Bank, charge: DueCharge): DayAmount {
  return amountOn(charge, dayAt(now(bank)));
}

/** The payer's app pays what the day says, unless a test wants another amount. */
function payDueCharge(bank: Bank, charge: DueCharge, options: PaymentOptions): ReceivedPayment {
  if (options.isForced !== true) {
    refuseUnlessActive(charge);
    if (dayAt(now(bank)) > lastDayOf(charge)) {
      throw new PaymentImpossible('A cobrança está vencida');
    }
  }
  const components = amountToday(bank, charge);
  const amount = options.amount ?? components.final;
  return receive(bank, { ...options, amount, components, txid: charge.txid });
}

function refuseUnlessActive({ status }: Charge | DueCharge): void {
  if (status === 'ATIVA') return;
  throw new PaymentImpossible(`A cobrança não pode ser paga: ${status}`);
}

function payCharge(bank: Bank, charge: Charge, options: PaymentOptions): ReceivedPayment {
  if (options.isForced !== true) {
    refuseUnlessActive(charge);
    if (now(bank) > charge.createdAt + charge.expiresInSeconds * MS_IN_SECOND) {
      throw new PaymentImpossible('A cobrança está vencida');
    }
  }
  return receive(bank, { ...options, amount: options.amount ?? charge.amount, txid: charge.txid });
}

/** Saves a payment, and ends the charge that it pays. Call it in a transaction. */
export function recordPayment(bank: Bank, payment: ReceivedPayment): ReceivedPayment {
  const { endToEndId, txid } = payment;
  bank.state.payments.put(payment);
  moveBalance(bank.state, payment.amount);
  const charge = txid === undefined ? undefined : bank.state.charges.get(txid);
  if (charge !== undefined) {
    const endToEndIds = [...charge.endToEndIds, endToEndId];
    bank.state.charges.put({ ...charge, status: 'CONCLUIDA', endToEndIds });
  }
  const due = txid === undefined ? undefined : bank.state.dueCharges.get(txid);
  if (due !== undefined) {
    const endToEndIds = [...due.endToEndIds, endToEndId];
    bank.state.dueCharges.put({ ...due, status: 'CONCLUIDA', endToEndIds });
  }
  // In the standard a Pix without txid causes no call-back.
  if (txid !== undefined) announce(bank, payment.key, representPayment(payment));
  return payment;
}
