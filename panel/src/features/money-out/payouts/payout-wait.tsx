import { Alert } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { Awaited } from '#panel/components/awaited.tsx';
import { actTexts } from '#panel/components/money-act.ts';
import { IconClock } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';

const ASK_AGAIN_MS = 5_000;

/** What a pending payout waits for: the bank's answer, or the end of its hold. */
export function PayoutWait({ id }: { id: string }) {
  const environment = useEnvironment();
  const { data, isPending } = api.useQuery(
    'get',
    '/api/panel/{environment}/payouts/{id}/outcome',
    { params: { path: { environment, id } } },
    { refetchInterval: ASK_AGAIN_MS },
  );
  if (isPending) return <Awaited />;
  if (!data) return null;
  return (
    <Alert
      variant="outline"
      color={data.kind === 'sent' ? 'blue' : 'yellow'}
      icon={<IconClock size={18} />}
    >
      {actTexts('payout', data).done}
    </Alert>
  );
}
