import { Radio, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ReasonButton, type ReasonInput } from '#panel/components/reason-button.tsx';
import { texts } from '#texts/order-resolutions.ts';
import { OrderFacts } from './order-facts.tsx';
import type { StuckOrder } from './order-types.ts';

const BANK_ID_LENGTH = 32;

/** Proposes that a stuck order was paid, with the bank's id of it, or not paid. */
export function ResolveButton({ order }: { order: StuckOrder }) {
  const { kind, id } = order;
  const client = useQueryClient();
  // Nothing is chosen at first: a hasty "paid" loses money, a hasty "not paid" pays twice.
  const [resolution, setResolution] = useState<'paid' | 'not_paid'>();
  const [bankId, setBankId] = useState('');
  const propose = api.useMutation('post', '/api/operator/stuck-orders/{kind}/{id}/resolve');
  const send = async ({ reason, code, keyOf }: ReasonInput) => {
    if (resolution === undefined) throw new Error('no result is chosen');
    const body = { resolution, reason, bank_id: resolution === 'paid' ? bankId.trim() : null };
    await propose.mutateAsync({
      params: { path: { kind, id }, header: { 'idempotency-key': keyOf(body) } },
      body: { ...body, ...codeOf(code) },
    });
    showDone(texts.proposed);
    await client.invalidateQueries();
  };
  return (
    <ReasonButton
      isSmall
      label={texts.resolve}
      title={texts.resolveTitle}
      hint={texts.resolveHint}
      onSend={send}
    >
      <OrderFacts order={order} />
      <Radio.Group
        label={texts.result}
        required
        value={resolution ?? ''}
        onChange={(value) => setResolution(value === 'paid' ? 'paid' : 'not_paid')}
      >
        <Stack gap="xs" mt={4}>
          {(['paid', 'not_paid'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              required
              label={texts.results[value]}
              description={texts.consequences[value][kind]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {resolution === 'paid' ? (
        <TextInput
          label={texts.bankId[kind]}
          maxLength={BANK_ID_LENGTH}
          required
          className="tabular"
          value={bankId}
          onChange={(event) => setBankId(event.currentTarget.value)}
        />
      ) : null}
    </ReasonButton>
  );
}
