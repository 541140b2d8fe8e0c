import { texts } from '#texts/payout-batches.ts';
import type { BatchLine } from './batch-types.ts';

/** What is wrong with a line; for a Pix key, what a key of its type looks like. */
export function lineErrorText(
  { pix_key_type: type }: Pick<BatchLine, 'pix_key_type'>,
  error: BatchLine['errors'][number],
): string {
  const isKey = error === 'invalid_pix_key' && type !== null;
  return isKey ? texts.invalidKeys[type] : texts.errors[error];
}
