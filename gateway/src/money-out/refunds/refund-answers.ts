import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { refundFromRow } from './read-refunds.ts';
import { type Refund, refundCreated } from './refund.ts';
import { selectRefunds } from './refund-store.ts';

/** The JSON of a refund's creation, also when the refund has ended since. */
export function refundAnswer(refund: Refund): string {
  return JSON.stringify(refundCreated({ ...refund, status: 'pending' }));
}

/** Reads the answers of refunds' creations. */
export const readRefundAnswers: AnswerReader = async (database, resources) => {
  const rows = await selectRefunds(database, resources);
  return new Map(rows.map((row) => [row.id, refundAnswer(refundFromRow(row, []))]));
};
