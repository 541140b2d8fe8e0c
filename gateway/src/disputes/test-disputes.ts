import { bankFor } from '#src/bank/choose-bank.ts';
import type { TransactionKey } from '#src/charges/charge.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { leftOf } from '#src/money-out/refunds/read-refundable-charges.ts';
import { DEFENSE_DAYS, type DisputeOutcome, type DisputeReason } from './dispute.ts';
import {
  addDispute,
  claimContested,
  closeDispute,
  type DisputeBook,
  isOpen,
  payReturn,
} from './dispute-book.ts';
import { selectDisputes } from './dispute-store.ts';
import type { LockedDispute } from './lock-disputes.ts';
import type { NamedDispute } from './read-disputes.ts';
import { changeDisputes, type DisputeDeps } from './write-disputes.ts';

/** A payment of the test environment to contest; its id is that of the charge. */
export interface TestDispute extends TransactionKey {
  /** Undefined for all that can be contested. */
  readonly amount: Centavos | undefined;
  readonly reason: DisputeReason;
}

/** A dispute of the test environment to close. */
export interface TestClosing extends TransactionKey {
  readonly outcome: DisputeOutcome;
}

/**
 * Opens disputes of test charges, in one transaction. Refuses `transaction_not_found`,
 * `dispute_not_possible` for a charge that was not paid, and `dispute_exceeds_payment`.
 */
export function openTestDisputes(
  deps: DisputeDeps,
  requests: readonly TestDispute[],
): Promise<readonly BatchResult<NamedDispute>[]> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const scope = { charges: requests, now };
    const { result, changed } = await changeDisputes(tx, deps, scope, (book) =>
      requests.map((request) => openOne(book, request)),
    );
    return result.map((outcome) => resultOf(outcome, changed));
  });
}

/**
 * Closes open disputes of the test environment, in one transaction. The simulated bank returns the
 * contested amount of an accepted dispute at once. Refuses `dispute_not_found` and
 * `dispute_closed`.
 */
export function closeTestDisputes(
  deps: DisputeDeps,
  requests: readonly TestClosing[],
): Promise<readonly BatchResult<NamedDispute>[]> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const rows = await selectDisputes(tx, { keys: requests });
    const charges = rows.map((row) => {
      const { merchant_id: merchantId, environment, charge_id: id } = row;
      return { merchantId, environment, id };
    });
    const chargeOf = new Map(rows.map((row) => [row.id, row]));
    const { result, changed } = await changeDisputes(tx, deps, { charges, now }, (book) =>
      requests.map((request) => closeOne(book, chargeOf.get(request.id)?.charge_id, request)),
    );
    return result.map((outcome) => resultOf(outcome, changed));
  });
}

function openOne(book: DisputeBook, request: TestDispute): LockedDispute | Refusal {
  const charge = book.charges.get(request.id);
  const paid = charge?.refundable.charge;
  if (!charge || paid?.merchantId !== request.merchantId) {
    return new Refusal('transaction_not_found');
  }
  if (paid.paidAt === null) return new Refusal('dispute_not_possible');
  const left = leftOf(charge.refundable);
  const amount = request.amount ?? left;
  if (amount > left || left === 0n) return new Refusal('dispute_exceeds_payment');
  const dispute = addDispute(book, charge, {
    bank: null,
    bankDisputeId: null,
    reason: request.reason,
    amount,
    openedAt: book.now,
    defenseDueAt: book.now + DEFENSE_DAYS * DAY_MS,
  });
  claimContested(book, charge, dispute);
  return dispute;
}

function closeOne(
  book: DisputeBook,
  chargeId: string | undefined,
  { id, merchantId, environment, outcome }: TestClosing,
): LockedDispute | Refusal {
  const charge = book.charges.get(chargeId ?? '');
  const dispute = charge?.disputes.find(({ row }) => row.id === id);
  if (!charge || dispute?.row.merchant_id !== merchantId) return new Refusal('dispute_not_found');
  const { row } = dispute;
  if (!isOpen(row.status)) return new Refusal('dispute_closed');
  const amount = centavos(row.claimed_centavos);
  if (outcome === 'accepted' && amount > 0n) {
    const returnId = bankFor(environment).refundPayment(book.now);
    payReturn(book, charge, { dispute, amount, returnId, returnedAt: book.now });
  }
  if (isOpen(row.status)) {
    closeDispute(book, charge, { dispute, outcome, decided: row.returned_centavos });
  }
  return dispute;
}

/** The dispute after the transaction, or the refusal of one request. */
function resultOf(
  outcome: LockedDispute | Refusal,
  changed: ReadonlyMap<string, NamedDispute>,
): BatchResult<NamedDispute> {
  if (outcome instanceof Refusal) return { error: outcome };
  const value = changed.get(outcome.row.id);
  if (!value) throw new Error('a dispute was changed and not read');
  return { value };
}
