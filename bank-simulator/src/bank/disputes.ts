import { createHash, randomUUID } from 'node:crypto';
import { createEndToEndId, createIdentifier, OWN_BANK_NUMBER } from '../identifiers.ts';
import { moveBalance } from '../state/bank-state.ts';
import type { Dispute, Refund } from '../state/records.ts';
import { type Bank, now } from './bank.ts';
import { findPayment } from './payments.ts';
import { MED_NATURE } from './refunds.ts';
import { BankRefusal, refuseField } from './refusal.ts';

const DAY_MS = 86_400_000;
/** How long the receiver's bank analyses a dispute. */
const ANALYSIS_MS = 7 * DAY_MS;

export interface DisputeOrder {
  /** In centavos. Default: what the payment's refunds leave of it. */
  readonly amount?: bigint | undefined;
  readonly nature?: string | undefined;
}

export type DisputeOutcome = 'ACEITA' | 'REJEITADA' | 'CANCELADA_EFI';

/**
 * Opens a dispute of a payment and blocks its amount. Throws BankRefusal for an unknown payment, an
 * Error for an amount above what its refunds leave.
 */
export function openDispute(bank: Bank, endToEndId: string, order: DisputeOrder = {}): Dispute {
  const payment = findPayment(bank, endToEndId);
  const rest = payment.refunds
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((left, { amount }) => left - amount, payment.amount);
  const amount = order.amount ?? rest;
  if (amount <= 0n || amount > rest) throw new Error(`payment ${endToEndId} has ${rest} left`);
  const at = now(bank);
  const dispute: Dispute = {
    id: randomUUID(),
    protocol: bank.state.disputes.size + 1,
    endToEndId,
    amount,
    nature: order.nature ?? MED_NATURE,
    status: 'ABERTA',
    openedAt: at,
    defenseDueAt: at + ANALYSIS_MS,
    updatedAt: at,
    blocked: amount,
  };
  bank.state.transaction(() => bank.state.disputes.put(dispute));
  return dispute;
}

export function findDispute(bank: Bank, id: string): Dispute {
  const dispute = bank.state.disputes.get(id);
  if (dispute === undefined) throw new BankRefusal('disputeNotFound', 'Infração não encontrada.');
  return dispute;
}

/** Efí's `POST /v2/gn/infracoes/:idInfracao/defesa`. Throws BankRefusal. */
export function defendDispute(bank: Bank, id: string, text: string): Dispute {
  const dispute = findDispute(bank, id);
  if (dispute.defense !== undefined) throw repeatedDefense();
  const at = now(bank);
  if (dispute.status !== 'ABERTA' || at > dispute.defenseDueAt) {
    const reason = 'O prazo para defesa foi excedido.';
    throw refuseField('defenseTooLate', 'body.infractionId', reason);
  }
  const defended: Dispute = {
    ...dispute,
    status: 'EM_DEFESA',
    defense: text,
    defendedAt: at,
    updatedAt: at,
  };
  bank.state.transaction(() => bank.state.disputes.put(defended));
  return defended;
}

/**
 * Keeps a file of a defense that has not been sent yet; the same id replaces it. Efí documents no
 * such route: it stands for a bank that takes files. Throws BankRefusal.
 */
export function addDisputeFile(
  bank: Bank,
  { disputeId, id }: { readonly disputeId: string; readonly id: string },
  {
    name,
    type,
    content,
  }: { readonly name: string; readonly type: string; readonly content: Buffer },
): void {
  const dispute = findDispute(bank, disputeId);
  if (dispute.status !== 'ABERTA') throw repeatedDefense();
  const sha256 = createHash('sha256').update(content).digest('hex');
  const files = { ...dispute.files, [id]: { name, type, size: content.length, sha256 } };
  const changed: Dispute = { ...dispute, files, updatedAt: now(bank) };
  bank.state.transaction(() => bank.state.disputes.put(changed));
}

export function repeatedDefense(): BankRefusal {
  const reason = 'A defesa para essa infração já foi criada.';
  return refuseField('defenseRepeated', 'body.infractionId', reason);
}

/**
 * Decides an open dispute. An accepted one begins a refund of `amount` (default: the whole), which
 * is DEVOLVIDO after the delay of refunds; every decision ends the block. Throws BankRefusal for an
 * unknown dispute, an Error for one that is closed.
 */
export function decideDispute(
  bank: Bank,
  id: string,
  { outcome, amount }: { readonly outcome: DisputeOutcome; readonly amount?: bigint | undefined },
): Dispute {
  const dispute = findDispute(bank, id);
  if (dispute.closedAt !== undefined) throw new Error(`dispute ${id} is ${dispute.status}`);
  const returned = amount ?? dispute.amount;
  if (returned < 0n || returned > dispute.amount) throw new Error(`dispute ${id} is smaller`);
  const at = now(bank);
  const decided: Dispute = {
    ...dispute,
    status: outcome,
    closedAt: at,
    updatedAt: at,
    blocked: 0n,
  };
  bank.state.transaction(() => {
    bank.state.disputes.put(decided);
    if (outcome === 'ACEITA' && returned > 0n) returnMoney(bank, dispute, returned);
  });
  return decided;
}

function returnMoney(bank: Bank, { endToEndId, nature }: Dispute, amount: bigint): void {
  const payment = findPayment(bank, endToEndId);
  const at = now(bank);
  const refund: Refund = {
    id: createIdentifier(),
    returnId: createEndToEndId(OWN_BANK_NUMBER, at, 'D'),
    amount,
    nature,
    status: 'EM_PROCESSAMENTO',
    requestedAt: at,
    settlesAt: at + bank.settings.refundDelayMs,
    isFunded: true,
  };
  moveBalance(bank.state, -amount);
  bank.state.payments.put({ ...payment, refunds: [...payment.refunds, refund] });
  bank.agenda.refunds.add(endToEndId);
}
