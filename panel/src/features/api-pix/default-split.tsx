import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Form } from '#panel/components/form.tsx';
import { newFormKey } from '#panel/components/form-key.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { shareOf, type TypedShare } from '#panel/features/charges/charge-form-values.ts';
import { ChargeShares } from '#panel/features/charges/charge-shares.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/api-pix.ts';
import type { ApiPix, ApiPixKey } from './api-pix-types.ts';

type Share = ApiPix['splits'][number]['split'][number];

/** The split of the charges that an ERP makes with a key, because an ERP knows no splits. */
export function DefaultSplit({ apiPix, apiKey }: { apiPix: ApiPix; apiKey: ApiPixKey }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const found = apiPix.splits.find((one) => one.client_id === apiKey.client_id);
  const form = useForm({ initialValues: { split: (found?.split ?? []).map(typedShare) } });
  const [code, setCode] = useState('');
  const path = '/api/panel/{environment}/api-pix/credentials/{client_id}/split';
  const change = api.useMutation('put', path, {
    onSuccess: () => {
      form.resetDirty();
      showDone(texts.splitSaved);
      return client.invalidateQueries({
        queryKey: ['get', '/api/panel/{environment}/api-pix'],
      });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const save = form.onSubmit(({ split }) => {
    const params = { path: { environment, client_id: apiKey.client_id } };
    change.mutate({ params, body: { split: split.map(shareOf), ...codeOf(code) } });
    setCode('');
  });
  return (
    <Section title={texts.splitTitle} description={texts.splitHint}>
      <Form check={form.validate} onSubmit={save}>
        <Stack gap="md">
          {change.error ? <ProblemAlert error={change.error} /> : null}
          <ChargeShares form={form} />
          {environment === 'live' && <CodeField code={code} onChange={setCode} />}
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {texts.saveSplit}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  );
}

function typedShare({ username, percentage, amount }: Share): TypedShare {
  return {
    key: newFormKey(),
    username,
    kind: amount === undefined ? 'percentage' : 'amount',
    percentage: percentage ?? '',
    amount: amount ?? 0,
  };
}
