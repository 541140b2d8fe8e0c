import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { Section } from '#panel/components/section.tsx';
import { IconPlayerPlay } from '#panel/icons.ts';
import { texts } from '#texts/subscriptions.ts';

const BASE = '/api/panel/test/subscriptions/{id}';

/** Buttons that authorize or refuse a test subscription as its payer. */
export function TestPayer({ id }: { id: string }) {
  const client = useQueryClient();
  const optionsOf = (message: string) => ({
    onSuccess: () => showDone(message),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  const authorize = api.useMutation('post', `${BASE}/authorize`, optionsOf(texts.testAuthorized));
  const reject = api.useMutation('post', `${BASE}/reject`, optionsOf(texts.testRejected));
  const params = { params: { path: { id } } };
  return (
    <Section title={texts.testPayer}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.testPayerHint}
        </Text>
        <Group gap="xs">
          <Button
            variant="light"
            leftSection={<IconPlayerPlay size={16} />}
            loading={authorize.isPending}
            onClick={() => authorize.mutate(params)}
          >
            {texts.testAuthorize}
          </Button>
          <Button
            variant="default"
            loading={reject.isPending}
            onClick={() => reject.mutate(params)}
          >
            {texts.testReject}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
