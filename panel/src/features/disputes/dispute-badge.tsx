import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/disputes.ts';
import type { Dispute } from './dispute-types.ts';

/** The colour of each status, by another status that has it. */
const LIKE = {
  open: 'failing',
  in_defense: 'submitted',
  accepted: 'failed',
  rejected: 'approved',
  canceled: 'revoked',
} as const;

/** The status of a dispute. */
export function DisputeBadge({ status }: Pick<Dispute, 'status'>) {
  return <StatusBadge status={LIKE[status]} label={texts.statuses[status]} />;
}
