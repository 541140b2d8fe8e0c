import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { isNotSetAside } from '#src/ground/work/set-aside.ts';
import { PAYOUT_COLUMNS, type PayoutKey, type PayoutRow } from './payout-store.ts';

const DUE = `from payouts p where check_due_at <= $1 and environment = 'test'
      and ${isNotSetAside('payout_return', 'p.id')}`;
const SELECT_DUE = {
  name: 'payouts_select_test_returns',
  place: HERE,
  text: `select ${PAYOUT_COLUMNS} ${DUE} order by check_due_at limit $2`,
};
export const DUE_TEST_RETURNS: DueQueue = { name: 'test-returns', due: `select ${DUE}` };
// A payout is returned once: a second worker finds no due time.
const TAKE = {
  name: 'payout_take_test_return',
  text: `update payouts set check_due_at = null
    where merchant_id = $1 and environment = 'test' and id = $2 and check_due_at is not null
    returning id`,
};

/** Paid payouts of the test environment whose money the receiving bank sends back now. */
export function selectTestReturns(
  database: Queryable,
  at: Date,
  limit: number,
): Promise<PayoutRow[]> {
  return database.query<PayoutRow>(SELECT_DUE, [at, limit]);
}

/** Takes a payout that is due to be returned; false when it was returned before. */
export async function claimTestReturn(
  tx: Transaction,
  { merchantId, id }: PayoutKey,
): Promise<boolean> {
  return (await tx.query(TAKE, [merchantId, id])).length > 0;
}
