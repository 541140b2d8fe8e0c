import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { DisputeStatus } from './dispute.ts';
import {
  claimContested,
  closeDispute,
  type DisputeBook,
  isOpen,
  releaseBeyond,
} from './dispute-book.ts';
import { selectDisputesOfBank } from './dispute-store.ts';
import type { DisputedCharge, LockedDispute } from './lock-disputes.ts';
import { changeDisputes, type DisputeDeps } from './write-disputes.ts';

/** What the bank says of a dispute that was opened here. Instants in milliseconds since 1970. */
export interface DisputeUpdate {
  readonly bank: string;
  readonly bankDisputeId: string;
  readonly status: DisputeStatus;
  /** What the bank contests; of an accepted dispute, what it decided. Undefined for no change. */
  readonly amount?: Centavos | undefined;
  readonly defenseDueAt?: number | undefined;
}

/** `unchanged`: the dispute is so already, or it is closed. `unknown`: it was never opened here. */
export type DisputeUpdateResult = 'updated' | 'unchanged' | 'unknown';

/**
 * Changes disputes to what the bank says of them, in one transaction. An accepted dispute stays
 * blocked for the decided amount until its returns are booked (`recordDisputeReturns`); a rejected
 * or canceled one is released. A closed dispute doesn't change any more.
 * @returns the result of each update, in their order.
 */
export async function updateDisputes(
  deps: DisputeDeps,
  updates: readonly DisputeUpdate[],
): Promise<readonly DisputeUpdateResult[]> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const byBank = Map.groupBy(updates, ({ bank }) => bank);
    const found = await Promise.all(
      [...byBank].map(([bank, group]) =>
        selectDisputesOfBank(
          tx,
          bank,
          group.map(({ bankDisputeId }) => bankDisputeId),
        ),
      ),
    );
    const charges = found.flat().map((row) => {
      const { merchant_id: merchantId, environment, charge_id: id } = row;
      return { merchantId, environment, id };
    });
    const { result } = await changeDisputes(tx, deps, { charges, now }, (book) =>
      updates.map((update) => apply(book, update)),
    );
    return result;
  });
}

function apply(book: DisputeBook, update: DisputeUpdate): DisputeUpdateResult {
  for (const charge of book.charges.values()) {
    const dispute = charge.disputes.find(
      ({ row }) => row.bank === update.bank && row.bank_dispute_id === update.bankDisputeId,
    );
    if (dispute) return change(book, charge, { dispute, update });
  }
  return 'unknown';
}

function change(
  book: DisputeBook,
  charge: DisputedCharge,
  { dispute, update }: { dispute: LockedDispute; update: DisputeUpdate },
): DisputeUpdateResult {
  const { row } = dispute;
  const { status, defenseDueAt } = update;
  if (!isOpen(row.status)) return decideLess(book, charge, { dispute, update });
  const amount = contestedOf(charge, update.amount ?? centavos(row.amount_centavos));
  if (amount > row.amount_centavos) {
    row.amount_centavos = amount;
    dispute.isChanged = true;
    claimContested(book, charge, dispute);
  }
  if (isOpen(status)) contestLess(book, charge, { dispute, amount });
  if (defenseDueAt !== undefined && defenseDueAt !== row.defense_due_at) {
    row.defense_due_at = defenseDueAt;
    dispute.isChanged = true;
  }
  if (!isOpen(status)) {
    const decided = status === 'accepted' ? amount : 0n;
    closeDispute(book, charge, { dispute, outcome: status, decided });
  } else if (status === 'in_defense' && row.status === 'open') {
    // The merchant was defended at the bank itself. A dispute that is defended here stays so.
    row.status = status;
    dispute.isChanged = true;
  }
  return dispute.isChanged ? 'updated' : 'unchanged';
}

/** An accepted dispute that waits for returns: the bank may decide a smaller amount. */
function decideLess(
  book: DisputeBook,
  charge: DisputedCharge,
  { dispute, update }: { dispute: LockedDispute; update: DisputeUpdate },
): DisputeUpdateResult {
  const { status, amount: decided } = update;
  if (dispute.row.status === 'accepted' && status === 'accepted' && decided !== undefined) {
    releaseBeyond(book, charge, { dispute, decided });
  }
  return dispute.isChanged ? 'updated' : 'unchanged';
}

/** No dispute contests more than its payment. */
function contestedOf({ refundable }: DisputedCharge, amount: Centavos): Centavos {
  const payment = refundable.charge.amount;
  return amount < payment ? amount : payment;
}

function contestLess(
  book: DisputeBook,
  charge: DisputedCharge,
  { dispute, amount }: { dispute: LockedDispute; amount: Centavos },
): void {
  const { row } = dispute;
  if (amount >= row.amount_centavos || amount < row.returned_centavos) return;
  releaseBeyond(book, charge, { dispute, decided: amount });
  row.amount_centavos = amount;
  dispute.isChanged = true;
}
