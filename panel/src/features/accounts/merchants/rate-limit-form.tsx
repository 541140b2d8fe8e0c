import { Button, Group, NumberInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/merchants.ts';
import type { MerchantCredential } from './merchant-types.ts';
import { useAfterChange } from './use-after-change.ts';

const PER_MINUTE_MAX = 1_000_000;

/** The number of requests a minute that a key may make. */
export function RateLimitForm({
  credential,
  onDone,
}: {
  credential: MerchantCredential;
  onDone: () => void;
}) {
  const afterChange = useAfterChange();
  const form = useForm({ initialValues: { per_minute: credential.rate_limit_per_minute } });
  const change = api.useMutation('put', '/api/operator/credentials/{client_id}/rate-limit', {
    onSuccess: () => {
      void afterChange(texts.limitChanged);
      onDone();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Form
      check={form.validate}
      onSubmit={form.onSubmit(({ per_minute }) =>
        change.mutate({
          params: { path: { client_id: credential.client_id } },
          body: { per_minute: Number(per_minute) },
        }),
      )}
    >
      <Stack gap="md">
        {change.error ? <ProblemAlert error={change.error} /> : null}
        <NumberInput
          label={texts.limitLabel}
          description={texts.limitHint}
          min={1}
          max={PER_MINUTE_MAX}
          allowDecimal={false}
          thousandSeparator="."
          decimalSeparator=","
          hideControls
          required
          data-autofocus
          {...form.getInputProps('per_minute')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            {texts.changeLimit}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
