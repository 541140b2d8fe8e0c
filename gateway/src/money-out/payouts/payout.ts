import type { StoredResolution } from '#src/bank/orders/order-resolutions.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import type { PixKeyType } from '#src/ground/pix/pix-key.ts';

/**
 * `awaiting_approval` becomes `pending`, or `failed` when it is rejected. `pending` becomes `paid`,
 * or `failed` with its reservation returned. A failed payout becomes `paid` when it turns out that
 * the bank paid it.
 */
export const payoutStatuses = ['awaiting_approval', 'pending', 'paid', 'failed'] as const;

export const heldReasons = ['account_suspended', 'payouts_stopped', 'new_destination'] as const;

/** Why a payout waits before it is sent. */
export type HeldReason = (typeof heldReasons)[number];

export type PayoutStatus = (typeof payoutStatuses)[number];

/** Why a payout needs an approval. */
export type ApprovalCause = 'amount' | 'new_destination';

/** The failures of payouts that were not approved. */
export const REJECTED = { code: 'not_approved', message: 'O saque não foi aprovado.' };
export const EXPIRED = {
  code: 'approval_expired',
  message: 'O saque não foi aprovado no prazo de 7 dias.',
};

export interface PayoutKey extends LedgerScope {
  readonly id: string;
}

export interface Beneficiary {
  readonly name: string;
  readonly document: string;
}

/** Money of a merchant that the bank sends to a Pix key. Instants in milliseconds since 1970. */
export interface Payout extends PayoutKey {
  readonly externalId: string | null;
  readonly status: PayoutStatus;
  readonly amount: Centavos;
  /** On top of the amount: the destination receives `amount`. */
  readonly fee: Centavos;
  readonly pixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly beneficiary: Beneficiary;
  /** The saved beneficiary of its key at its creation; null when the key was not saved. */
  readonly beneficiaryId: string | null;
  readonly webhookUrl: string | null;
  /** The key pair that created it; null for a person in the panel. */
  readonly clientId: string | null;
  readonly createdAt: number;
  readonly paidAt: number | null;
  readonly endToEndId: string | null;
  /** The sum that the receiving bank sent back. */
  readonly returned: Centavos;
  /** The bank paid it after it had failed here: it has no fee. */
  readonly isLate: boolean;
  /** The reason why it is pending and not sent; null when it may be sent. */
  readonly heldFor: HeldReason | null;
  /** The operators' decision while the bank had no result; null without one. */
  readonly resolution: StoredResolution | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** Whether a payout failed because it was rejected, or was not approved in time. */
export function isUnapproved({ failure }: Payout): boolean {
  return failure?.code === REJECTED.code || failure?.code === EXPIRED.code;
}

/** The name of a scope in maps. */
export function nameOfScope({ merchantId, environment }: LedgerScope): string {
  return `${merchantId} ${environment}`;
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

/** The payout as reads, lists and webhooks show it; returned money is shown when there is any. */
export function payoutDetails(payout: Payout) {
  return {
    type: 'payout' as const,
    ...payoutCreated(payout),
    paid_at: payout.paidAt === null ? null : isoTime(payout.paidAt),
    end_to_end_id: payout.endToEndId,
    client_id: payout.clientId,
    failure_reason: payout.failure,
    ...(payout.returned > 0n && { returned_amount: centavosToJson(payout.returned) }),
    ...(payout.heldFor && { held: true, held_reason: payout.heldFor }),
    ...(payout.isLate && { paid_after_failure: true }),
  };
}

export type PayoutDetails = ReturnType<typeof payoutDetails>;
