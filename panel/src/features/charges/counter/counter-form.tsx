import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { useFormKey } from '#panel/components/form-key.ts';
import { fieldErrors, missingAmount } from '#panel/components/form-problem.ts';
import { TaxIdInput } from '#panel/components/masked-input.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/counter.ts';
import type { CreatedCharge } from './counter-charge.tsx';
import { allowSound } from './paid-sound.ts';

const EMPTY = { amount: 0, payer: { name: '', document: '' }, description: '' };

/**
 * The amount and the payer of a charge at the counter. After a charge (`isAgain`) the amount of the
 * next one has the focus.
 */
export function CounterForm({
  isAgain,
  onCreated,
}: {
  isAgain: boolean;
  onCreated: (charge: CreatedCharge) => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const keys = useFormKey();
  const form = useForm({
    initialValues: EMPTY,
    validate: { amount: missingAmount },
  });
  const create = api.useMutation('post', '/api/panel/{environment}/counter/charges', {
    onSuccess: (charge) => {
      void client.invalidateQueries();
      onCreated({ ...charge, payer: form.values.payer.name });
    },
    onError: (error) => {
      keys.failed(error);
      form.setErrors(fieldErrors(error));
    },
  });
  const amountField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAgain) amountField.current?.focus();
  }, [isAgain]);
  const submit = ({ amount, payer, description }: typeof EMPTY) => {
    // Browsers only allow a sound after a tap.
    allowSound();
    const body = { amount, payer, description: description.trim() || null };
    const header = { 'idempotency-key': keys.keyOf(body) };
    create.mutate({ params: { path: { environment }, header }, body });
  };
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm" maw={560}>
        <MoneyInput
          ref={amountField}
          label={texts.amount}
          size="lg"
          required
          {...form.getInputProps('amount')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={texts.payer}
            required
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('payer.name')}
          />
          <TaxIdInput label={texts.document} required {...form.getInputProps('payer.document')} />
        </SimpleGrid>
        <TextInput
          label={texts.what}
          autoComplete="off"
          maxLength={140}
          {...form.getInputProps('description')}
        />
        {create.error ? <ProblemAlert error={create.error} /> : null}
        <Button type="submit" size="md" loading={create.isPending}>
          {texts.create}
        </Button>
      </Stack>
    </Form>
  );
}
