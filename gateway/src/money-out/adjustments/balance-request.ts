import { findMerchant } from '#src/accounts/merchants/find-merchant.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { type Merchant, refuseSandbox } from '#src/ground/access/merchant.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { BalanceAdjustment } from './balance-adjustment.ts';
import {
  claimRequestKey,
  selectAdjustmentByKey,
  selectAdjustments,
} from './balance-adjustment-store.ts';

/** A merchant whose balance may be changed. Refuses `merchant_not_found`, `sandbox_forbidden`. */
export async function findAdjustable(database: Queryable, username: string): Promise<Merchant> {
  const merchant = await findMerchant(database, username);
  refuseSandbox(merchant);
  return merchant;
}

type Wanted = Pick<
  BalanceAdjustment,
  'merchantId' | 'environment' | 'kind' | 'amount' | 'reason' | 'reference' | 'requestKey'
>;

/**
 * Finds the adjustment that an earlier request under the same key has made. Undefined without a
 * key, and for a new key, which it claims. The balance must be locked. Refuses
 * `idempotency_key_reused` when the key belongs to another request.
 */
export async function earlierAdjustment(
  tx: Transaction,
  wanted: Wanted,
): Promise<BalanceAdjustment | undefined> {
  if (wanted.requestKey === null) return undefined;
  const earlier = await selectAdjustmentByKey(tx, { requestKey: wanted.requestKey });
  if (earlier && !isSame(earlier, wanted)) throw new Refusal('idempotency_key_reused');
  if (!earlier) await requireNewKey(tx, wanted.requestKey);
  return earlier;
}

/**
 * Claims a key that no adjustment has. Refuses `idempotency_key_reused` when a request for another
 * merchant claims it at the same moment.
 */
export async function requireNewKey(tx: Transaction, requestKey: string): Promise<void> {
  if ((await claimRequestKey(tx, { requestKey })) === 0)
    throw new Refusal('idempotency_key_reused');
}

function isSame(earlier: Wanted, wanted: Wanted): boolean {
  return (
    earlier.merchantId === wanted.merchantId &&
    earlier.environment === wanted.environment &&
    earlier.kind === wanted.kind &&
    earlier.amount === wanted.amount &&
    earlier.reason === wanted.reason &&
    earlier.reference === wanted.reference
  );
}

/** A page of the adjustments of a scope, newest first. */
export function readAdjustments(
  database: Queryable,
  scope: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<Page<BalanceAdjustment>> {
  return readPage(
    limit,
    (rowsMax) => selectAdjustments(database, { ...scope, beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
}
