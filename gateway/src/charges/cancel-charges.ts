import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { deleteCancellations } from './cancellation-store.ts';
import type { Charge, TransactionKey } from './charge.ts';
import { chargeOwners, refusalOfOwner } from './charge-owner.ts';
import { markChargesCanceled } from './charge-store.ts';
import { chargeEvents, chargesWithSplits } from './confirm-payments.ts';
import { readCharges } from './read-charges.ts';

/** A charge to cancel; `by` is the person who cancels it at the panel. */
export interface CancelRequest extends TransactionKey {
  readonly by?: Actor | undefined;
}

/** A charge to cancel now. */
export interface Cancellation extends CancelRequest {
  /** True for a live charge that the bank has removed: it is canceled even after its expiry. */
  readonly isRemovedAtBank: boolean;
  /** Whether an expired charge is canceled too: the Central Bank's API still calls it active. */
  readonly isExpiredToo?: boolean;
  /** Whether the subscription of a cycle cancels it: nothing else may cancel such a charge. */
  readonly isByOwner?: boolean;
}

/**
 * Cancels pending charges, in one transaction: status, canceled shares and event. A repeat returns
 * the canceled charge. Refuses `charge_already_paid`, `charge_expired`,
 * `charge_of_subscription` and `transaction_not_found`: a payment that was booked first wins.
 */
export function cancelCharges(
  { database, clock }: DatabaseAndClock,
  cancellations: readonly Cancellation[],
): Promise<readonly BatchResult<Charge>[]> {
  const now = clock.now();
  return database.transaction((tx) => cancelChargesIn(tx, cancellations, now));
}

/** As `cancelCharges`, in the caller's transaction. */
export async function cancelChargesIn(
  tx: Transaction,
  cancellations: readonly Cancellation[],
  now: number,
): Promise<readonly BatchResult<Charge>[]> {
  const unique = [
    ...new Map(cancellations.map((cancellation) => [nameOf(cancellation), cancellation])).values(),
  ];
  const rows = await markChargesCanceled(tx, unique, new Date(now));
  const changed = await chargesWithSplits(tx, rows, 'canceled');
  const canceled = changed.map(({ charge }) => charge);
  for (const { ended } of chargeOwners()) ended?.(tx, canceled);
  deleteCancellations(
    tx,
    unique.filter(({ isRemovedAtBank }) => isRemovedAtBank),
  );
  const charges = new Map(changed.map(({ charge }) => [nameOf(charge), charge]));
  for (const cancellation of unique)
    if (charges.has(nameOf(cancellation))) recordRequest(tx, cancellation, now);
  const others = unique.filter((cancellation) => !charges.has(nameOf(cancellation)));
  const ended = others.length > 0 ? await readCharges(tx, others) : [];
  for (const charge of ended) charges.set(nameOf(charge), charge);
  await emitEvents(tx, chargeEvents('deposit.canceled', changed), now);
  return cancellations.map((cancellation) => canceledOr(charges.get(nameOf(cancellation))));
}

/** Records in the audit log that a person asked for the cancellation. */
export function recordRequest(tx: Transaction, { by, ...key }: CancelRequest, at: number): void {
  const { merchantId, id: subject } = key;
  if (by) recordChange(tx, by, { action: 'charge.cancel_requested', merchantId, subject }, at);
}

function canceledOr(charge: Charge | undefined): BatchResult<Charge> {
  if (!charge) return { error: new Refusal('transaction_not_found') };
  if (charge.status === 'canceled') return { value: charge };
  return { error: refusalOf(charge) };
}

/** Why a charge that is not canceled can't be. A pending one has passed its time. */
export function refusalOf(charge: Charge): Refusal {
  const { status } = charge;
  const ofOwner = status === 'pending' ? refusalOfOwner(charge) : undefined;
  if (ofOwner) return ofOwner;
  const isOver = status === 'expired' || status === 'pending';
  return new Refusal(isOver ? 'charge_expired' : 'charge_already_paid');
}

function nameOf({ merchantId, environment, id }: TransactionKey): string {
  return `${merchantId} ${environment} ${id}`;
}
