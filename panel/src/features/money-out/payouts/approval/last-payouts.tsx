import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { texts } from '#texts/payout-controls.ts';
import type { PayoutApproval } from './approval-facts.ts';

/** Whether a Pix key is new to the merchant, and the last payouts to it, as links. */
export function LastPayouts({ of }: { of: PayoutApproval }) {
  if (of.is_new_destination) return <>{texts.keyIsNew}</>;
  return (
    <Stack gap={2}>
      {texts.lastToKey}
      {of.last_payouts.map(({ id, amount, paid_at: paidAt }) => (
        <Text key={id} size="sm">
          <Anchor
            inherit
            underline="always"
            renderRoot={(props) => <Link to="/painel/transacoes/$id" params={{ id }} {...props} />}
          >
            <Money centavos={amount} />
          </Anchor>{' '}
          <Instant at={paidAt} />
        </Text>
      ))}
    </Stack>
  );
}
