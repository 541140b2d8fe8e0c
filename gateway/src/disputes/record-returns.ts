import { findPaidCharges } from '#src/charges/dispute-charges.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { leftOf } from '#src/money-out/refunds/read-refundable-charges.ts';
import { type BookedReturnRow, selectBookedReturns } from './booked-return-store.ts';
import type { DisputeReason } from './dispute.ts';
import {
  addDispute,
  type DisputeBook,
  isOpen,
  payReturn,
  type ReturnToBook,
  releaseClaim,
} from './dispute-book.ts';
import type { DisputedCharge, LockedDispute } from './lock-disputes.ts';
import { matchReturn } from './match-return.ts';
import type { NamedDispute } from './read-disputes.ts';
import { changeDisputes, type DisputeDeps } from './write-disputes.ts';

/** A return (devolução) of the MED that the bank has made. */
export interface DisputeReturn extends ReturnToBook {
  /** The end-to-end id of the payment. */
  readonly endToEndId: string;
  readonly reason: DisputeReason;
  /** The bank's id of the dispute, if the bank reports it. */
  readonly bankDisputeId?: string | undefined;
}

/**
 * `known`: it was booked before. `matched`: an operator booked it by hand under another id, which
 * is now the bank's. `unknown_payment`: no live charge was paid by this payment. `exceeds_payment`:
 * refunds that are pending or done leave too little of the payment; a pending one may fail, so the
 * return is tried again later.
 */
export type BookedReturn =
  | { readonly kind: 'booked'; readonly dispute: NamedDispute }
  | { readonly kind: 'known' | 'matched' | 'unknown_payment' | 'exceeds_payment' };

/**
 * Books returns that the bank has made of live payments, in one transaction, each once by its
 * end-to-end id and the bank's ids of it. A return pays from what its dispute has blocked; without
 * a dispute it becomes one that is closed and accepted.
 * @returns the result of each return, in their order.
 */
export async function recordDisputeReturns(
  deps: DisputeDeps,
  returns: readonly DisputeReturn[],
): Promise<readonly BookedReturn[]> {
  if (returns.length === 0) return [];
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const endToEndIds = returns.map(({ endToEndId }) => endToEndId);
    const paid = await findPaidCharges(tx, endToEndIds);
    const scope = { charges: [...paid.values()], now };
    const { result, changed } = await changeDisputes(tx, deps, scope, async (book) => {
      const booked = await selectBookedReturns(tx, paid);
      return returns.map((disputeReturn) => {
        const charge = book.charges.get(paid.get(disputeReturn.endToEndId)?.id ?? '');
        if (!charge) return 'unknown_payment';
        const before = matchReturn(tx, booked, { reported: disputeReturn, now });
        if (before) return before;
        const dispute = bookReturn(book, charge, disputeReturn);
        if (dispute) booked.push(rowOf(dispute, disputeReturn));
        return dispute ?? 'exceeds_payment';
      });
    });
    return result.map((outcome) => {
      if (typeof outcome === 'string') return { kind: outcome };
      const dispute = changed.get(outcome.row.id);
      if (!dispute) throw new Error('a return has changed no dispute');
      return { kind: 'booked', dispute };
    });
  });
}

/** The row of a return that this transaction books. */
function rowOf({ row }: LockedDispute, disputeReturn: DisputeReturn): BookedReturnRow {
  const { merchant_id, environment, id, end_to_end_id } = row;
  return {
    merchant_id,
    environment,
    id: '',
    dispute_id: id,
    end_to_end_id,
    return_id: disputeReturn.returnId,
    refund_id: disputeReturn.refundId ?? null,
    amount_centavos: disputeReturn.amount,
    is_unmatched: false,
  };
}

/** Books a return; undefined when refunds leave too little of the payment. */
export function bookReturn(
  book: DisputeBook,
  charge: DisputedCharge,
  { reason, ...facts }: Omit<DisputeReturn, 'endToEndId'>,
): LockedDispute | undefined {
  const known = findDispute(charge, facts);
  const lacking = facts.amount - (known?.row.claimed_centavos ?? 0n) - leftOf(charge.refundable);
  if (lacking > 0n && !releaseOtherClaims(book, charge, { except: known, amount: lacking }))
    return undefined;
  const dispute = known ?? disputeOfReturn(book, charge, { ...facts, reason });
  const { returnId, refundId, amount, returnedAt } = facts;
  payReturn(book, charge, { dispute, returnId, refundId, amount, returnedAt });
  return dispute;
}

/** Finds the dispute of a return: by the bank's id, else an accepted one, else an open one. */
function findDispute(
  { disputes }: DisputedCharge,
  { bankDisputeId, amount }: Omit<DisputeReturn, 'endToEndId' | 'reason'>,
): LockedDispute | undefined {
  const ofBank = disputes.find(
    ({ row }) =>
      bankDisputeId !== undefined &&
      row.bank_dispute_id === bankDisputeId &&
      (row.status === 'accepted' || isOpen(row.status)),
  );
  if (ofBank) return ofBank;
  const accepted = disputes.filter(
    ({ row }) => row.status === 'accepted' && row.claimed_centavos > 0n,
  );
  const open = disputes.filter(({ row }) => isOpen(row.status));
  const all = [...accepted, ...open];
  const exact = all.find(({ row }) => row.claimed_centavos === amount);
  const enough = all.find(({ row }) => row.claimed_centavos >= amount);
  return exact ?? enough ?? all[0];
}

/** Adds a dispute for a return whose dispute the bank has not reported. */
function disputeOfReturn(
  book: DisputeBook,
  charge: DisputedCharge,
  { reason, amount, returnedAt }: Omit<DisputeReturn, 'endToEndId'>,
): LockedDispute {
  return addDispute(book, charge, {
    bank: null,
    bankDisputeId: null,
    reason,
    amount,
    openedAt: returnedAt,
    defenseDueAt: null,
  });
}

/** Releases claims of other disputes for a return; false if their claims are too small. */
function releaseOtherClaims(
  book: DisputeBook,
  charge: DisputedCharge,
  { except, amount }: { except: LockedDispute | undefined; amount: bigint },
): boolean {
  const others = charge.disputes.filter(
    (dispute) => dispute !== except && dispute.row.claimed_centavos > 0n,
  );
  const claimed = others.reduce((sum, { row }) => sum + row.claimed_centavos, 0n);
  if (claimed < amount) return false;
  let rest = amount;
  for (const dispute of others) {
    const part = dispute.row.claimed_centavos < rest ? dispute.row.claimed_centavos : rest;
    if (part > 0n) releaseClaim(book, charge, { dispute, amount: centavos(part) });
    rest -= part;
  }
  return true;
}
