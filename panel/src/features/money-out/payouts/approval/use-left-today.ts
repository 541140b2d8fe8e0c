import { api } from '#panel/api/client.ts';
import { formatMoney } from '#panel/components/format.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payout-controls.ts';

/** What is left of the limit of payouts of the day, in words; undefined while it is read. */
export function useLeftToday(): string | undefined {
  const environment = useEnvironment();
  const { data } = api.useQuery('get', '/api/panel/{environment}/payout-limits', {
    params: { path: { environment } },
  });
  if (!data) return undefined;
  const { in_force: inForce, requested_today: requested } = data;
  const { per_day: perDay } = inForce;
  if (perDay === null) return texts.noDayLimit;
  return texts.leftToday(formatMoney(Math.max(0, perDay - requested)), formatMoney(perDay));
}
