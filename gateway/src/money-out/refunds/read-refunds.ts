import type { Charge, TransactionKey } from '#src/charges/charge.ts';
import type { ChargeRefund } from '#src/charges/charge-view.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { type Refund, refundOfCharge } from './refund.ts';
import {
  type AllocationRow,
  type RefundRow,
  selectAllocations,
  selectRefunds,
  selectRefundsOf,
} from './refund-store.ts';

/** Reads refunds by their keys, in no order; unknown ones are omitted. */
export async function readRefunds(
  database: Queryable,
  keys: readonly TransactionKey[],
): Promise<Refund[]> {
  return withAllocations(database, await selectRefunds(database, keys));
}

/** Reads the refunds of charges as a charge shows them, by the charge's id, oldest first. */
export async function readRefundsOf(
  database: Queryable,
  charges: readonly Charge[],
): Promise<ReadonlyMap<string, readonly ChargeRefund[]>> {
  const refunded = charges.filter(({ refundCount }) => refundCount > 0);
  if (refunded.length === 0) return new Map();
  const refunds = await withAllocations(database, await selectRefundsOf(database, refunded));
  const byCharge = Map.groupBy(refunds, ({ chargeId }) => chargeId);
  return new Map([...byCharge].map(([id, group]) => [id, group.map(refundOfCharge)]));
}

/** Reads the allocations of refunds, and returns the refunds in the order of their rows. */
export async function withAllocations(
  database: Queryable,
  rows: readonly RefundRow[],
): Promise<Refund[]> {
  const allocated = rows.filter((row) => row.origin_centavos < row.amount_centavos);
  const allocations = allocated.length > 0 ? await selectAllocations(database, allocated) : [];
  const byRefund = Map.groupBy(allocations, (allocation) => allocation.refund_id);
  return rows.map((row) => refundFromRow(row, byRefund.get(row.id) ?? []));
}

/** The refund of a row and its allocations. */
export function refundFromRow(row: RefundRow, allocations: readonly AllocationRow[]): Refund {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: row.id,
    chargeId: row.charge_id,
    status: row.status,
    amount: centavos(row.amount_centavos),
    originAmount: centavos(row.origin_centavos),
    allocations: allocations.map((allocation) => ({
      recipientId: allocation.recipient_id,
      username: allocation.username,
      amount: centavos(allocation.amount_centavos),
    })),
    merchantAbsorbs: row.merchant_absorbs,
    reason: row.reason,
    clientId: row.client_id,
    endToEndId: row.end_to_end_id,
    createdAt: row.created_at,
    doneAt: row.done_at,
    returnId: row.return_id,
    isHeld: row.status === 'pending' && row.held_at !== null,
    resolution: row.resolution,
    failure:
      row.failure_code === null
        ? null
        : { code: row.failure_code, message: row.failure_message ?? '' },
  };
}
