import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { language } from '#panel/texts/language.ts';
import { texts } from '#texts/closings.ts';
import {
  CLOSING_MAILS,
  type ClosingPeriod,
  type ClosingRecipient,
  PERIODS,
} from './closing-types.ts';

interface Values {
  readonly email: string;
  readonly language: ClosingRecipient['language'];
  readonly periods: ClosingPeriod[];
}

/** Names an address that gets closings. */
export function NameForm({ onClose }: { onClose: () => void }) {
  const form = useRecipientForm({ email: '', language, periods: ['month'] });
  const [code, setCode] = useState('');
  const done = useDone(texts.named, onClose);
  const name = api.useMutation('post', '/api/panel/closing-mails/recipients', {
    onSuccess: done,
    onError: (error) => {
      form.setErrors(fieldErrors(error));
      setCode('');
    },
  });
  return (
    <Dialog onClose={onClose} title={texts.name}>
      <Form
        check={form.validate}
        onSubmit={form.onSubmit((body) => name.mutate({ body: { ...body, ...codeOf(code) } }))}
      >
        <Stack gap="md">
          <Text size="sm">{texts.nameHint}</Text>
          {name.error && <ProblemAlert error={name.error} />}
          <TextInput
            label={texts.email}
            type="email"
            required
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <Fields form={form} />
          <CodeField code={code} onChange={setCode} environment="live" />
          <Button type="submit" loading={name.isPending}>
            {texts.send}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Changes the closings of an address and their language. */
export function ChangeForm({
  recipient: { id, email, ...chosen },
  onClose,
}: {
  recipient: ClosingRecipient;
  onClose: () => void;
}) {
  const { periods } = chosen;
  const form = useRecipientForm({ email, language: chosen.language, periods: [...periods] });
  const done = useDone(texts.changed, onClose);
  const change = api.useMutation('patch', '/api/panel/closing-mails/recipients/{id}', {
    onSuccess: done,
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = form.onSubmit(({ email: _, ...body }) =>
    change.mutate({ params: { path: { id } }, body }),
  );
  return (
    <Dialog onClose={onClose} title={texts.changeTitle(email)}>
      <Form check={form.validate} onSubmit={submit}>
        <Stack gap="md">
          {change.error && <ProblemAlert error={change.error} />}
          <Fields form={form} />
          <Button type="submit" loading={change.isPending}>
            {texts.save}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

function useRecipientForm(initialValues: Values) {
  return useForm<Values>({
    initialValues,
    validate: { periods: (periods) => (periods.length === 0 ? texts.onePeriod : null) },
  });
}

function useDone(message: string, onClose: () => void) {
  const client = useQueryClient();
  return () => {
    showDone(message);
    void client.invalidateQueries({ queryKey: ['get', CLOSING_MAILS] });
    onClose();
  };
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <Checkbox.Group label={texts.periods} {...form.getInputProps('periods')}>
        <Stack gap="xs" my="xs">
          {PERIODS.map((period) => (
            <Checkbox
              key={period}
              value={period}
              label={texts.periodNames[period]}
              description={texts.periodHints[period]}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label={texts.language}
        data={Object.entries(texts.languages).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('language')}
      />
    </>
  );
}
