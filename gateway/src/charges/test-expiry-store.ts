import type { Transaction } from '#src/ground/database/database.ts';
import type { TransactionKey } from './charge.ts';

const END_TIME = {
  name: 'charge_end_time_of_test',
  text: `update charges set expires_at = $3
    where merchant_id = $1 and environment = 'test' and id = $2 and status = 'pending'
      and expires_at > $3`,
};

/** Sets the expiry of a pending test charge to `at`; the commit waits for it. */
export function endTimeOfTestCharge(
  tx: Transaction,
  { merchantId, id }: TransactionKey,
  at: Date,
): void {
  tx.send(END_TIME, [merchantId, id, at]);
}
