import { api } from '#panel/api/client.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import type { ChargeToPay } from './charge-payment.tsx';

/**
 * A charge that was just created, as it is now: live updates read it again, so its status changes
 * on the screen when it is paid.
 */
export function useCreatedCharge(
  created: { internal_id: string; amount: number; qrcode: string } | undefined,
): ChargeToPay | undefined {
  const environment = useEnvironment();
  const id = created?.internal_id ?? '';
  const { data } = api.useQuery(
    'get',
    '/api/panel/{environment}/transactions/{id}',
    { params: { path: { environment, id } } },
    { enabled: created !== undefined },
  );
  if (!created) return undefined;
  const charge = data?.type === 'charge' ? data : undefined;
  return {
    id,
    amount: charge?.due?.payable_today ?? created.amount,
    qrcode: created.qrcode,
    status: charge?.status ?? 'pending',
    paidAt: charge?.paid_at ?? null,
    email: charge?.payer.email ?? null,
  };
}
