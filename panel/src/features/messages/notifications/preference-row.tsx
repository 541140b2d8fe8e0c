import { Button, Group, Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { useMay } from '#panel/session/session.ts';
import { texts } from '#texts/notifications.ts';

type Preference = Answer<'/api/panel/notification-preferences'>['preferences'][number];

/** The switch of one kind of mail, with the amount of payments. */
export function PreferenceRow({ preference }: { preference: Preference }) {
  const { kind, is_enabled: isEnabled, min_amount: min } = preference;
  const client = useQueryClient();
  const mayChange = useMay('setNotificationPreference');
  const change = api.useMutation('put', '/api/panel/notification-preferences/{kind}', {
    onSuccess: () => showDone(texts.saved),
    onError: showProblem,
    onSettled: () =>
      client.invalidateQueries(api.queryOptions('get', '/api/panel/notification-preferences')),
  });
  const save = (isOn: boolean, amount: number | null) =>
    change.mutate({
      params: { path: { kind } },
      body: { is_enabled: isOn, ...(amount !== null && { min_amount: amount }) },
    });
  const { label, hint } = texts.kinds[kind];
  return (
    <Stack gap="xs">
      <Switch
        label={label}
        description={hint}
        checked={isEnabled}
        disabled={!mayChange || change.isPending}
        onChange={(event) => save(event.currentTarget.checked, min)}
      />
      {min !== null && isEnabled && (
        <MinAmount
          key={min}
          min={min}
          isPending={change.isPending}
          onSave={(to) => save(true, to)}
        />
      )}
    </Stack>
  );
}

function MinAmount({
  min,
  isPending,
  onSave,
}: {
  min: number;
  isPending: boolean;
  onSave: (amount: number) => void;
}) {
  const [amount, setAmount] = useState(min);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount > 0) onSave(amount);
  };
  return (
    <Form onSubmit={submit}>
      <Group align="flex-end" gap="sm" pl={52}>
        <MoneyInput label={texts.minAmount} value={amount} onChange={setAmount} required />
        <Button type="submit" variant="default" loading={isPending}>
          {texts.saveAmount}
        </Button>
      </Group>
    </Form>
  );
}
