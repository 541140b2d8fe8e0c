import { texts } from '#texts/payout-batches.ts';
import type { BatchLine } from './batch-types.ts';

/** The fault of a line in words; for a Pix key, the form of a key of its type. */
export function lineErrorText(
  { pix_key_type: type }: Pick<BatchLine, 'pix_key_type'>,
  error: BatchLine['errors'][number],
): string {
  const isKey = error === 'invalid_pix_key' && type !== null;
  return isKey ? texts.invalidKeys[type] : texts.errors[error];
}
