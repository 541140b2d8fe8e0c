import { amountOn, lastDayOf } from '../bank/due-amount.ts';
import { dayAt } from '../calendar.ts';
import { writeInstant } from '../clock.ts';
import { writeAmount } from '../money.ts';
import type { BankSimulator } from '../running-bank.ts';
import type { Charge, DueCharge } from '../state/records.ts';

const LATEST = 50;

/** The data of the page: the balance, and the latest fifty records of each kind, newest first. */
export function describeState(bank: Pick<BankSimulator, 'snapshot' | 'faults' | 'settings'>) {
  const { charges, dueCharges, payments, payouts, disputes, callbacks, balance, blocked } =
    bank.snapshot();
  const at = bank.settings.clock.now();
  return {
    balance: writeAmount(balance),
    blocked: writeAmount(blocked),
    pixKey: bank.settings.pixKey,
    dialect: bank.settings.dialect,
    charges: describeCharges(latestOf(charges, dueCharges), at),
    payments: latest(payments).map((payment) => ({
      endToEndId: payment.endToEndId,
      txid: payment.txid,
      amount: writeAmount(payment.amount),
      receivedAt: writeInstant(payment.receivedAt),
      refunds: payment.refunds.map(({ id, amount, status }) => ({
        id,
        amount: writeAmount(amount),
        status,
      })),
    })),
    payouts: latest(payouts).map((payout) => ({
      id: payout.id,
      endToEndId: payout.endToEndId,
      key: payout.beneficiary.chave ?? payout.beneficiary.contaBanco?.conta,
      amount: writeAmount(payout.amount),
      status: payout.status,
      requestedAt: writeInstant(payout.requestedAt),
      returned: writeAmount(payout.returns.reduce((sum, one) => sum + one.amount, 0n)),
    })),
    disputes: latest(disputes).map((dispute) => ({
      id: dispute.id,
      endToEndId: dispute.endToEndId,
      nature: dispute.nature,
      status: dispute.status,
      amount: writeAmount(dispute.amount),
      openedAt: writeInstant(dispute.openedAt),
      isOpen: dispute.closedAt === undefined,
      defense: dispute.defense,
    })),
    callbacks: latest(callbacks).map((callback) => ({
      id: callback.id,
      status: callback.status,
      attempts: callback.attempts,
      lastAnswer: callback.lastAnswer,
      createdAt: writeInstant(callback.createdAt),
      body: callback.body,
    })),
    faults: bank.faults.list().map((fault) => ({
      ...fault,
      amount: fault.amount === undefined ? undefined : writeAmount(fault.amount),
    })),
  };
}

/** Both kinds of charges, newest first. */
function latestOf(charges: readonly Charge[], dueCharges: readonly DueCharge[]) {
  const all = [...latest(charges), ...latest(dueCharges)];
  return all.toSorted((one, other) => other.createdAt - one.createdAt).slice(0, LATEST);
}

/** A charge with a due date has the amount of today. */
function describeCharges(charges: readonly (Charge | DueCharge)[], at: number) {
  return charges.map((charge) => {
    const { txid, status, createdAt } = charge;
    const facts = { txid, status, createdAt: writeInstant(createdAt) };
    if ('dueDate' in charge) {
      const today = dayAt(at);
      const { final } = amountOn(charge, today);
      const isExpired = today > lastDayOf(charge);
      return { ...facts, isExpired, amount: writeAmount(final), dueDate: charge.dueDate };
    }
    const isExpired = at > createdAt + charge.expiresInSeconds * 1000;
    return { ...facts, isExpired, amount: writeAmount(charge.amount), code: charge.code };
  });
}

function latest<Row>(rows: readonly Row[]): Row[] {
  return rows.slice(-LATEST).reverse();
}
