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

/** The bank's state of a dispute that was opened here. Instants in milliseconds since 1970. */
export interface DisputeUpdate {
  readonly bank: string;
  readonly bankDisputeId: string;
  readonly status: DisputeStatus;
  /** The contested amount, or the decided one if accepted. Undefined for no change. */
  readonly amount?: Centavos | undefined;
  readonly defenseDueAt?: number | undefined;
}

/** `unchanged`: it has this state already, or is closed. `unknown`: it was not opened here. */
export type DisputeUpdateResult = 'updated' | 'unchanged' | 'unknown';

/**
 * Changes disputes to the bank's state of them, in one transaction. An accepted dispute stays
 * blocked for the decided amount until its returns are booked (`recordDisputeReturns`); a rejected
 * or canceled one is released. A closed dispute stays unchanged.
 * @returns the result of each update, in their order.
 */
export async function updateDisputes(
  deps: DisputeDeps,
  updates: readonly DisputeUpdate[],
): Promise<readonly DisputeUpdateResult[]> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const byBank = Map.groupBy(updates, ({ bank }) => bank);
    const rowsOfBanks = await Promise.all(
      [...byBank].map(([bank, group]) =>
        selectDisputesOfBank(tx, {
          bank,
          bankDisputeIds: group.map(({ bankDisputeId }) => bankDisputeId),
        }),
      ),
    );
    const charges = rowsOfBanks.flat().map((row) => {
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
  if (!isOpen(row.status)) return lowerDecided(book, charge, { dispute, update });
  const amount = contestedOf(charge, update.amount ?? centavos(row.amount_centavos));
  if (amount > row.amount_centavos) {
    row.amount_centavos = amount;
    dispute.isChanged = true;
    claimContested(book, charge, dispute);
  }
  if (isOpen(status)) lowerContested(book, charge, { dispute, amount });
  if (defenseDueAt !== undefined && defenseDueAt !== row.defense_due_at) {
    row.defense_due_at = defenseDueAt;
    dispute.isChanged = true;
  }
  if (!isOpen(status)) {
    const decided = status === 'accepted' ? amount : 0n;
    closeDispute(book, charge, { dispute, outcome: status, decided });
  } else if (status === 'in_defense' && row.status === 'open') {
    // The defence was sent at the bank itself. A dispute that is defended here stays `in_defense`.
    row.status = status;
    dispute.isChanged = true;
  }
  return dispute.isChanged ? 'updated' : 'unchanged';
}

/** Lowers the decided amount of an accepted dispute that waits for returns. */
function lowerDecided(
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

/** Limits a contested amount to the amount of the payment. */
function contestedOf({ refundable }: DisputedCharge, amount: Centavos): Centavos {
  const payment = refundable.charge.amount;
  return amount < payment ? amount : payment;
}

function lowerContested(
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
