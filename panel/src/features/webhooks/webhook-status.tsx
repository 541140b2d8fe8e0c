import { StatusBadge } from '#panel/components/status-badge.tsx';
import type { Webhook } from './webhook-types.ts';

/** Whether a webhook is active, paused, or active and failing. */
export function WebhookStatus({ webhook }: { webhook: Webhook }) {
  return <StatusBadge status={webhook.is_failing ? 'failing' : webhook.status} />;
}
