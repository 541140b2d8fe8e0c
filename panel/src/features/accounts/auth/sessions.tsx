import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { Instant } from '#panel/components/instant.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { texts } from '#texts/auth.ts';

const DEVICE = /(Firefox|Edg|Chrome|Safari|curl)\/?/;
const SYSTEM = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/;

/** The open sessions of the account, with buttons that end them. */
export function Sessions() {
  const sessions = api.useQuery('get', '/api/account/sessions');
  const client = useQueryClient();
  const done = (message: string) => () => {
    showDone(message);
    void client.invalidateQueries({ queryKey: ['get', '/api/account/sessions'] });
  };
  const endOne = api.useMutation('delete', '/api/account/sessions/{id}', {
    onSuccess: done(texts.sessionEnded),
    onError: showProblem,
  });
  const endOthers = api.useMutation('delete', '/api/account/sessions', {
    onSuccess: done(texts.otherSessionsEnded),
    onError: showProblem,
  });
  const hasOthers = sessions.data?.data.some((session) => !session.is_current);
  return (
    <Paper withBorder p="lg">
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={2}>{texts.sessions}</Title>
          {hasOthers && (
            <Button
              variant="default"
              size="xs"
              loading={endOthers.isPending}
              onClick={() => endOthers.mutate({})}
            >
              {texts.endOtherSessions}
            </Button>
          )}
        </Group>
        <Text c="dimmed">{texts.sessionsHint}</Text>
        <QueryState query={sessions}>
          {({ data }) =>
            data.map((session) => (
              <Group key={session.id} justify="space-between" wrap="nowrap">
                <Stack gap={0} miw={0}>
                  <Text>{deviceOf(session.user_agent)}</Text>
                  <Text size="sm" c="dimmed">
                    {session.address} · <Instant at={session.seen_at} />
                  </Text>
                </Stack>
                {session.is_current ? (
                  <Badge variant="default" tt="none">
                    {texts.thisSession}
                  </Badge>
                ) : (
                  <Button
                    variant="default"
                    size="xs"
                    style={{ flexShrink: 0 }}
                    onClick={() => endOne.mutate({ params: { path: { id: session.id } } })}
                  >
                    {texts.endSession}
                  </Button>
                )}
              </Group>
            ))
          }
        </QueryState>
      </Stack>
    </Paper>
  );
}

function deviceOf(userAgent: string | null): string {
  const device = userAgent?.match(DEVICE)?.[1];
  const system = userAgent?.match(SYSTEM)?.[1];
  return [device, system].filter(Boolean).join(' · ') || texts.unknownDevice;
}
