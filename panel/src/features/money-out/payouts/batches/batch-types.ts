import type { Answer } from '#panel/api/answer.ts';
import { texts } from '#texts/payout-batches.ts';

/** A batch in lists. */
export type Batch = Answer<'/api/panel/{environment}/payout-batches'>['data'][number];

/** A batch with its lines. */
export type BatchDetails = Answer<'/api/panel/{environment}/payout-batches/{id}'>;

/** A line of a batch. */
export type BatchLine = BatchDetails['lines'][number];

/** Whether the time to approve a batch ended without a decision. */
export function isExpired({ status, expires_at: expiresAt }: Batch | BatchDetails): boolean {
  const isAwaiting = status === 'awaiting_approval';
  return isAwaiting && expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

/** The name of a batch's status. An expired batch has its own name. */
export function statusOf(batch: Batch | BatchDetails): string {
  return texts.statuses[isExpired(batch) ? 'expired' : batch.status];
}
