import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { refundCreated } from './refund.ts';
import { type StoredRefund, selectRefunds } from './refund-read-store.ts';

/** The JSON of a refund's creation, also when the refund has ended since. */
export function refundAnswer(refund: StoredRefund): string {
  return JSON.stringify(refundCreated({ ...refund, status: 'pending' }));
}

/** Reads the answers of refunds' creations. */
export const readRefundAnswers: AnswerReader = async (database, resources) => {
  const refunds = await selectRefunds(database, { keys: resources });
  return new Map(refunds.map((refund) => [refund.id, refundAnswer(refund)]));
};
