import type { Transaction } from '#src/ground/database/database.ts';
import { type Centavos, centavos } from '#src/ground/money/centavos.ts';
import type { Charge, TransactionKey } from './charge.ts';
import { addRefunding, endRefunds, lockCharges, type RefundsEnd } from './charge-refund-store.ts';
import { type ChangedSplitRow, refundShares, type ShareChange } from './charge-split-store.ts';
import type { ChargeRow } from './charge-store.ts';
import { withSplits } from './read-charges.ts';

/** A paid charge, with the facts that its refunds need. */
export interface ChargeToRefund {
  readonly charge: Charge;
  /** The sum of its pending refunds. */
  readonly refunding: Centavos;
  /** Whether it belongs to the sandbox. */
  readonly isSandbox: boolean;
  /** How many events the charge has had. */
  readonly eventCount: number;
}

/** A charge whose refunds have ended, with the shares that they have changed. */
export interface RefundedCharge extends ChargeToRefund {
  readonly changedShares: readonly ChangedSplitRow[];
}

/** Locks charges against other refunds until the transaction ends; returns them with shares. */
export async function lockChargesToRefund(
  tx: Transaction,
  keys: readonly TransactionKey[],
): Promise<ChargeToRefund[]> {
  return toRefund(tx, await lockCharges(tx, { keys }));
}

/** Adds pending refunds to charges that this transaction has locked. */
export function reserveRefunds(
  tx: Transaction,
  refunds: readonly (TransactionKey & { readonly amount: Centavos })[],
): void {
  const byCharge = Map.groupBy(refunds, ({ id }) => id);
  const changes = [...byCharge.values()].flatMap((group) => {
    const [first] = group;
    const amount = group.reduce((sum, refund) => sum + refund.amount, 0n);
    return first ? [{ ...first, amount, refunds: group.length }] : [];
  });
  addRefunding(tx, changes);
}

/** The ended refunds of a charge, with the allocations of those that are done. */
export interface ChargeRefundsEnd extends RefundsEnd {
  readonly allocations: readonly { readonly recipientId: string; readonly amount: bigint }[];
}

/** Writes ended refunds to their charges and shares, which locks them; returns the charges. */
export async function endRefundsOfCharges(
  tx: Transaction,
  ends: readonly ChargeRefundsEnd[],
): Promise<RefundedCharge[]> {
  const rows = await endRefunds(tx, ends);
  const shares = await refundShares(tx, ends.flatMap(sharesOf));
  const byCharge = Map.groupBy(shares, (share) => share.charge_id);
  const refunded = await toRefund(tx, rows);
  return refunded.map((ended) => ({
    ...ended,
    changedShares: byCharge.get(ended.charge.id) ?? [],
  }));
}

/** The allocations of a charge's refunds, summed for each recipient. */
function sharesOf({ merchantId, environment, id, allocations }: ChargeRefundsEnd): ShareChange[] {
  const byRecipient = Map.groupBy(allocations, ({ recipientId }) => recipientId);
  return [...byRecipient].map(([recipientId, group]) => {
    const amount = group.reduce((sum, allocation) => sum + allocation.amount, 0n);
    return { merchantId, environment, id, recipientId, amount };
  });
}

async function toRefund(tx: Transaction, rows: readonly ChargeRow[]): Promise<ChargeToRefund[]> {
  const charges = new Map((await withSplits(tx, rows)).map((charge) => [charge.id, charge]));
  return rows.flatMap((row) => {
    const charge = charges.get(row.id);
    if (!charge) return [];
    const refunding = centavos(row.refunding_centavos);
    const eventCount = Number(row.event_count);
    return [{ charge, refunding, isSandbox: row.is_simulated, eventCount }];
  });
}
