import type { Transaction } from '#src/ground/database/database.ts';
import type { TransactionKey } from '../charge.ts';
import { KEY_COLUMNS, keyRow, SAME_KEY } from '../charge-store.ts';
import type { StoredTerms } from './due-terms.ts';

const SET_AMOUNTS = {
  name: 'charges_set_amounts',
  text: `update charges c set amount_centavos = key.amount, fee_centavos = key.fee,
      shares_centavos = key.shares, due = key.due, expected_centavos = key.expected,
      expected_fee_centavos = case when key.expected is not null then c.fee_centavos end
    from json_to_recordset($1) as key
      (${KEY_COLUMNS}, amount bigint, fee bigint, shares bigint, due json, expected bigint)
    where ${SAME_KEY}`,
};
const SET_SHARES = {
  name: 'charge_splits_set_amounts',
  text: `update charge_splits s set amount_centavos = key.amount
    from json_to_recordset($1) as key (${KEY_COLUMNS}, position bigint, amount bigint)
    where (s.merchant_id, s.environment, s.charge_id, s.position)
      = (key.merchant_id, key.environment, key.id, key.position)`,
};

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
  const rows = charges.map(({ amount, fee, due, shares, expected, ...key }) => ({
    ...keyRow(key),
    amount: Number(amount),
    fee: Number(fee),
    due,
    expected: expected === null ? null : Number(expected),
    shares: Number(shares.reduce((sum, share) => sum + share, 0n)),
  }));
  tx.send(SET_AMOUNTS, [JSON.stringify(rows)]);
  const shares = charges.flatMap(({ shares: amounts, ...key }) =>
    amounts.map((amount, position) => ({ ...keyRow(key), position, amount: Number(amount) })),
  );
  if (shares.length > 0) tx.send(SET_SHARES, [JSON.stringify(shares)]);
}
