import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#texts/incidents.ts';
import type { IncidentDetail, IncidentStage } from './incident-types.ts';
import { emptyMessages, MessageFields, messagesOf, optionsOf } from './message-fields.tsx';

/** Publishes an update of an open incident; the stage "resolved" ends it. */
export function UpdateForm({ incident: { id, impact, updates } }: { incident: IncidentDetail }) {
  const client = useQueryClient();
  const stage: IncidentStage = updates[0]?.stage ?? 'investigating';
  const form = useForm({
    initialValues: { stage, impact, ...emptyMessages },
    validate: { message: (text) => (text.trim() === '' ? texts.required : null) },
  });
  const update = api.useMutation('post', '/api/operator/incidents/{id}/updates', {
    onSuccess: async ({ resolved_at: resolvedAt }) => {
      await client.invalidateQueries();
      form.setValues(emptyMessages);
      showDone(resolvedAt === null ? texts.updated : texts.resolved);
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = ({ stage: next, impact: felt, ...messages }: typeof form.values) =>
    update.mutate({
      params: { path: { id } },
      body: { stage: next, impact: felt, ...messagesOf(messages) },
    });
  return (
    <Section title={texts.updateTitle}>
      <Form check={form.validate} onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <NativeSelect
            label={texts.stage}
            data={optionsOf(texts.stages)}
            {...form.getInputProps('stage')}
          />
          <NativeSelect
            label={texts.impact}
            data={optionsOf(texts.impacts)}
            {...form.getInputProps('impact')}
          />
          <MessageFields
            message={form.getInputProps('message')}
            english={form.getInputProps('message_en')}
          />
          {update.error ? <ProblemAlert error={update.error} /> : null}
          <Group justify="flex-end">
            <Button type="submit" loading={update.isPending}>
              {texts.update}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  );
}
