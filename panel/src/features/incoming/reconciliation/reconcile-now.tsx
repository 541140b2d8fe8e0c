import { Button, Group, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { brasiliaDay } from '#panel/components/brasilia-day.ts';
import { Form } from '#panel/components/form.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { IconRefresh } from '#panel/icons.ts';
import { texts } from '#texts/reconciliation.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Compares a day with the bank now: by default yesterday. */
export function ReconcileNow() {
  const client = useQueryClient();
  const [day, setDay] = useState(() => brasiliaDay(Date.now() - DAY_MS));
  const reconcile = api.useMutation('post', '/api/operator/reconciliations/{day}', {
    onSuccess: () => showDone(texts.asked),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reconcile.mutate({ params: { path: { day } } });
  };
  return (
    <Form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          type="date"
          label={texts.day}
          required
          withAsterisk={false}
          max={brasiliaDay(Date.now())}
          value={day}
          onChange={({ currentTarget: { value } }) => setDay(value)}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          loading={reconcile.isPending}
        >
          {texts.reconcileNow}
        </Button>
      </Group>
    </Form>
  );
}
