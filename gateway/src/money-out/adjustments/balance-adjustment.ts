import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';

export const adjustmentKinds = [
  'adjustment',
  'hold',
  'release',
  'unassignment',
  'refund_reversal',
  'dispute',
] as const;

export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** A change of a merchant's balance that is no transaction. */
export interface BalanceAdjustment extends LedgerScope {
  readonly id: string;
  readonly kind: AdjustmentKind;
  /** Signed: a loss of the merchant is negative. Holds and releases have the amount they move. */
  readonly amount: Centavos;
  /** The part of a debit that `available` did not cover. */
  readonly debt: Centavos;
  /** The part of a hold that was blocked at once. */
  readonly blocked: Centavos;
  readonly reason: string;
  /** The operator's own reference, an end-to-end id, or the id of a refund. */
  readonly reference: string | null;
  readonly holdId: string | null;
  /** The caller's own key: a repeated request changes the balance once. */
  readonly requestKey: string | null;
  /** The proposal that two operators decided. */
  readonly proposalId: string | null;
  /** In milliseconds. */
  readonly createdAt: number;
}

/** The adjustment as webhooks, the panel and the commands show it. Amounts are centavos. */
export function adjustmentView(adjustment: BalanceAdjustment) {
  return {
    type: 'balance_adjustment' as const,
    internal_id: adjustment.id,
    kind: adjustment.kind,
    amount: centavosToJson(adjustment.amount),
    debt_amount: centavosToJson(adjustment.debt),
    blocked_amount: centavosToJson(adjustment.blocked),
    reason: adjustment.reason,
    reference: adjustment.reference,
    hold_id: adjustment.holdId,
    created_at: isoTime(adjustment.createdAt),
  };
}
