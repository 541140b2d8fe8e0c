import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/ground/money/centavos.ts';
import { selectOthersParts } from './received-store.ts';
import type { ListedTransaction } from './transaction.ts';

/** A listed transaction with its effect on the merchant's own money, in centavos. */
export interface ShownTransaction extends ListedTransaction {
  /** The amount that the recipients of a charge's split keep; zero for a payout. */
  readonly split: Centavos;
  /** The amount of a charge that the merchant returned by disputes; zero for a payout. */
  readonly returned: Centavos;
  /** `receivedOf`; null for a payout and for a charge that was not paid. */
  readonly received: Centavos | null;
}

/** The amounts of a charge that what the merchant received depends on. */
interface ChargeAmounts {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly split: bigint;
  readonly refunded: bigint;
  readonly returned: bigint;
}

/**
 * The amount that a merchant received of its paid charge: the amount less the fee, what others keep
 * of the split, and what went back to the payer. It is the sum of the entries of the merchant's own
 * accounts, except for refunds that have not ended.
 */
export function receivedOf({ amount, fee, split, refunded, returned }: ChargeAmounts): Centavos {
  return centavos(amount - fee - split - refunded - returned);
}

/** Adds to transactions of a scope what the merchant received. */
export async function withReceived(
  database: Queryable,
  scope: LedgerScope,
  rows: readonly ListedTransaction[],
): Promise<readonly ShownTransaction[]> {
  const ids = rows.flatMap(({ hasOthers, id }) => (hasOthers ? [id] : []));
  const { merchantId, environment } = scope;
  const key = { merchantId, environment, chargeIds: ids };
  const parts = ids.length === 0 ? [] : await selectOthersParts(database, key);
  const byId = new Map(parts.map((part) => [part.id, part]));
  return rows.map((row) => {
    const split = byId.get(row.id)?.split ?? ZERO_CENTAVOS;
    const returned = byId.get(row.id)?.returned ?? ZERO_CENTAVOS;
    const isPaid = row.type === 'charge' && row.paidAt !== null;
    return {
      ...row,
      split,
      returned,
      received: isPaid ? receivedOf({ ...row, split, returned }) : null,
    };
  });
}
