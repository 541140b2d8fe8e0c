import { api } from '#panel/api/client.ts';
import type { MoneyOutcome } from '#panel/components/money-act.ts';
import { useEnvironment } from '#panel/session/environment.tsx';

/** The effect of an approval now: the payout is sent, or it waits for the end of a stop. */
export function useReleased(): MoneyOutcome {
  const environment = useEnvironment();
  const { data } = api.useQuery('get', '/api/panel/{environment}/payout-stop', {
    params: { path: { environment } },
  });
  if (!data) return { kind: 'unknown' };
  const isStopped = (data.by_merchant ?? data.by_operator ?? data.by_platform) !== null;
  return { kind: isStopped ? 'payouts_stopped' : 'sent' };
}
