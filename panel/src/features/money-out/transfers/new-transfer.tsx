import { Button, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, fetchApi } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { useFormKey } from '#panel/components/form-key.ts';
import { fieldErrors, missingAmount } from '#panel/components/form-problem.ts';
import { showOutcome } from '#panel/components/money-act.ts';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { messageOf } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/transfers.ts';
import type { TransferFormValues } from './transfer-form-values.ts';
import { TransferReview } from './transfer-review.tsx';

/** A transfer in two steps: the form, then the review with the recipient's name. */
export function NewTransfer({ onClose }: { onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [recipientName, setRecipientName] = useState<string>();
  const keys = useFormKey();
  const form = useForm<TransferFormValues>({
    initialValues: { username: '', amount: 0, description: '' },
    validate: { amount: missingAmount },
  });
  const send = api.useMutation('post', '/api/panel/{environment}/transfers', {
    onSuccess: () => {
      showOutcome('transfer', { kind: 'sent' });
      void client.invalidateQueries();
      onClose();
    },
    onError: (error) => {
      keys.failed(error);
      form.setErrors(fieldErrors(error));
    },
  });
  const review = async ({ username }: TransferFormValues) => {
    const path = { environment, username: username.trim().toLowerCase() };
    const { data, error } = await fetchApi.GET('/api/panel/{environment}/recipients/{username}', {
      params: { path },
    });
    if (data) setRecipientName(data.name);
    else form.setFieldError('username', messageOf(error));
  };
  const submit = (code: string) =>
    send.mutate({
      params: {
        path: { environment },
        header: { 'idempotency-key': keys.keyOf(form.values) },
      },
      body: {
        ...form.values,
        description: form.values.description || null,
        ...(code !== '' && { code }),
      },
    });
  const edit = () => {
    setRecipientName(undefined);
    send.reset();
  };
  return (
    <Dialog
      onClose={onClose}
      title={recipientName === undefined ? texts.newTransfer : texts.reviewTitle}
    >
      {recipientName === undefined ? (
        <TransferForm form={form} onReview={review} />
      ) : (
        <TransferReview
          values={form.values}
          recipientName={recipientName}
          send={send}
          onSend={submit}
          onEdit={edit}
        />
      )}
    </Dialog>
  );
}

function TransferForm({
  form,
  onReview,
}: {
  form: UseFormReturnType<TransferFormValues>;
  onReview: (values: TransferFormValues) => void;
}) {
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(onReview)}>
      <Stack gap="md">
        <TextInput
          label={texts.username}
          required
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          maxLength={30}
          {...form.getInputProps('username')}
        />
        <MoneyInput label={texts.amount} required {...form.getInputProps('amount')} />
        <TextInput
          label={texts.note}
          description={texts.noteHint}
          autoComplete="off"
          maxLength={255}
          {...form.getInputProps('description')}
        />
        <Button type="submit">{texts.review}</Button>
      </Stack>
    </Form>
  );
}
