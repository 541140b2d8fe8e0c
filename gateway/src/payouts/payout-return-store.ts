import type { Queryable, Transaction } from '#src/platform/database.ts';
import { instantOfId } from '#src/platform/ids.ts';
import { PAYOUT_COLUMNS, type PayoutKey, type PayoutRow } from './payout-store.ts';

// A claim ends by itself, so a worker that dies in the middle leaves the payout to the next one.
const CLAIM = {
  name: 'payouts_claim_returns',
  text: `update payouts p set returns_due_at = $2
    where (p.merchant_id, p.environment, p.id) in (
      select merchant_id, environment, id from payouts
      where returns_due_at <= $1 order by returns_due_at limit $3 for update skip locked
    ) returning ${PAYOUT_COLUMNS}`,
};
const WATCH = {
  name: 'payouts_watch_returns',
  text: `update payouts set returns_due_at = $4
    where merchant_id = $1 and environment = $2 and id = $3 and status = 'paid'`,
};
// The bank names no merchant, so the primary key doesn't fit: the instant in the id finds the row.
const HURRY = {
  name: 'payouts_hurry_returns',
  text: `update payouts set returns_due_at = $2
    where status = 'paid' and environment = 'live' and created_at = any($3) and id = any($1)`,
};
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
    where p.merchant_id = $1 and p.environment = $2 and p.id = $3 returning ${PAYOUT_COLUMNS}`,
};

/** Paid payouts of which it is time to ask whether something came back. */
export function claimReturnChecks(
  database: Queryable,
  { at, until, limit }: { at: Date; until: Date; limit: number },
): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(CLAIM, [at, until, limit]);
}

/** Sets when the bank is asked next; never again with null. */
export async function watchReturns(
  database: Queryable,
  { merchantId, environment, id }: PayoutKey,
  at: Date | null,
): Promise<void> {
  await database.query(WATCH, [merchantId, environment, id, at]);
}

/** Lets paid payouts be asked about now. */
export async function hurryReturns(
  database: Queryable,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await database.query(HURRY, [ids, at, ids.map((id) => new Date(instantOfId(id)))]);
}

export interface ReturnToBook extends PayoutKey {
  readonly returnId: string;
  readonly postingId: string;
  readonly amountCentavos: bigint;
}

/** Writes a return down, with its sum at the payout; undefined when it was written before. */
export async function insertReturn(
  tx: Transaction,
  one: ReturnToBook,
  at: Date,
): Promise<PayoutRow | undefined> {
  const { merchantId, environment, id, returnId, postingId, amountCentavos } = one;
  const key = [merchantId, environment, id];
  const inserted = await tx.query(INSERT, [...key, returnId, postingId, amountCentavos, at]);
  if (inserted.length === 0) return undefined;
  return (await tx.query<PayoutRow>(ADD, [...key, amountCentavos]))[0];
}
