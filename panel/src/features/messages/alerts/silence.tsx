import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { formatInstant } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { texts } from '#texts/alerts.ts';
import type { AlertDetail } from './alert-types.ts';

/** Silences an alert for an hour, or ends its silence. */
export function Silence({ alert: { cause, silence } }: { alert: AlertDetail }) {
  const client = useQueryClient();
  const done = (text: string) => ({
    onSuccess: async () => {
      await client.invalidateQueries();
      showDone(text);
    },
    onError: showProblem,
  });
  const path = '/api/operator/alerts/{cause}/silence';
  const begin = api.useMutation('post', path, done(texts.silenceDone));
  const end = api.useMutation('delete', path, done(texts.unsilenceDone));
  const params = { params: { path: { cause } } };
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" flex="1 1 18rem">
        {silence === null
          ? texts.silenceHint
          : texts.silenced(formatInstant(silence.until), silence.by)}
      </Text>
      <IfAllowed operation="silenceAlert">
        {silence === null ? (
          <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate(params)}>
            {texts.silence}
          </Button>
        ) : (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate(params)}>
            {texts.unsilence}
          </Button>
        )}
      </IfAllowed>
    </Group>
  );
}
