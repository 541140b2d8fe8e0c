import { type Centavos, centavos } from '#src/money/centavos.ts';
import type { Transaction } from '#src/platform/database/database.ts';
import type { Charge } from './charge.ts';
import { addRefunding, endRefunds, lockCharges, type RefundsEnd } from './charge-refund-store.ts';
import { refundShares, type ShareRefund } from './charge-split-store.ts';
import type { ChargeRow, TransactionKey } from './charge-store.ts';
import { withSplits } from './read-charges.ts';

/** A charge with what only its refunds need to know. */
export interface ChargeToRefund {
  readonly charge: Charge;
  /** What is on its way back. */
  readonly refunding: Centavos;
  /** Whether it is the sandbox's. */
  readonly isSandbox: boolean;
  /** Counts the events of the charge. */
  readonly eventCount: number;
}

/** Charges with their shares, locked against every other refund until the transaction ends. */
export async function lockChargesToRefund(
  tx: Transaction,
  keys: readonly TransactionKey[],
): Promise<ChargeToRefund[]> {
  return toRefund(tx, await lockCharges(tx, keys));
}

/** Notes what is to be given back of charges that this transaction has locked. */
export function reserveRefunds(
  tx: Transaction,
  refunds: readonly (TransactionKey & { readonly amount: Centavos })[],
): void {
  const byCharge = Map.groupBy(refunds, ({ id }) => id);
  const changes = [...byCharge.values()].flatMap((group) => {
    const [first] = group;
    const amount = group.reduce((sum, one) => sum + one.amount, 0n);
    return first ? [{ ...first, amount, count: group.length }] : [];
  });
  addRefunding(tx, changes);
}

/** What ended of the refunds of a charge, and what recipients gave back in those that were done. */
export interface ChargeRefundsEnd extends RefundsEnd {
  readonly allocations: readonly { readonly recipientId: string; readonly amount: bigint }[];
}

/** Moves charges and their shares on by what became of refunds, and locks them with it. */
export async function endRefundsOfCharges(
  tx: Transaction,
  ends: readonly ChargeRefundsEnd[],
): Promise<ChargeToRefund[]> {
  const rows = await endRefunds(tx, ends);
  refundShares(tx, ends.flatMap(sharesOf));
  return toRefund(tx, rows);
}

/** The allocations of a charge's refunds, those of one recipient together. */
function sharesOf({ merchantId, environment, id, allocations }: ChargeRefundsEnd): ShareRefund[] {
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
