import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/incidents.ts';
import type { Incident, IncidentPart } from './incident-types.ts';
import { emptyMessages, MessageFields, messagesOf, optionsOf } from './message-fields.tsx';

const TITLE_LENGTH_MAX = 200;

interface Opening {
  title: string;
  title_en: string;
  parts: IncidentPart[];
  impact: Incident['impact'];
  message: string;
  message_en: string;
}

/** Opens an incident, which all merchants see at once. */
export function OpenIncident({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<Opening>({
    initialValues: { title: '', title_en: '', parts: [], impact: 'degraded', ...emptyMessages },
    validate: {
      title: (text) => (text.trim() === '' ? texts.required : null),
      parts: (parts) => (parts.length === 0 ? texts.partsMissing : null),
      message: (text) => (text.trim() === '' ? texts.required : null),
    },
  });
  const open = api.useMutation('post', '/api/operator/incidents', {
    onSuccess: async ({ id }) => {
      await client.invalidateQueries();
      showDone(texts.opened);
      await navigate({ to: '/operador/incidentes/$id', params: { id } });
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = ({ title, title_en: english, parts, impact, ...messages }: Opening) =>
    open.mutate({
      body: {
        title: title.trim(),
        title_en: english.trim() || null,
        parts,
        impact,
        ...messagesOf(messages),
      },
    });
  return (
    <Dialog onClose={onClose} title={texts.openTitle}>
      <Form check={form.validate} onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <Text size="sm">{texts.openHint}</Text>
          <TextInput
            label={texts.title}
            required
            data-autofocus
            autoComplete="off"
            maxLength={TITLE_LENGTH_MAX}
            {...form.getInputProps('title')}
          />
          <Checkbox.Group label={texts.parts} required {...form.getInputProps('parts')}>
            <Stack gap="xs" mt={4}>
              {optionsOf(texts.partNames).map(({ value, label }) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NativeSelect
            label={texts.impact}
            data={optionsOf(texts.impacts)}
            {...form.getInputProps('impact')}
          />
          <MessageFields
            message={form.getInputProps('message')}
            english={form.getInputProps('message_en')}
          />
          <TextInput
            label={texts.titleEn}
            autoComplete="off"
            maxLength={TITLE_LENGTH_MAX}
            {...form.getInputProps('title_en')}
          />
          {open.error ? <ProblemAlert error={open.error} /> : null}
          <Button type="submit" loading={open.isPending}>
            {texts.open}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}
