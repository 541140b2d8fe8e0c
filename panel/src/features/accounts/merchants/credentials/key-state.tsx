import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/credentials.ts';

/** Whether a key is active or revoked. In Portuguese a key is feminine, unlike most that is active. */
export function KeyState({ revokedAt }: { revokedAt: string | null }) {
  if (revokedAt !== null) return <StatusBadge status="revoked" />;
  return <StatusBadge status="active" label={texts.active} />;
}
