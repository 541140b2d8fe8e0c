import type { Actor } from '#src/access/actor.ts';
import {
  cancelHeldPayout,
  type HeldRow,
  releaseHeldPayout,
  selectHeld as selectHeldPayouts,
} from '#src/payouts/held-payouts.ts';
import type { SettleDeps } from '#src/payouts/settle-payouts.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { ID_MIN } from '#src/platform/ids.ts';
import {
  cancelHeldRefund,
  releaseHeldRefund,
  selectHeld as selectHeldRefunds,
} from '#src/refunds/held-refunds.ts';

const LIST_MAX = 500;

export type OrderKind = 'payout' | 'refund';

/** An operator's decision about a held order. */
export type HeldDecision = 'release' | 'cancel';

export interface HeldOrder extends HeldRow {
  readonly kind: OrderKind;
}

/** The payouts and refunds that are held, oldest first; at most 500 of each. */
export async function listHeldOrders(database: Queryable): Promise<HeldOrder[]> {
  const page = { afterId: ID_MIN, limit: LIST_MAX };
  const [payouts, refunds] = await Promise.all([
    selectHeldPayouts(database, page),
    selectHeldRefunds(database, page),
  ]);
  return [
    ...payouts.map((row) => ({ ...row, kind: 'payout' as const })),
    ...refunds.map((row) => ({ ...row, kind: 'refund' as const })),
  ].sort((left, right) => left.created_at - right.created_at);
}

const DECISIONS = {
  payout: { release: releaseHeldPayout, cancel: cancelHeldPayout },
  refund: { release: releaseHeldRefund, cancel: cancelHeldRefund },
} as const;

/** Releases or cancels a held payout or refund. Refuses `held_order_not_found`. */
export function decideHeldOrder(
  deps: SettleDeps,
  { kind, id, decision }: { kind: OrderKind; id: string; decision: HeldDecision },
  by: Actor,
): Promise<void> {
  return DECISIONS[kind][decision](deps, id, by);
}
