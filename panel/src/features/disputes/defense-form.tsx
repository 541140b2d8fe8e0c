import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { newFormKey } from '#panel/components/form-key.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/disputes.ts';
import type { Dispute } from './dispute-types.ts';

const LENGTH_MAX = 1_000;

/** The form of a defence. The template fills an empty text. */
export function DefenseForm({ dispute, template }: { dispute: Dispute; template?: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  // One key a form: sending the form twice stores one defence.
  const [key] = useState(newFormKey);
  const form = useForm({ initialValues: { text: '' } });
  const send = api.useMutation('post', '/api/panel/{environment}/disputes/{id}/defense', {
    onSuccess: () => {
      showDone(texts.defenseSent);
      void client.invalidateQueries();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = ({ text }: { text: string }) =>
    send.mutate({
      params: {
        path: { environment, id: dispute.internal_id },
        header: { 'idempotency-key': key },
      },
      body: { text },
    });
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.defenseHint}
        </Text>
        {template !== undefined && form.values.text === '' && (
          <Group gap="xs">
            <Button variant="default" onClick={() => form.setFieldValue('text', template)}>
              {texts.useTemplate}
            </Button>
            {texts.templateLanguage !== '' && (
              <Text size="sm" c="dimmed" flex={1} miw={220}>
                {texts.templateLanguage}
              </Text>
            )}
          </Group>
        )}
        <Textarea
          label={texts.defenseText}
          description={texts.defenseLength([...form.values.text].length)}
          required
          autosize
          minRows={6}
          maxLength={LENGTH_MAX}
          {...form.getInputProps('text')}
        />
        {send.error ? <ProblemAlert error={send.error} /> : null}
        <Button type="submit" loading={send.isPending} style={{ alignSelf: 'flex-end' }}>
          {texts.sendDefense}
        </Button>
      </Stack>
    </form>
  );
}
