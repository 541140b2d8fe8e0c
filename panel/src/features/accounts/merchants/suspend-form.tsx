import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/merchants.ts';
import { useAfterChange } from './use-after-change.ts';

const LENGTH_MAX = 200;

/** Asks for the reason of a suspension, for the audit log. */
export function SuspendForm({ username, onDone }: { username: string; onDone: () => void }) {
  const afterChange = useAfterChange();
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => reason.trim() === '' && texts.reasonMissing },
  });
  const suspend = api.useMutation('post', '/api/operator/merchants/{username}/suspend', {
    onSuccess: () => {
      void afterChange(texts.suspended);
      onDone();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Form
      check={form.validate}
      onSubmit={form.onSubmit(({ reason }) =>
        suspend.mutate({ params: { path: { username } }, body: { reason: reason.trim() } }),
      )}
    >
      <Stack gap="md">
        <Text size="sm">{texts.suspendHint}</Text>
        {suspend.error ? <ProblemAlert error={suspend.error} /> : null}
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          autosize
          minRows={3}
          maxLength={LENGTH_MAX}
          required
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <Group justify="flex-end">
          <Button type="submit" color="red" loading={suspend.isPending}>
            {texts.suspend}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
