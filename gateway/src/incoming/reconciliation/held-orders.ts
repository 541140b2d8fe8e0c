import type { HeldOrder } from '#src/bank/orders/order.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { ID_MIN } from '#src/ground/ids.ts';
import { heldPayouts } from '#src/money-out/payouts/held-payouts.ts';
import type { SettleDeps } from '#src/money-out/payouts/settle-payouts.ts';
import { heldRefunds } from '#src/money-out/refunds/held-refunds.ts';

const LIST_MAX = 500;
const HELD = { payout: heldPayouts, refund: heldRefunds } as const;

export type OrderKind = keyof typeof HELD;

/** An operator's decision about a held order. */
export type HeldDecision = 'release' | 'cancel';

export interface ListedOrder extends HeldOrder {
  readonly kind: OrderKind;
}

/** The payouts and refunds that are held, oldest first; at most 500 of each. */
export async function listHeldOrders(database: Queryable): Promise<ListedOrder[]> {
  const page = { afterId: ID_MIN, limit: LIST_MAX };
  const [payouts, refunds] = await Promise.all([
    heldPayouts.list(database, page),
    heldRefunds.list(database, page),
  ]);
  return [
    ...payouts.map((held) => ({ ...held, kind: 'payout' as const })),
    ...refunds.map((held) => ({ ...held, kind: 'refund' as const })),
  ].sort((left, right) => left.createdAt - right.createdAt);
}

/** Releases or cancels a held payout or refund. Refuses `held_order_not_found`. */
export function decideHeldOrder(
  deps: SettleDeps,
  { kind, id, decision }: { kind: OrderKind; id: string; decision: HeldDecision },
  by: Actor,
): Promise<void> {
  return HELD[kind][decision](deps, id, by);
}
