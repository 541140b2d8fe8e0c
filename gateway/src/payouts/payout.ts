import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { type Centavos, centavosToJson } from '#src/money/centavos.ts';
import type { PixKeyType } from '#src/pix/pix-key.ts';
import { isoTime } from '#src/platform/clock.ts';

/**
 * `pending` becomes `paid`, or `failed` with its reservation returned. A failed one becomes `paid`
 * when the bank did it all the same.
 */
export type PayoutStatus = 'pending' | 'paid' | 'failed';

export interface Beneficiary {
  readonly name: string;
  readonly document: string;
}

/** Money on its way out. Instants in milliseconds since 1970. */
export interface Payout extends LedgerScope {
  readonly id: string;
  readonly externalId: string | null;
  readonly status: PayoutStatus;
  readonly amount: Centavos;
  /** On top of the amount: the destination receives `amount`. */
  readonly fee: Centavos;
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly beneficiary: Beneficiary;
  readonly webhookUrl: string | null;
  /** The key pair that asked for it; null for a person at the panel. */
  readonly clientId: string | null;
  readonly createdAt: number;
  readonly paidAt: number | null;
  readonly endToEndId: string | null;
  /** What the receiver's bank gave back of it. */
  readonly returned: Centavos;
  /** The bank did it after it had failed here: no fee was taken for it. */
  readonly isLate: boolean;
  /** It has not left, and waits for its suspended merchant or for an operator. */
  readonly isHeld: boolean;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** The payout as its creation answers it. */
export function payoutCreated(payout: Payout) {
  return {
    internal_id: payout.id,
    external_id: payout.externalId,
    status: payout.status,
    amount: centavosToJson(payout.amount),
    fee_amount: payout.isLate ? 0 : centavosToJson(payout.fee),
    pix_key: payout.pixKey,
    pix_key_type: payout.pixKeyType,
    beneficiary: payout.beneficiary,
    created_at: isoTime(payout.createdAt),
  };
}

/** The payout as it is read, listed and told by webhooks; what came back shows when it did. */
export function payoutDetails(payout: Payout) {
  return {
    type: 'payout' as const,
    ...payoutCreated(payout),
    paid_at: payout.paidAt === null ? null : isoTime(payout.paidAt),
    end_to_end_id: payout.endToEndId,
    client_id: payout.clientId,
    failure_reason: payout.failure,
    ...(payout.returned > 0n && { returned_amount: centavosToJson(payout.returned) }),
    ...(payout.isHeld && { held: true }),
    ...(payout.isLate && { paid_after_failure: true }),
  };
}

export type PayoutDetails = ReturnType<typeof payoutDetails>;
