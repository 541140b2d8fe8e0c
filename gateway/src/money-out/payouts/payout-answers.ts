import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { payoutCreated } from './payout.ts';
import { selectCreatedPayouts } from './payout-read-store.ts';

/** Reads the answers of payouts' creations, also when the payouts have changed since. */
export const readPayoutAnswers: AnswerReader = async (database, resources) => {
  const payouts = await selectCreatedPayouts(database, { keys: resources });
  return new Map(payouts.map((payout) => [payout.id, JSON.stringify(payoutCreated(payout))]));
};
