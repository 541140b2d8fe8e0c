import { isoTime } from '#src/ground/clock.ts';
import { instantOfId } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { Customer, CustomerNote } from './customer.ts';
import type { Erasure } from './erasure/erasure.ts';
import type { CustomerWithSums } from './read-customers.ts';

/** A customer as the API shows it. */
export function customerView({ id, name, document, email, ...charges }: Customer) {
  return {
    id,
    name,
    document,
    email,
    first_charge_at: isoTime(instantOfId(charges.firstChargeId)),
    last_charge_at: isoTime(instantOfId(charges.lastChargeId)),
  };
}

/** A customer with its sums as the API shows it. */
export function customerDetails({ customer, summary }: CustomerWithSums) {
  return {
    ...customerView(customer),
    summary: {
      charge_count: summary.chargeCount,
      paid_count: summary.paidCount,
      paid_amount: centavosToJson(summary.paid),
      refunded_amount: centavosToJson(summary.refunded),
      disputed_amount: centavosToJson(summary.disputed),
      pending_count: summary.pendingCount,
      pending_amount: centavosToJson(summary.pending),
      expired_count: summary.expiredCount,
      expired_amount: centavosToJson(summary.expired),
      last_paid_at: summary.lastPaidAt === null ? null : isoTime(summary.lastPaidAt),
      is_complete: summary.isWhole,
    },
  };
}

export function noteView({ id, text, authorName, createdAt }: CustomerNote) {
  return { id, text, author: authorName, created_at: isoTime(createdAt) };
}

/** An erasure as the API shows it. */
export function erasureView({ id, customerId, erasedCount, ...erasure }: Erasure) {
  return {
    id,
    customer_id: customerId,
    status: erasure.finishedAt === null ? ('running' as const) : ('done' as const),
    erased_charges: erasedCount,
    requested_at: isoTime(erasure.requestedAt),
    finished_at: erasure.finishedAt === null ? null : isoTime(erasure.finishedAt),
  };
}
