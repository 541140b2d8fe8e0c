import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { pixKeyMask } from '#panel/components/masks.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/payout-beneficiaries.ts';
import { LimitFields, limitsOf } from './limit-fields.tsx';
import type { SavedBeneficiary } from './saved-beneficiaries.ts';

/** The form that changes the name and the limits of a beneficiary. */
export function ChangeBeneficiary({
  beneficiary,
  onClose,
}: {
  beneficiary: SavedBeneficiary;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const form = useForm({
    initialValues: {
      name: beneficiary.name,
      per_payout: beneficiary.per_payout ?? 0,
      per_day: beneficiary.per_day ?? 0,
    },
  });
  const change = api.useMutation('put', '/api/panel/{environment}/beneficiaries/{id}', {
    onSuccess: () => {
      showDone(texts.changed);
      void client.invalidateQueries();
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = (values: typeof form.values) =>
    change.mutate({
      params: { path: { environment, id: beneficiary.id } },
      body: { name: values.name, ...limitsOf(values), ...codeOf(code) },
    });
  return (
    <Dialog onClose={onClose} title={texts.changeOf(beneficiary.name)}>
      <Form check={form.validate} onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          {change.error ? <ProblemAlert error={change.error} /> : null}
          <Text size="sm">
            {pixKeyMask(beneficiary.pix_key_type)(beneficiary.pix_key)}
            <br />
            {texts.keyIsFixed}
          </Text>
          <TextInput
            label={texts.name}
            required
            data-autofocus
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <LimitFields form={form} />
          <CodeField code={code} onChange={setCode} />
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
