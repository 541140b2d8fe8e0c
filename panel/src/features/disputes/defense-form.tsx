import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { newFormKey } from '#panel/components/form-key.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { forget, keep, kept } from '#panel/early/kept-choices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/disputes.ts';
import { DefenseReview } from './defense-review.tsx';
import { emptyLines } from './defense-template.ts';
import type { Dispute } from './dispute-types.ts';

const LENGTH_MAX = 1_000;

/** The name of the draft of a defence in the browser's store. */
function draftOf(id: string): string {
  return `defense-draft-${id}`;
}

/**
 * The form of a defence, and its review. The template fills an empty text; a line of it that is
 * still empty is refused. The browser keeps the draft until it is sent.
 */
export function DefenseForm({ dispute, template }: { dispute: Dispute; template?: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  // One key a form: sending the form twice stores one defence.
  const [key] = useState(newFormKey);
  const [isReview, setReview] = useState(false);
  const draft = draftOf(dispute.internal_id);
  const form = useForm({
    initialValues: { text: kept(draft) ?? '' },
    onValuesChange: ({ text }) => keep(draft, text),
    validate: { text: emptyLineFault },
  });
  const send = api.useMutation('post', '/api/panel/{environment}/disputes/{id}/defense', {
    onSuccess: () => {
      forget(draft);
      showDone(texts.defenseSent);
      void client.invalidateQueries();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const submit = () =>
    send.mutate({
      params: {
        path: { environment, id: dispute.internal_id },
        header: { 'idempotency-key': key },
      },
      body: { text: form.values.text },
    });
  return (
    <Form check={form.validate} isKept={false} onSubmit={form.onSubmit(() => setReview(true))}>
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
        <Button type="submit" style={{ alignSelf: 'flex-end' }}>
          {texts.reviewDefense}
        </Button>
      </Stack>
      {isReview && (
        <DefenseReview
          id={dispute.internal_id}
          text={form.values.text}
          send={send}
          onSend={submit}
          onEdit={() => {
            setReview(false);
            send.reset();
          }}
        />
      )}
    </Form>
  );
}

/** Names the lines of the template that were left empty. */
function emptyLineFault(text: string): string | null {
  const empty = emptyLines(text);
  return empty.length === 0 ? null : texts.emptyLines(empty.map((line) => `“${line}”`).join(', '));
}
