import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { payoutCreated } from './payout.ts';
import { selectCreatedPayouts } from './payout-answer-store.ts';
import { payoutFromRow } from './payout-store.ts';

/** Reads the answers of payouts' creations, also when the payouts have changed since. */
export const readPayoutAnswers: AnswerReader = async (database, resources) => {
  const rows = await selectCreatedPayouts(database, resources);
  return new Map(
    rows.map((row) => {
      const status = row.was_awaiting ? 'awaiting_approval' : 'pending';
      const payout = { ...payoutFromRow(row), status, isLate: false } as const;
      return [row.id, JSON.stringify(payoutCreated(payout))];
    }),
  );
};
