import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { type Transfer, transferView } from './transfer.ts';
import { selectSentTransfers } from './transfer-store.ts';

/** The JSON of a transfer's creation, for its sender. */
export function transferAnswer(transfer: Transfer): string {
  return JSON.stringify(transferView(transfer, transfer.merchantId));
}

/**
 * Reads the answers of transfers' creations. They show the recipient's username and name, which no
 * statement changes.
 */
export const readTransferAnswers: AnswerReader = async (database, resources) => {
  const transfers = await selectSentTransfers(database, { keys: resources });
  return new Map(transfers.map((transfer) => [transfer.id, transferAnswer(transfer)]));
};
