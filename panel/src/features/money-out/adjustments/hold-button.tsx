import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ReasonButton, type ReasonInput } from '#panel/components/reason-button.tsx';
import type { Environment } from '#panel/session/environment.tsx';
import { texts } from '#texts/adjustments.ts';
import { AmountFields } from './amount-fields.tsx';

/** Blocks an amount of a merchant. */
export function HoldButton({
  username,
  environment,
}: {
  username: string;
  environment: Environment;
}) {
  const client = useQueryClient();
  const [amount, setAmount] = useState(0);
  const [reference, setReference] = useState('');
  const hold = api.useMutation('post', '/api/operator/merchants/{username}/holds');
  const send = async ({ reason, code, keyOf }: ReasonInput) => {
    const body = { environment, reason, amount, reference: reference.trim() || null };
    await hold.mutateAsync({
      params: { path: { username }, header: { 'idempotency-key': keyOf(body) } },
      body: { ...body, ...codeOf(code) },
    });
    showDone(texts.held);
    setAmount(0);
    await client.invalidateQueries();
  };
  return (
    <ReasonButton label={texts.hold} title={texts.holdTitle} hint={texts.holdHint} onSend={send}>
      <AmountFields
        amount={amount}
        onAmount={setAmount}
        reference={reference}
        onReference={setReference}
      />
    </ReasonButton>
  );
}
