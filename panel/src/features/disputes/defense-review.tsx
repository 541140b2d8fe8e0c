import { Button, Group, Stack, Text } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { ProblemAlert, QueryState } from '#panel/components/query-state.tsx';
import type { Sending } from '#panel/components/review-form.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts as filesTexts } from '#texts/dispute-files.ts';
import { texts } from '#texts/disputes.ts';

/** The review of a defence, which is final: its text and the files that go to the bank. */
export function DefenseReview({
  id,
  text,
  unanswered,
  send,
  onSend,
  onEdit,
}: {
  id: string;
  text: string;
  /** The questions without an answer. */
  unanswered: readonly string[];
  send: Sending;
  onSend: () => void;
  onEdit: () => void;
}) {
  const environment = useEnvironment();
  const files = api.useQuery('get', '/api/panel/{environment}/disputes/{id}/files', {
    params: { path: { environment, id } },
  });
  return (
    <Dialog onClose={onEdit} title={texts.reviewDefense} size="lg">
      <Stack gap="md">
        <Text fw={600}>{texts.defenseIsFinal}</Text>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        {unanswered.length > 0 && (
          <Text size="sm" c="dimmed">
            {texts.unanswered(unanswered.join(' '))}
          </Text>
        )}
        <QueryState query={files} lines={1}>
          {({ data }) => (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {data.length === 0
                ? filesTexts.none
                : `${filesTexts.title}: ${data.map(({ name }) => name).join(', ')}`}
            </Text>
          )}
        </QueryState>
        {send.error ? <ProblemAlert error={send.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onEdit} disabled={send.isPending}>
            {texts.editDefense}
          </Button>
          <Button onClick={onSend} loading={send.isPending} disabled={!files.data}>
            {texts.sendDefense}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
