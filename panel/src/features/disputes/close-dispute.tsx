import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/disputes.ts';
import type { OperatorDispute } from './dispute-types.ts';
import { NoteInput } from './open-dispute.tsx';

interface Closing {
  outcome: 'accepted' | 'rejected' | 'canceled';
  amount: number;
  return_id: string;
  note: string;
}

const OUTCOMES = ['accepted', 'rejected', 'canceled'] as const;

/** Closes a dispute as the bank decided. */
export function CloseDispute({
  dispute,
  onClose,
}: {
  dispute: OperatorDispute;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const form = useForm<Closing>({
    initialValues: { outcome: 'accepted', amount: 0, return_id: '', note: '' },
    validate: { note: (text) => (text.trim() === '' ? texts.noteMissing : null) },
  });
  const send = api.useMutation('post', '/api/operator/disputes/{id}/close', {
    onSuccess: () => {
      showDone(texts.closed);
      void client.invalidateQueries();
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
    onSettled: () => setCode(''),
  });
  const submit = ({ outcome, amount, return_id: returnId, note }: Closing) => {
    const accepted = { amount: amount || null, return_id: returnId.trim() || null };
    send.mutate({
      params: { path: { id: dispute.internal_id } },
      body: { outcome, note, ...(outcome === 'accepted' && accepted), ...codeOf(code) },
    });
  };
  return (
    <Dialog onClose={onClose} title={texts.close}>
      <Form check={form.validate} onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <Text size="sm">{texts.closeHint}</Text>
          <NativeSelect
            label={texts.outcome}
            data={OUTCOMES.map((value) => ({ value, label: texts.statuses[value] }))}
            {...form.getInputProps('outcome')}
          />
          {form.values.outcome === 'accepted' && (
            <>
              <MoneyInput
                label={texts.acceptedAmount}
                description={texts.allContested}
                {...form.getInputProps('amount')}
              />
              <TextInput
                label={texts.returnId}
                description={texts.returnHint}
                autoComplete="off"
                maxLength={64}
                {...form.getInputProps('return_id')}
              />
            </>
          )}
          <NoteInput {...form.getInputProps('note')} />
          {send.error ? <ProblemAlert error={send.error} /> : null}
          <CodeField code={code} onChange={setCode} />
          <Button type="submit" loading={send.isPending}>
            {texts.close}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
