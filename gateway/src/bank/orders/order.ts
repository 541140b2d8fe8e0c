import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import * as f from '#src/ground/database/fields.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { StoredResolution } from './order-resolutions.ts';

export interface OrderKey extends LedgerScope {
  readonly id: string;
}

/** The fields that payouts and refunds have in common. */
export interface Order extends OrderKey {
  readonly status: string;
  readonly amount: Centavos;
  /** The operators' decision while the bank had no result; null without one. */
  readonly resolution: StoredResolution | null;
}

const AMOUNT = f.inColumn('amount_centavos', f.centavos);
export const LIVE_KEY = { merchantId: f.uuid, environment: f.textOf<'live'>(), id: f.uuid };
export const HELD_KEY = { ...LIVE_KEY, amount: AMOUNT };
export const HELD = {
  ...HELD_KEY,
  createdAt: f.instant,
  heldAt: f.neverNull(f.instant),
  /** The username of its merchant. */
  username: f.text,
};
export const REVERSED = {
  merchantId: f.uuid,
  id: f.uuid,
  amount: AMOUNT,
  resolvedAt: f.neverNull(f.instant),
  /** The username of its merchant. */
  username: f.text,
};
export const UNANSWERED = {
  id: f.uuid,
  /** The username of its merchant. */
  username: f.text,
  amount: AMOUNT,
  createdAt: f.instant,
  /** The bank's end-to-end id, when it has reported one. */
  endToEndId: f.orNull(f.text),
  /** How often a worker has begun a step of it. */
  sendCount: f.count,
  /** The last attempt without a clear answer; null while the bank can't have got the order. */
  uncertainAt: f.orNull(f.instant),
  /** Whether the bank has ever shown the order. */
  isKnownAtBank: f.bool,
};

/** A live payout or refund that is held. */
export type HeldOrderKey = f.RecordOf<typeof HELD_KEY>;
/** A held order as an operator sees it. Instants in milliseconds since 1970. */
export type HeldOrder = f.RecordOf<typeof HELD>;
/** An order whose resolution the bank has reversed, and no operator has seen it yet. */
export type ReversedOrder = f.RecordOf<typeof REVERSED>;

/** A live order without a result. Instants in milliseconds since 1970. */
export type UnansweredOrder = f.RecordOf<typeof UNANSWERED>;

export function keyOfOrder({ merchantId, environment, id }: OrderKey): OrderKey {
  return { merchantId, environment, id };
}
