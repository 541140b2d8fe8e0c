import type { StoredResolution } from '#src/bank/orders/order-resolutions.ts';
import type { RefundStatus, TransactionKey } from '#src/charges/charge.ts';
import type { ChargeRefund } from '#src/charges/charge-view.ts';
import { isoTime } from '#src/ground/clock.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';

/** The amount in centavos, above zero, that one recipient of a split refunds. */
export interface RefundAllocation {
  readonly recipientId: string;
  readonly username: string;
  readonly amount: Centavos;
}

/** A refund: money of a paid charge returns to the payer. Instants in milliseconds since 1970. */
export interface Refund extends TransactionKey {
  readonly chargeId: string;
  readonly status: RefundStatus;
  /** The payer gets this amount: the origin's part plus the allocations. */
  readonly amount: Centavos;
  readonly originAmount: Centavos;
  readonly allocations: readonly RefundAllocation[];
  /** The origin refunds the recipients' shares too. */
  readonly merchantAbsorbs: boolean;
  readonly reason: string | null;
  /** The key pair that created it; null for a person in the panel. */
  readonly clientId: string | null;
  /** The end-to-end id of the payment. */
  readonly endToEndId: string;
  readonly createdAt: number;
  readonly doneAt: number | null;
  /** The identifier of the refund in the SPI. */
  readonly returnId: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** It is not sent: its merchant is suspended, and an operator may decide about it. */
  readonly isHeld: boolean;
  /** The operators' decision while the bank had no result; null without one. */
  readonly resolution: StoredResolution | null;
}

/** The refund as its creation answers it. */
export function refundCreated(refund: Omit<Refund, 'allocations'>) {
  return {
    internal_id: refund.id,
    transaction_id: refund.chargeId,
    status: refund.status,
    amount: centavosToJson(refund.amount),
    reason: refund.reason,
    created_at: isoTime(refund.createdAt),
  };
}

/** The refund as its charge shows it. */
export function refundOfCharge(refund: Refund): ChargeRefund {
  return {
    internal_id: refund.id,
    status: refund.status,
    amount: centavosToJson(refund.amount),
    reason: refund.reason,
    split: refund.allocations.map(({ username, amount }) => ({
      username,
      amount: centavosToJson(amount),
    })),
    created_at: isoTime(refund.createdAt),
    done_at: refund.doneAt === null ? null : isoTime(refund.doneAt),
    return_id: refund.returnId,
    client_id: refund.clientId,
    failure_reason: refund.failure,
    ...(refund.isHeld && { held: true }),
  };
}
