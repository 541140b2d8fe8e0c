import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { rowsOf, send, sql } from '#src/ground/database/sql.ts';
import type { TransactionKey } from '../charge.ts';
import { CHARGE_KEY, SAME_KEY } from '../charge-store.ts';
import type { StoredTerms } from './due-terms.ts';

const AMOUNTS = {
  ...CHARGE_KEY,
  amount: f.bigint,
  fee: f.bigint,
  /** The sum of the shares. */
  shares: f.bigint,
  due: f.orNull(f.json<StoredTerms>()),
  expected: f.orNull(f.bigint),
};
const SHARE = { ...CHARGE_KEY, position: f.count, amount: f.bigint };

const setAmounts = send(
  'charges_set_amounts',
  sql`update charges c set amount_centavos = key.amount, fee_centavos = key.fee,
      shares_centavos = key.shares, due = key.due, expected_centavos = key.expected,
      expected_fee_centavos = case when key.expected is not null then c.fee_centavos end
    from ${rowsOf('charges', 'key', AMOUNTS)}
    where ${SAME_KEY}`,
);

const setShares = send(
  'charge_splits_set_amounts',
  sql`update charge_splits s set amount_centavos = key.amount
    from ${rowsOf('shares', 'key', SHARE)}
    where (s.merchant_id, s.environment, s.charge_id, s.position)
      = (key.merchant_id, key.environment, key.id, key.position)`,
);

/** The amounts of a charge, in centavos. */
export interface PaidAmounts extends TransactionKey {
  readonly amount: bigint;
  readonly fee: bigint;
  /** Null for a charge without a due date. */
  readonly due: StoredTerms | null;
  /** The amount asked for without a due date, if another one was paid. */
  readonly expected: bigint | null;
  /** In the order of the shares. */
  readonly shares: readonly bigint[];
}

/** Sends the updates of charges and of their shares to other amounts; the commit waits for them. */
export function writePaidAmounts(tx: Transaction, charges: readonly PaidAmounts[]): void {
  setAmounts(tx, {
    charges: charges.map((charge) => ({
      ...charge,
      shares: charge.shares.reduce((sum, share) => sum + share, 0n),
    })),
  });
  const shares = charges.flatMap(({ shares: amounts, merchantId, environment, id }) =>
    amounts.map((amount, position) => ({ merchantId, environment, id, position, amount })),
  );
  if (shares.length > 0) setShares(tx, { shares });
}
