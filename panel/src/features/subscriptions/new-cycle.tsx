import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors, missingAmount } from '#panel/components/form-problem.ts';
import { formatMoney } from '#panel/components/format.ts';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/subscription-form.ts';
import { LABEL_FIRST } from './label-first.ts';
import type { Subscription } from './subscription-types.ts';

/** The field that a refusal without fields is about. */
const FIELD_OF_CODE = {
  cycle_amount_too_small: 'amount',
  amount_too_small: 'amount',
  cycle_too_late: 'due_on',
  cycle_exists: 'due_on',
};

/** The button that opens the form of a cycle; for running subscriptions of a variable amount. */
export function NewCycle({ subscription }: { subscription: Subscription }) {
  const [isOpen, { open, close }] = useDisclosure();
  const mayCreate = useMayMoveMoney('createSubscriptionCycleByHand');
  const { status, min_amount: least } = subscription;
  if (!mayCreate || status !== 'authorized' || least === null) return null;
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        {texts.newCycle}
      </Button>
      {isOpen && <CycleDialog id={subscription.internal_id} least={least} onClose={close} />}
    </>
  );
}

function CycleDialog({ id, least, onClose }: { id: string; least: number; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { amount: 0, due_on: '' },
    validate: {
      amount: missingAmount,
      due_on: (day: string) => (day === '' ? texts.cycleDueOnMissing : null),
    },
  });
  const create = api.useMutation('post', '/api/panel/{environment}/subscriptions/{id}/cycles', {
    onSuccess: () => {
      void client.invalidateQueries();
      showDone(texts.cycleCreated);
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error, FIELD_OF_CODE)),
  });
  const isMarked = Object.keys(form.errors).length > 0;
  const submit = form.onSubmit((body) =>
    create.mutate({ params: { path: { environment, id } }, body }),
  );
  return (
    <Dialog onClose={onClose} title={texts.newCycle}>
      <Form check={form.validate} onSubmit={submit}>
        <Stack gap="md">
          <Text c="dimmed">{texts.newCycleHint}</Text>
          <MoneyInput
            label={texts.cycleAmount}
            description={texts.cycleAmountHint(formatMoney(least))}
            {...LABEL_FIRST}
            required
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <TextInput
            type="date"
            label={texts.cycleDueOn}
            aria-required
            {...form.getInputProps('due_on')}
          />
          {create.error && !isMarked ? <ProblemAlert error={create.error} /> : null}
          <Button type="submit" loading={create.isPending}>
            {texts.newCycle}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
