import { writeInstant } from '../clock.ts';
import { writeAmount } from '../money.ts';
import type { BankSimulator } from '../running-bank.ts';

const LATEST = 50;

/** The data of the page: the balance, and the latest fifty records of each kind, newest first. */
export function describeState(bank: Pick<BankSimulator, 'snapshot' | 'faults' | 'settings'>) {
  const { charges, payments, payouts, disputes, callbacks, balance, blocked } = bank.snapshot();
  const at = bank.settings.clock.now();
  return {
    balance: writeAmount(balance),
    blocked: writeAmount(blocked),
    pixKey: bank.settings.pixKey,
    dialect: bank.settings.dialect,
    charges: latest(charges).map((charge) => ({
      txid: charge.txid,
      status: charge.status,
      isExpired: at > charge.createdAt + charge.expiresInSeconds * 1000,
      amount: writeAmount(charge.amount),
      createdAt: writeInstant(charge.createdAt),
      code: charge.code,
    })),
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

function latest<Row>(rows: readonly Row[]): Row[] {
  return rows.slice(-LATEST).reverse();
}
