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
  /** Signed: what the merchant loses is negative. A hold and a release move their amount. */
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
export function adjustmentView(one: BalanceAdjustment) {
  return {
    type: 'balance_adjustment' as const,
    internal_id: one.id,
    kind: one.kind,
    amount: centavosToJson(one.amount),
    debt_amount: centavosToJson(one.debt),
    blocked_amount: centavosToJson(one.blocked),
    reason: one.reason,
    reference: one.reference,
    hold_id: one.holdId,
    created_at: isoTime(one.createdAt),
  };
}
