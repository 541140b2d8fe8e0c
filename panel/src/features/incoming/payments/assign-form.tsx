import { Button, Group, Stack, Text } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, fetchApi } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Form } from '#panel/components/form.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { MerchantField } from '#panel/components/merchant-field.tsx';
import { Money } from '#panel/components/money.tsx';
import { showDone } from '#panel/components/notices.ts';
import { messageOf, ProblemAlert } from '#panel/components/query-state.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/incoming-payments.ts';
import type { IncomingPayment } from './incoming-payment-types.ts';

interface Assignment {
  username: string;
}

/** Asks for the merchant, then shows it for review: an assignment can't be undone. */
export function AssignForm({
  incomingPayment,
  onDone,
}: {
  incomingPayment: IncomingPayment;
  onDone: () => void;
}) {
  const [merchant, setMerchant] = useState<{ username: string; name: string }>();
  const form = useForm<Assignment>({ initialValues: { username: '' } });
  const review = async ({ username: typed }: Assignment) => {
    const username = typed.trim().toLowerCase();
    const { data, error } = await fetchApi.GET('/api/operator/merchants/{username}', {
      params: { path: { username } },
    });
    if (data) setMerchant({ username, name: data.name });
    else form.setFieldError('username', messageOf(error));
  };
  if (!merchant) return <Choice form={form} onReview={review} />;
  return (
    <Review
      incomingPayment={incomingPayment}
      merchant={merchant}
      onDone={onDone}
      onBack={() => setMerchant(undefined)}
    />
  );
}

function Choice({
  form,
  onReview,
}: {
  form: UseFormReturnType<Assignment>;
  onReview: (assignment: Assignment) => void;
}) {
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(onReview)}>
      {/* Room for the merchants that are offered. */}
      <Stack gap="md" mih="24rem">
        <Text size="sm">{texts.assignHint}</Text>
        <MerchantField required data-autofocus {...form.getInputProps('username')} />
        <Group justify="flex-end" mt="auto">
          <Button type="submit">{texts.review}</Button>
        </Group>
      </Stack>
    </Form>
  );
}

function Review({
  incomingPayment,
  merchant,
  onDone,
  onBack,
}: {
  incomingPayment: IncomingPayment;
  merchant: { username: string; name: string };
  onDone: () => void;
  onBack: () => void;
}) {
  const { end_to_end_id: endToEndId, amount } = incomingPayment;
  const { username, name } = merchant;
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const assign = api.useMutation('post', '/api/operator/incoming-payments/{end_to_end_id}/assign', {
    onSuccess: () => {
      showDone(texts.assigned(formatMoney(amount), name));
      void client.invalidateQueries();
      onDone();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const params = { path: { end_to_end_id: endToEndId } };
    assign.mutate({ params, body: { username, ...codeOf(code) } });
    setCode('');
  };
  return (
    <Form isFilled onSubmit={send}>
      <Stack gap="md">
        <Text fw={600}>{texts.reviewTitle}</Text>
        <FactTable
          facts={[
            [texts.merchant, `${name} (@${username})`],
            [texts.amount, <Money key="amount" centavos={amount} fw={650} />],
            [texts.endToEndId, endToEndId],
          ]}
        />
        <Text size="sm" c="dimmed">
          {texts.reviewHint}
        </Text>
        <CodeField code={code} onChange={setCode} />
        {assign.error ? <ProblemAlert error={assign.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack} disabled={assign.isPending}>
            {common.back}
          </Button>
          <Button type="submit" loading={assign.isPending} data-autofocus>
            {texts.assign}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
