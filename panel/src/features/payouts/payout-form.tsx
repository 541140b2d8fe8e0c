import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { api } from '#panel/api/client.ts';
import { Money } from '#panel/components/money.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import type { PayoutOrder } from './payout-order.ts';
import { PixKeyFields } from './pix-key-fields.tsx';
import { texts } from './texts.ts';

/** The amount and the beneficiary. */
export function PayoutForm({
  form,
  onReview,
}: {
  form: UseFormReturnType<PayoutOrder>;
  onReview: () => void;
}) {
  return (
    <form onSubmit={form.onSubmit(onReview)}>
      <Stack gap="md">
        <Balance />
        <MoneyInput
          label={texts.amount}
          required
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <PixKeyFields form={form} />
        <TextInput
          label={texts.beneficiaryName}
          required
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('beneficiary.name')}
        />
        <TextInput
          label={texts.beneficiaryDocument}
          required
          autoComplete="off"
          maxLength={18}
          {...form.getInputProps('beneficiary.document')}
        />
        <TextInput
          label={texts.externalId}
          description={texts.externalIdHint}
          autoComplete="off"
          maxLength={128}
          {...form.getInputProps('external_id')}
        />
        <Button type="submit" disabled={form.values.amount === 0}>
          {texts.review}
        </Button>
      </Stack>
    </form>
  );
}

function Balance() {
  const environment = useEnvironment();
  const overview = api.useQuery('get', '/api/panel/{environment}/overview', {
    params: { path: { environment } },
  });
  if (!overview.data) return null;
  return (
    <Text c="dimmed">
      {texts.available}: <Money centavos={overview.data.balance.available} />
    </Text>
  );
}
