import { Badge } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import type { Counted } from '#panel/routing/page.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/layout.ts';

const PATHS = {
  approvals: '/api/panel/{environment}/payout-approvals/count',
  disputes: '/api/panel/{environment}/disputes/count',
} as const;

/** How much waits on a page of the menu; nothing when nothing waits. */
export function MenuCount({ of }: { of: Counted }) {
  const environment = useEnvironment();
  const { data } = api.useQuery('get', PATHS[of], { params: { path: { environment } } });
  if (!data?.count) return null;
  return (
    <Badge size="sm" component="span" ms={6}>
      {data.count}
      <span className="heard-only"> {texts.waiting[of](data.count)}</span>
    </Badge>
  );
}
