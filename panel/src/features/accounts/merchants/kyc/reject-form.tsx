import { Button, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Form } from '#panel/components/form.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/kyc.ts';

const LENGTH_MIN = 10;
const LENGTH_MAX = 1_000;

/** The reason of a rejection, which the merchant reads. */
export function RejectForm({
  error,
  isPending,
  onReject,
}: {
  error: unknown;
  isPending: boolean;
  onReject: (reason: string) => void;
}) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => reason.trim().length < LENGTH_MIN && texts.reasonHint },
  });
  const add = (suggestion: string) =>
    form.setFieldValue('reason', [form.values.reason.trim(), suggestion].filter(Boolean).join(' '));
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(({ reason }) => onReject(reason.trim()))}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.rejectHint}
        </Text>
        {error ? <ProblemAlert error={error} /> : null}
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          autosize
          minRows={4}
          maxLength={LENGTH_MAX}
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <section aria-label={texts.reasonSuggestions}>
          <Text size="sm" fw={500} mb={4}>
            {texts.reasonSuggestions}
          </Text>
          <Stack gap={4}>
            {texts.suggestions.map((suggestion) => (
              <UnstyledButton key={suggestion} fz="sm" onClick={() => add(suggestion)}>
                + {suggestion}
              </UnstyledButton>
            ))}
          </Stack>
        </section>
        <Group justify="flex-end">
          <Button type="submit" color="red" loading={isPending}>
            {texts.reject}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
