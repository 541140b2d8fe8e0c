import type { SentPayout } from '#src/bank/live-bank.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { payoutReturned } from '#src/ledger/posting.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { type Payout, payoutDetails } from './payout.ts';
import { insertReturn } from './payout-store.ts';

/**
 * Books a return of the receiving bank for a paid payout, once by the bank's id of the return:
 * the money becomes available, and the merchant gets an event. Throws when it can't be posted.
 */
export async function bookPayoutReturn(
  tx: Transaction,
  { merchantId, environment, id }: Payout,
  { returnId, amount }: SentPayout['returned'][number],
  now: number,
): Promise<void> {
  const postingId = createId(now);
  const payoutReturn = { merchantId, environment, id, returnId, postingId, amount };
  const changed = await insertReturn(tx, payoutReturn, new Date(now));
  if (!changed) return;
  const scope = { merchantId, environment, isSandbox: false };
  const locked = await lockForPosting(tx, [
    { ...scope, accounts: [accounts.bank, accounts.available] },
  ]);
  const subject = { merchantId, environment, referenceId: postingId };
  if (!locked.add(payoutReturned(subject, amount))) {
    throw new Error(`the return ${returnId} was not posted`);
  }
  locked.write(now);
  const event = {
    merchantId,
    environment,
    resourceId: id,
    sequence: changed.eventCount,
    kind: 'payout.returned',
    data: payoutDetails(changed.payout),
    audience: { kind: 'endpoints' },
  } as const;
  await emitEvents(tx, [event], now);
}
