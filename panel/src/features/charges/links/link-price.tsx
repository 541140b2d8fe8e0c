import { NativeSelect, Radio, SimpleGrid, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { api } from '#panel/api/client.ts';
import { formatMoney } from '#panel/components/format.ts';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payment-links.ts';
import type { LinkFormValues } from './link-form-values.ts';

const PRODUCTS_SHOWN = 100;

/** The price of a link: fixed, said by the payer, or that of a product. */
export function LinkPrice({ form }: { form: UseFormReturnType<LinkFormValues> }) {
  const { kind } = form.values;
  return (
    <>
      <Radio.Group label={texts.price} {...form.getInputProps('kind')}>
        <Stack gap="xs" mt="xs">
          <Radio value="fixed" label={texts.prices.fixed} />
          <Radio value="free" label={texts.prices.free} />
          <Radio value="product" label={texts.prices.product} />
        </Stack>
      </Radio.Group>
      {kind === 'fixed' && (
        <MoneyInput label={texts.amount} required {...form.getInputProps('amount')} />
      )}
      {kind === 'free' && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <MoneyInput label={texts.minAmount} {...form.getInputProps('min_amount')} />
          <MoneyInput label={texts.maxAmount} {...form.getInputProps('max_amount')} />
        </SimpleGrid>
      )}
      {kind === 'product' && <ProductChoice form={form} />}
    </>
  );
}

function ProductChoice({ form }: { form: UseFormReturnType<LinkFormValues> }) {
  const environment = useEnvironment();
  const products = api.useQuery('get', '/api/panel/{environment}/products', {
    params: { path: { environment }, query: { limit: PRODUCTS_SHOWN } },
  });
  const choices = (products.data?.data ?? []).map(({ id, name, amount }) => ({
    value: id,
    label: `${name} (${formatMoney(amount)})`,
  }));
  return (
    <NativeSelect
      label={texts.product}
      required
      data={[{ value: '', label: texts.chooseProduct }, ...choices]}
      {...form.getInputProps('product_id')}
    />
  );
}
