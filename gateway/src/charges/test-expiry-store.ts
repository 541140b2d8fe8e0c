import type { Transaction } from '#src/ground/database/database.ts';
import type { TransactionKey } from './charge.ts';

const END_TIME = {
  name: 'charge_end_time_of_test',
  text: `update charges set expires_at = $3
    where merchant_id = $1 and environment = 'test' and id = $2 and status = 'pending'
      and expires_at > $3`,
};

/** Lets the time of a pending charge of the test environment end at `at`; the commit waits. */
export function endTimeOfTestCharge(
  tx: Transaction,
  { merchantId, id }: TransactionKey,
  at: Date,
): void {
  tx.send(END_TIME, [merchantId, id, at]);
}
