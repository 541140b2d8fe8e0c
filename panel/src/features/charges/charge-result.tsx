import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatMoney } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { texts } from '#texts/transactions.ts';
import { CancelCharge } from './cancel-charge.tsx';
import { ChargePayment, type ChargeToPay } from './charge-payment.tsx';

/** The new charge: its codes, or how it ended. */
export function ChargeResult({ charge, onAgain }: { charge: ChargeToPay; onAgain: () => void }) {
  const { id, amount, status } = charge;
  return (
    <Stack gap="md">
      {status === 'pending' && (
        <Text fw={600} size="xl" ta="center" className="tabular">
          {formatMoney(amount)}
        </Text>
      )}
      <ChargePayment charge={charge} />
      <Group justify="flex-end" gap="xs">
        {status === 'pending' && (
          <IfAllowed operation="cancelChargeByHand">
            <CancelCharge id={id} />
          </IfAllowed>
        )}
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
