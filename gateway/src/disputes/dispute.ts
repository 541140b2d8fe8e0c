import type { TransactionKey } from '#src/charges/charge.ts';
import { isoTime } from '#src/ground/clock.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';

/** Why the payer's bank contests a payment. */
export const disputeReasons = ['fraud', 'operational_failure', 'automatic_pix'] as const;

export type DisputeReason = (typeof disputeReasons)[number];

/**
 * `open` becomes `in_defense` when the merchant has written a defence, and `open` again when the
 * bank refused the defence. Both become `accepted`, `rejected` or `canceled` and then stay.
 */
export const disputeStatuses = ['open', 'in_defense', 'accepted', 'rejected', 'canceled'] as const;

export type DisputeStatus = (typeof disputeStatuses)[number];

/** How a dispute can be closed. */
export const disputeOutcomes = ['accepted', 'rejected', 'canceled'] as const;

export type DisputeOutcome = (typeof disputeOutcomes)[number];

/**
 * `waiting` becomes `sent`, or `failed` when the bank refuses it. The defence of a dispute that no
 * bank lists is `sent` at once: to the simulator, or by mail to the operators.
 */
export const defenseStatuses = ['waiting', 'sent', 'failed'] as const;

export type DefenseStatus = (typeof defenseStatuses)[number];

/** Days that a merchant has for its defence by the MED, when the bank reports no deadline. */
export const DEFENSE_DAYS = 7;

/** The merchant's defence. Instants in milliseconds since 1970. */
export interface Defense {
  readonly text: string;
  readonly status: DefenseStatus;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly failure: string | null;
}

/** A contested payment (MED). Instants in milliseconds since 1970. */
export interface Dispute extends TransactionKey {
  readonly chargeId: string;
  /** The end-to-end id of the payment. */
  readonly endToEndId: string;
  /** The bank's name and its id of the dispute; null for a dispute that no bank lists. */
  readonly bank: string | null;
  readonly bankDisputeId: string | null;
  readonly reason: DisputeReason;
  readonly status: DisputeStatus;
  /** The contested amount. */
  readonly amount: Centavos;
  /** The amount to block for it now. */
  readonly claimed: Centavos;
  /** The amount that is blocked for it now. */
  readonly blocked: Centavos;
  /** The amount that the bank has returned to the payer. */
  readonly returned: Centavos;
  readonly openedAt: number;
  readonly defenseDueAt: number | null;
  readonly closedAt: number | null;
  readonly defense: Defense | null;
}

/** The fields of a dispute that the API and webhooks show. */
export type ShownDispute = Omit<
  Dispute,
  'merchantId' | 'environment' | 'bank' | 'bankDisputeId' | 'claimed'
>;

/** The dispute as the API and webhooks show it. */
export function disputeView(dispute: ShownDispute) {
  const { defense } = dispute;
  return {
    internal_id: dispute.id,
    transaction_id: dispute.chargeId,
    end_to_end_id: dispute.endToEndId,
    reason: dispute.reason,
    status: dispute.status,
    amount: centavosToJson(dispute.amount),
    blocked_amount: centavosToJson(dispute.blocked),
    returned_amount: centavosToJson(dispute.returned),
    opened_at: isoTime(dispute.openedAt),
    defense_due_at: timeOrNull(dispute.defenseDueAt),
    closed_at: timeOrNull(dispute.closedAt),
    defense: defense && {
      text: defense.text,
      status: defense.status,
      created_at: isoTime(defense.createdAt),
      sent_at: timeOrNull(defense.sentAt),
      failure_reason: defense.failure,
    },
  };
}

function timeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
