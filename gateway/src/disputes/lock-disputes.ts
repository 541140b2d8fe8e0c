import type { TransactionKey } from '#src/charges/charge.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { ScopeToLock } from '#src/ledger/post.ts';
import { DEBIT_ACCOUNTS } from '#src/ledger/post.ts';
import {
  lockRefundableCharges,
  type RefundableCharge,
} from '#src/money-out/refunds/read-refundable-charges.ts';
import { type ShareRow, selectShares } from './dispute-share-store.ts';
import { type DisputeRow, selectDisputesOf } from './dispute-store.ts';

type Writable<Row> = { -readonly [Name in keyof Row]: Row[Name] };

export type WritableShare = Writable<ShareRow>;

/** A dispute that the transaction may change. Its changes stay in memory until they are written. */
export interface LockedDispute {
  readonly row: Writable<DisputeRow>;
  readonly shares: WritableShare[];
  readonly isNew: boolean;
  /** Whether it was closed before this transaction. */
  readonly wasClosed: boolean;
  isChanged: boolean;
}

/** A locked charge with its disputes, and the transaction's changes of the charge. */
export interface DisputedCharge {
  readonly refundable: RefundableCharge;
  readonly disputes: LockedDispute[];
  /** The change of `charges.disputed_centavos`, and of each recipient's part of it. */
  changed: bigint;
  readonly changedShares: Map<string, bigint>;
}

/** Locks charges against refunds and other changes of their disputes; returns them by id. */
export async function lockDisputedCharges(
  tx: Transaction,
  keys: readonly TransactionKey[],
): Promise<ReadonlyMap<string, DisputedCharge>> {
  const refundables = [...(await lockRefundableCharges(tx, keys)).values()];
  const disputed = refundables
    .map(({ charge }) => charge)
    .filter(({ disputeCount }) => disputeCount > 0);
  const rows = disputed.length > 0 ? await selectDisputesOf(tx, { keys: disputed }) : [];
  const shares =
    rows.length > 0 ? await selectShares(tx, { disputes: rows.map(keyOfDispute) }) : [];
  const sharesOf = Map.groupBy(shares, (share) => share.dispute_id);
  const disputesOf = Map.groupBy(
    rows.map((row) => lockedDispute(row, sharesOf.get(row.id) ?? [])),
    ({ row }) => row.charge_id,
  );
  return new Map(
    refundables.map((refundable) => {
      const { id } = refundable.charge;
      const disputes = disputesOf.get(id) ?? [];
      return [id, { refundable, disputes, changed: 0n, changedShares: new Map() }];
    }),
  );
}

function lockedDispute(row: DisputeRow, shares: readonly ShareRow[]): LockedDispute {
  return {
    row: { ...row },
    shares: shares.map((share) => ({ ...share })),
    isNew: false,
    wasClosed: row.closed_at !== null,
    isChanged: false,
  };
}

/** The accounts and holds of the merchants that bear the disputes of these charges. */
export function scopesOfBearers(charges: Iterable<DisputedCharge>): ScopeToLock[] {
  return [...charges].flatMap(({ refundable: { charge, isSandbox }, disputes }) => {
    const { merchantId, environment, splits } = charge;
    const shares = disputes.flatMap((dispute) => dispute.shares);
    const scopeOf = (bearerId: string, isSandboxScope: boolean): ScopeToLock => ({
      merchantId: bearerId,
      environment,
      isSandbox: isSandboxScope,
      accounts: DEBIT_ACCOUNTS,
      holdIds: shares
        .filter((share) => share.bearer_id === bearerId && share.held_centavos > 0n)
        .map(({ id }) => id),
    });
    return [
      scopeOf(merchantId, isSandbox),
      ...splits.map(({ recipientId }) => scopeOf(recipientId, false)),
    ];
  });
}

/** The key of a dispute's row. */
export function keyOfDispute(row: DisputeRow): TransactionKey {
  return { merchantId: row.merchant_id, environment: row.environment, id: row.id };
}
