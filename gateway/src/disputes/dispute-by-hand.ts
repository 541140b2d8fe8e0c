import { findPaidCharges } from '#src/charges/dispute-charges.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import type { ChangeDetails } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import { type Centavos, centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { leftOf } from '#src/money-out/refunds/read-refundable-charges.ts';
import { selectBookedReturns } from './booked-return-store.ts';
import { DEFENSE_DAYS, type DisputeOutcome, type DisputeReason } from './dispute.ts';
import {
  addDispute,
  claimContested,
  closeDispute,
  type DisputeBook,
  isOpen,
  payReturn,
  releaseBeyond,
} from './dispute-book.ts';
import { selectDisputeById } from './dispute-store.ts';
import type { DisputedCharge, LockedDispute } from './lock-disputes.ts';
import type { NamedDispute } from './read-disputes.ts';
import { changeDisputes, type DisputeDeps } from './write-disputes.ts';

/** A live dispute that an operator opens, because the bank has no list of them. */
export interface OpeningByHand {
  readonly endToEndId: string;
  /** Undefined for all that can be contested. */
  readonly amount: Centavos | undefined;
  readonly reason: DisputeReason;
  /** Why the operator opens it, for the audit log. */
  readonly note: string;
}

/** The decision about a dispute, as an operator read it at the bank. */
export interface ClosingByHand {
  readonly id: string;
  readonly outcome: DisputeOutcome;
  /** The amount that the bank decided to return; undefined for the contested amount. */
  readonly amount: Centavos | undefined;
  /**
   * The id of the return at the bank, which is then booked. Undefined while the bank has not made
   * it: the amount stays blocked until the return is found at the bank.
   */
  readonly returnId: string | undefined;
  readonly note: string;
}

/**
 * Opens a dispute by hand. Refuses `transaction_not_found` when no live charge was paid by this
 * payment, and `dispute_exceeds_payment`.
 */
export function openDisputeByHand(
  deps: DisputeDeps,
  { endToEndId, amount: wanted, reason, note }: OpeningByHand,
  by: Actor,
): Promise<NamedDispute> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const paid = (await findPaidCharges(tx, [endToEndId])).get(endToEndId);
    if (!paid) throw new Refusal('transaction_not_found');
    const { result, changed } = await changeDisputes(tx, deps, { charges: [paid], now }, (book) => {
      const charge = chargeOf(book, paid.id);
      const left = leftOf(charge.refundable);
      const amount = wanted ?? left;
      if (amount > left || left === 0n) throw new Refusal('dispute_exceeds_payment');
      const defenseDueAt = now + DEFENSE_DAYS * DAY_MS;
      const facts = { bank: null, bankDisputeId: null, reason, openedAt: now, defenseDueAt };
      const dispute = addDispute(book, charge, { ...facts, amount });
      claimContested(book, charge, dispute);
      return dispute;
    });
    return recordAndRead(tx, by, { action: 'dispute.opened', dispute: result, changed, note, now });
  });
}

/**
 * Closes a dispute by hand. An accepted dispute that waits for its return can be closed again, with
 * the return or with a smaller amount. Refuses `dispute_not_found`, `dispute_closed` and
 * `dispute_exceeds_payment`.
 */
export async function closeDisputeByHand(
  deps: DisputeDeps,
  closing: ClosingByHand,
  by: Actor,
): Promise<NamedDispute> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const row = isId(closing.id) ? await selectDisputeById(tx, { id: closing.id }) : undefined;
    if (!row) throw new Refusal('dispute_not_found');
    const { merchant_id: merchantId, environment, charge_id: id, end_to_end_id: endToEndId } = row;
    const key = { merchantId, environment, id };
    const scope = { charges: [key], now };
    const { result, changed } = await changeDisputes(tx, deps, scope, async (book) => {
      const booked = await selectBookedReturns(tx, new Map([[endToEndId, key]]));
      const isBooked = booked.some((bookedReturn) =>
        [bookedReturn.return_id, bookedReturn.refund_id].includes(closing.returnId ?? ''),
      );
      return close(book, chargeOf(book, id), { closing, isBooked });
    });
    const { note } = closing;
    return recordAndRead(tx, by, { action: 'dispute.closed', dispute: result, changed, note, now });
  });
}

function close(
  book: DisputeBook,
  charge: DisputedCharge,
  { closing, isBooked }: { closing: ClosingByHand; isBooked: boolean },
): LockedDispute {
  const { id, outcome, returnId } = closing;
  const dispute = charge.disputes.find(({ row }) => row.id === id);
  if (!dispute) throw new Refusal('dispute_not_found');
  const { row } = dispute;
  const isWaiting = row.status === 'accepted' && row.claimed_centavos > 0n;
  if (!isOpen(row.status) && !(isWaiting && outcome === 'accepted')) {
    throw new Refusal('dispute_closed');
  }
  const decided = decidedOf(charge, dispute, closing);
  if (decided > row.claimed_centavos + row.returned_centavos) {
    if (decided > row.amount_centavos) row.amount_centavos = decided;
    claimContested(book, charge, dispute);
  }
  const returned = centavos(decided - row.returned_centavos);
  if (outcome === 'accepted' && returnId !== undefined && !isBooked && returned > 0n) {
    const facts = { returnId, isByHand: true, amount: returned, returnedAt: book.now };
    payReturn(book, charge, { dispute, ...facts });
  }
  if (isOpen(row.status)) closeDispute(book, charge, { dispute, outcome, decided });
  else if (isWaiting) releaseBeyond(book, charge, { dispute, decided });
  if (!dispute.isChanged) throw new Refusal('dispute_closed');
  return dispute;
}

/**
 * The whole amount to return of a dispute, earlier returns included. Refuses
 * `dispute_exceeds_payment`.
 */
function decidedOf(
  { refundable }: DisputedCharge,
  { row }: LockedDispute,
  { outcome, amount }: ClosingByHand,
): bigint {
  if (outcome !== 'accepted') return row.returned_centavos;
  const owed = row.claimed_centavos + row.returned_centavos;
  const decided = amount ?? owed;
  const isPossible = decided >= row.returned_centavos && decided <= owed + leftOf(refundable);
  if (!isPossible) throw new Refusal('dispute_exceeds_payment');
  return decided;
}

function chargeOf(book: DisputeBook, id: string): DisputedCharge {
  const charge = book.charges.get(id);
  if (!charge) throw new Refusal('transaction_not_found');
  return charge;
}

/** Writes the audit log and returns the dispute as it is now. */
function recordAndRead(
  tx: Transaction,
  by: Actor,
  {
    action,
    dispute: { row },
    changed,
    note,
    now,
  }: {
    action: 'dispute.opened' | 'dispute.closed';
    dispute: LockedDispute;
    changed: ReadonlyMap<string, NamedDispute>;
    note: string;
    now: number;
  },
): NamedDispute {
  const dispute = changed.get(row.id);
  if (!dispute) throw new Error('a dispute was changed and not read');
  const { merchantId, environment, status, amount, returned } = dispute;
  const details: ChangeDetails = {
    environment,
    status,
    amount: centavosToJson(amount),
    returned: centavosToJson(returned),
    transaction: dispute.chargeId,
    reason: note,
  };
  recordChange(tx, by, { action, merchantId, subject: dispute.id, details }, now);
  return dispute;
}
