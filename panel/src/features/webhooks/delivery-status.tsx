import { formatExactTime } from '#panel/components/format.ts';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#panel/texts/texts.ts';

const words = texts.webhooks;

/** What the status of a delivery depends on. */
export interface DeliveryProgress {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempt_count: number;
  readonly next_attempt_at: string | null;
}

/** Where a delivery stands; one that failed says when it is tried again. */
export function DeliveryStatus({ delivery }: { delivery: DeliveryProgress }) {
  const { status, attempt_count: attempts, next_attempt_at: nextAt } = delivery;
  if (status !== 'pending') return <StatusBadge status={status} label={words.ended[status]} />;
  if (nextAt === null) return <StatusBadge status="paused" label={words.held} />;
  const now = new Date();
  if (attempts === 0 || new Date(nextAt) <= now) {
    return <StatusBadge status="pending" label={words.queued} />;
  }
  return <StatusBadge status="failing" label={words.retriesAt(formatExactTime(nextAt, now))} />;
}
