import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { actTexts, showOutcome } from '#panel/components/money-act.ts';
import { ReasonButton, type ReasonInput } from '#panel/components/reason-button.tsx';
import type { Environment } from '#panel/session/environment.tsx';
import { texts } from '#texts/adjustments.ts';
import { AmountFields } from './amount-fields.tsx';

/** Credits or debits a merchant, or proposes it. */
export function AdjustButton({
  username,
  environment,
}: {
  username: string;
  environment: Environment;
}) {
  const client = useQueryClient();
  const [isDebit, setDebit] = useState(false);
  const [amount, setAmount] = useState(0);
  const [reference, setReference] = useState('');
  const adjust = api.useMutation('post', '/api/operator/merchants/{username}/adjustments');
  const send = async ({ reason, code, keyOf }: ReasonInput) => {
    const body = {
      environment,
      reason,
      amount: isDebit ? -amount : amount,
      reference: reference.trim() || null,
    };
    const done = await adjust.mutateAsync({
      params: { path: { username }, header: { 'idempotency-key': keyOf(body) } },
      body: { ...body, ...codeOf(code) },
    });
    showOutcome('adjustment', { kind: done.proposal_id === null ? 'sent' : 'proposed' });
    setAmount(0);
    await client.invalidateQueries();
  };
  const { hint, button } = actTexts('adjustment', { kind: 'sent' });
  return (
    <ReasonButton label={button} title={texts.adjustTitle} hint={hint} onSend={send}>
      <Radio.Group
        label={texts.direction}
        value={isDebit ? 'debit' : 'credit'}
        onChange={(value) => setDebit(value === 'debit')}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="credit" label={texts.credit} />
          <Radio value="debit" label={texts.debit} />
        </Stack>
      </Radio.Group>
      <AmountFields
        amount={amount}
        onAmount={setAmount}
        reference={reference}
        onReference={setReference}
      />
    </ReasonButton>
  );
}
