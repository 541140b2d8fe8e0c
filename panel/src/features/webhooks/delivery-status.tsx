import { formatExactTime } from '#panel/components/format.ts';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/webhooks.ts';

/** The fields that the status of a delivery depends on. */
export interface DeliveryProgress {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
}

/** The status of a delivery; with the time of the next attempt after a failed one. */
export function DeliveryStatus({ delivery }: { delivery: DeliveryProgress }) {
  const { status, attempt_count: attempts, next_attempt_at: nextAt } = delivery;
  if (status !== 'pending') return <StatusBadge status={status} label={texts.ended[status]} />;
  if (nextAt === null) return <StatusBadge status="paused" label={texts.held} />;
  const now = new Date();
  if (attempts === 0 || new Date(nextAt) <= now) {
    return <StatusBadge status="pending" label={texts.queued} />;
  }
  return <StatusBadge status="failing" label={texts.retriesAt(formatExactTime(nextAt, now))} />;
}
