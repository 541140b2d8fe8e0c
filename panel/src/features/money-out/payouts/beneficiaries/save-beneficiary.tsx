import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/payout-beneficiaries.ts';
import { beneficiaryFaults } from '../beneficiary-faults.ts';
import { BeneficiaryFields } from '../beneficiary-fields.tsx';
import { PixKeyFields } from '../pix-key-fields.tsx';
import type { PixKeyType } from '../pix-key-types.ts';
import { LimitFields, limitsOf } from './limit-fields.tsx';

interface NewBeneficiary {
  pix_key_type: PixKeyType;
  pix_key: string;
  beneficiary: { name: string; document: string };
  per_payout: number;
  per_day: number;
}

const EMPTY: NewBeneficiary = {
  pix_key_type: 'cpf',
  pix_key: '',
  beneficiary: { name: '', document: '' },
  per_payout: 0,
  per_day: 0,
};

/** The form that saves a beneficiary. */
export function SaveBeneficiary({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const form = useForm({ initialValues: EMPTY, validate: beneficiaryFaults(environment) });
  const save = api.useMutation('post', '/api/panel/{environment}/beneficiaries', {
    onSuccess: () => {
      showDone(texts.saved);
      void client.invalidateQueries();
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = (values: NewBeneficiary) =>
    save.mutate({
      params: { path: { environment } },
      body: { ...values, ...limitsOf(values), ...codeOf(code) },
    });
  return (
    <Dialog onClose={onClose} title={texts.add}>
      <Form check={form.validate} onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          {save.error ? <ProblemAlert error={save.error} /> : null}
          <PixKeyFields form={form} />
          <BeneficiaryFields form={form} />
          <LimitFields form={form} />
          <CodeField code={code} onChange={setCode} />
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}
