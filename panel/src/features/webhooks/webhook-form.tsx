import { Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { SECRET_DIALOG, SecretReveal } from '#panel/components/secret-reveal.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/webhooks.ts';
import { type ChosenEventKind, type EventName, isChosen } from './event-kinds.ts';
import type { Webhook } from './webhook-types.ts';

/** In the order of the form. */
const EVENT_KINDS = (Object.keys(texts.eventNames) as EventName[]).filter(isChosen);

/** The form of a new webhook, or of another address and other events for an existing one. */
export function WebhookForm({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const isPix = webhook !== undefined && webhook.pix_key !== null;
  const form = useForm<{ url: string; events: ChosenEventKind[] }>({
    initialValues: {
      url: webhook?.url ?? 'https://',
      events: webhook ? [...webhook.events] : [...EVENT_KINDS],
    },
    validate: {
      events: (events) => (isPix || events.length > 0 ? null : texts.oneEvent),
    },
  });
  const refresh = () =>
    client.invalidateQueries({ queryKey: ['get', '/api/panel/{environment}/webhooks'] });
  const onError = (error: unknown) => form.setErrors(fieldErrors(error));
  const create = api.useMutation('post', '/api/panel/{environment}/webhooks', {
    onSuccess: refresh,
    onError,
  });
  const change = api.useMutation('patch', '/api/panel/{environment}/webhooks/{id}', {
    onSuccess: () => {
      void refresh();
      onClose();
    },
    onError,
  });
  const [code, setCode] = useState('');
  const submit = form.onSubmit(({ url, events }) => {
    const body = { url, ...(!isPix && { events }), ...codeOf(code) };
    setCode('');
    if (webhook) change.mutate({ params: { path: { environment, id: webhook.id } }, body });
    else create.mutate({ params: { path: { environment } }, body });
  });
  const error = create.error ?? change.error;
  return (
    <Dialog
      onClose={onClose}
      {...(create.data && SECRET_DIALOG)}
      title={create.data ? texts.createdTitle : webhook ? texts.edit : texts.newWebhook}
    >
      {create.data ? (
        <SecretReveal secret={create.data.secret} label={texts.secret} />
      ) : (
        <Form check={form.validate} onSubmit={submit}>
          <Stack gap="md">
            {error && <ProblemAlert error={error} />}
            <TextInput
              label={texts.url}
              description={texts.urlHint}
              type="url"
              required
              data-autofocus
              maxLength={2_048}
              {...form.getInputProps('url')}
            />
            {!isPix && (
              <Events
                {...form.getInputProps('events')}
                isAllAtFirst={form.values.events.length === EVENT_KINDS.length}
              />
            )}
            {environment === 'live' && <CodeField code={code} onChange={setCode} />}
            <Button type="submit" loading={create.isPending || change.isPending}>
              {webhook ? texts.save : texts.create}
            </Button>
          </Stack>
        </Form>
      )}
    </Dialog>
  );
}

/** All events, or some that are chosen one by one. */
function Events({
  value = [],
  onChange,
  error,
  isAllAtFirst,
}: {
  value?: readonly ChosenEventKind[];
  onChange?: (events: readonly string[]) => void;
  error?: ReactNode;
  isAllAtFirst: boolean;
}) {
  const [isAll, setAll] = useState(isAllAtFirst);
  const chooseAll = (checked: boolean) => {
    setAll(checked);
    onChange?.(checked ? EVENT_KINDS : []);
  };
  return (
    <>
      <Checkbox
        label={texts.allEvents}
        checked={isAll}
        onChange={(event) => chooseAll(event.currentTarget.checked)}
      />
      {!isAll && (
        <Checkbox.Group label={texts.events} value={[...value]} onChange={onChange} error={error}>
          <Stack gap="xs" my="xs">
            {EVENT_KINDS.map((kind) => (
              <Checkbox key={kind} value={kind} label={texts.eventNames[kind]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  );
}
