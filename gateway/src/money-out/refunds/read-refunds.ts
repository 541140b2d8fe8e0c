import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import type { ChargeRefund } from '#src/charges/charge-view.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Refund, refundOfCharge } from './refund.ts';
import {
  type StoredRefund,
  selectAllocations,
  selectRefunds,
  selectRefundsOf,
} from './refund-read-store.ts';

/** Reads refunds by their keys, in no order; unknown ones are omitted. */
export async function readRefunds(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<Refund[]> {
  return withAllocations(database, await selectRefunds(database, { keys }));
}

/** Reads the refunds of charges as a charge shows them, by the charge's id, oldest first. */
export async function readRefundsOf(
  database: Queryable,
  charges: readonly Charge[],
): Promise<ReadonlyMap<string, readonly ChargeRefund[]>> {
  const refunded = charges.filter(({ refundCount }) => refundCount > 0);
  if (refunded.length === 0) return new Map();
  const refunds = await withAllocations(
    database,
    await selectRefundsOf(database, { keys: refunded }),
  );
  const byCharge = Map.groupBy(refunds, ({ chargeId }) => chargeId);
  return new Map([...byCharge].map(([id, group]) => [id, group.map(refundOfCharge)]));
}

/** Reads the allocations of refunds, and returns the refunds with them in the same order. */
export async function withAllocations<Stored extends StoredRefund>(
  database: Queryable,
  stored: readonly Stored[],
): Promise<(Stored & Pick<Refund, 'allocations'>)[]> {
  const allocated = stored.filter(({ originAmount, amount }) => originAmount < amount);
  const allocations =
    allocated.length > 0 ? await selectAllocations(database, { refunds: allocated }) : [];
  const byRefund = Map.groupBy(allocations, ({ refundId }) => refundId);
  return stored.map((refund) => ({ ...refund, allocations: byRefund.get(refund.id) ?? [] }));
}
