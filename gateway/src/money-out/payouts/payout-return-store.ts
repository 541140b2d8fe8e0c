import type { Transaction } from '#src/ground/database/database.ts';
import { centavos, centavosToDecimal } from '#src/ground/money/centavos.ts';
import { PAYOUT_COLUMNS, type PayoutKey, type PayoutRow } from './payout-store.ts';

// Each return is booked once, by the bank's own id of it.
const INSERT = {
  name: 'payout_return_insert',
  text: `insert into payout_returns (merchant_id, environment, payout_id, return_id, id,
      amount_centavos, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning return_id`,
};
const ADD = {
  name: 'payout_add_returned',
  text: `update payouts p set returned_centavos = p.returned_centavos + $4::bigint,
      event_count = p.event_count + 1
    where p.merchant_id = $1 and p.environment = $2 and p.id = $3
      and p.returned_centavos + $4::bigint <= p.amount_centavos
    returning ${PAYOUT_COLUMNS}`,
};

export interface ReturnToBook extends PayoutKey {
  readonly returnId: string;
  readonly postingId: string;
  readonly amountCentavos: bigint;
}

/**
 * Inserts a return and adds it to its payout. Returns the payout; undefined when the return was
 * inserted before. Throws when the payout has less left than the return.
 */
export async function insertReturn(
  tx: Transaction,
  payoutReturn: ReturnToBook,
  at: Date,
): Promise<PayoutRow | undefined> {
  const { merchantId, environment, id, returnId, postingId, amountCentavos } = payoutReturn;
  const key = [merchantId, environment, id];
  const inserted = await tx.query(INSERT, [...key, returnId, postingId, amountCentavos, at]);
  if (inserted.length === 0) return undefined;
  const [row] = await tx.query<PayoutRow>(ADD, [...key, amountCentavos]);
  if (row) return row;
  const amount = centavosToDecimal(centavos(amountCentavos));
  throw new Error(`A devolução ${returnId}, de R$ ${amount}, passa do que resta do saque.`);
}
