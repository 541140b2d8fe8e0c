import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import type { Charge } from '#panel/api/transaction.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors, missingAmount } from '#panel/components/form-problem.ts';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/due.ts';
import { DueFields } from './due-fields.tsx';
import { completeRulesOf, type DueFormValues, rulesOf, typedRulesOf } from './due-form-values.ts';
import { DuePreview } from './due-preview.tsx';
import type { Due } from './due-types.ts';

/** The button that opens the change of a pending charge with a due date. */
export function ChangeDueCharge({ charge, due }: { charge: Charge; due: Due }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.change}
      </Button>
      {isOpen && <ChangeDialog charge={charge} due={due} onClose={close} />}
    </>
  );
}

function ChangeDialog({
  charge: { internal_id: id, amount },
  due,
  onClose,
}: {
  charge: Charge;
  due: Due;
  onClose: () => void;
}) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { amount, ...typedRulesOf(due) },
    validate: {
      amount: missingAmount,
      due_date: (day: string) => (day === '' ? texts.dueDateMissing : null),
    },
  });
  const change = api.useMutation('patch', '/api/panel/{environment}/charges/{id}', {
    onSuccess: () => {
      void client.invalidateQueries();
      showDone(texts.changed);
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = form.onSubmit((values) =>
    change.mutate({
      params: { path: { environment, id } },
      body: { amount: values.amount, ...rulesOf(values) },
    }),
  );
  return (
    <Dialog onClose={onClose} size="lg" title={texts.changeTitle}>
      <Form check={form.validate} onSubmit={submit}>
        <Stack gap="md">
          <Text c="dimmed">{texts.changeHint}</Text>
          <MoneyInput
            label={texts.originalAmount}
            required
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <DueFields form={form} mayBePast />
          <DuePreview body={previewOf(id, form.values)} />
          {change.error ? <ProblemAlert error={change.error} /> : null}
          <Button type="submit" loading={change.isPending}>
            {common.save}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** The changed charge as the preview asks for it; null while it has no amount or day. */
function previewOf(id: string, values: DueFormValues & { readonly amount: number }) {
  const { amount, due_date: day } = values;
  return amount === 0 || day === ''
    ? null
    : { internal_id: id, amount, ...completeRulesOf(values) };
}
