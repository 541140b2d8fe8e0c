import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { ChargePayment } from './charge-payment.tsx';
import { texts } from './texts.ts';

/** The new charge: its codes and its status. */
export function ChargeResult({
  charge,
  onAgain,
}: {
  charge: { internal_id: string; amount: number; qrcode: string };
  onAgain: () => void;
}) {
  const environment = useEnvironment();
  const { internal_id: id, amount, qrcode } = charge;
  // Live updates read it again, so that the status changes on the screen when it is paid.
  const now = api.useQuery('get', '/api/panel/{environment}/transactions/{id}', {
    params: { path: { environment, id } },
  });
  const status = now.data?.status ?? 'pending';
  return (
    <Stack gap="md">
      <Group justify="center" role="status">
        <StatusBadge status={status} />
      </Group>
      <ChargePayment id={id} amount={amount} qrcode={qrcode} isPayable={status === 'pending'} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onAgain}>
          {texts.another}
        </Button>
        <Button
          renderRoot={(props) => <Link to="/painel/transacoes/$id" params={{ id }} {...props} />}
        >
          {texts.seeTransaction}
        </Button>
      </Group>
    </Stack>
  );
}
