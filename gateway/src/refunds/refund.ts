import type { ChargeRefund } from '#src/charges/charge-view.ts';
import type { TransactionKey } from '#src/charges/read-charges.ts';
import { type Centavos, centavosToJson } from '#src/money/centavos.ts';
import { isoTime } from '#src/platform/clock.ts';

/**
 * `pending` becomes `done`, or `failed` with its reservation returned. A failed one becomes `done`
 * when the bank did it all the same.
 */
export type RefundStatus = 'pending' | 'done' | 'failed';

/** What a recipient of a split charge gives back; more than zero. */
export interface RefundAllocation {
  readonly recipientId: string;
  readonly username: string;
  readonly amount: Centavos;
}

/** Money of a payment on its way back to who paid. Instants in milliseconds since 1970. */
export interface Refund extends TransactionKey {
  readonly chargeId: string;
  readonly status: RefundStatus;
  /** What the payer gets: the origin amount and the allocations. */
  readonly amount: Centavos;
  readonly originAmount: Centavos;
  readonly allocations: readonly RefundAllocation[];
  /** The origin chose to bear what the recipients would. */
  readonly merchantAbsorbs: boolean;
  readonly reason: string | null;
  /** The key pair that asked for it; null for a person at the panel. */
  readonly clientId: string | null;
  /** Of the payment that is given back. */
  readonly endToEndId: string;
  readonly createdAt: number;
  readonly doneAt: number | null;
  /** The identifier of the refund in the SPI. */
  readonly returnId: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** It has not left, and waits for its suspended merchant or for an operator. */
  readonly isHeld: boolean;
}

/** The refund as its creation answers it. */
export function refundCreated(refund: Refund) {
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
