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
import type { Dispute } from './dispute-types.ts';

interface Opening {
  end_to_end_id: string;
  amount: number;
  reason: Dispute['reason'];
  note: string;
}

/** Opens a dispute by hand, for a bank without a list of them. */
export function OpenDispute({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const form = useForm<Opening>({
    initialValues: { end_to_end_id: '', amount: 0, reason: 'fraud', note: '' },
    validate: {
      end_to_end_id: (text) => (text.trim() === '' ? texts.paymentMissing : null),
      note: (text) => (text.trim() === '' ? texts.noteMissing : null),
    },
  });
  const open = api.useMutation('post', '/api/operator/disputes', {
    onSuccess: () => {
      showDone(texts.opened);
      void client.invalidateQueries();
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
    onSettled: () => setCode(''),
  });
  const submit = ({ amount, ...opening }: Opening) =>
    open.mutate({ body: { ...opening, amount: amount || null, ...codeOf(code) } });
  return (
    <Dialog onClose={onClose} title={texts.newDispute}>
      <Form check={form.validate} onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <Text size="sm">{texts.newHint}</Text>
          <TextInput
            label={texts.paymentId}
            required
            data-autofocus
            autoComplete="off"
            maxLength={64}
            {...form.getInputProps('end_to_end_id')}
          />
          <MoneyInput
            label={texts.amount}
            description={texts.allLeft}
            {...form.getInputProps('amount')}
          />
          <NativeSelect
            label={texts.reason}
            data={Object.entries(texts.reasons).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('reason')}
          />
          <NoteInput {...form.getInputProps('note')} />
          {open.error ? <ProblemAlert error={open.error} /> : null}
          <CodeField code={code} onChange={setCode} />
          <Button type="submit" loading={open.isPending}>
            {texts.newDispute}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Why an operator does it, for the audit log. */
export function NoteInput(props: object) {
  return (
    <TextInput
      label={texts.note}
      description={texts.noteHint}
      required
      autoComplete="off"
      maxLength={200}
      {...props}
    />
  );
}
