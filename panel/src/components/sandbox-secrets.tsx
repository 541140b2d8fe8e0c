import { Paper, Stack, Text, Title } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { common } from '#panel/texts/common.ts';
import { CopyText } from './copy-text.tsx';
import { QueryState } from './query-state.tsx';

const words = common.sandboxSecrets;
const KINDS = {
  keys: ['client_id', 'client_secret'],
  webhooks: ['webhook_secret'],
} as const;

/** The published keys of the demo account, with copy buttons. */
export function SandboxSecrets({ kind }: { kind: keyof typeof KINDS }) {
  const published = api.useQuery('get', '/api/account/sandbox-log-in');
  return (
    <Paper withBorder p="md" mt="lg">
      <Stack gap="sm">
        <Title order={2}>{words.title}</Title>
        <Text c="dimmed">{words.hints[kind]}</Text>
        <QueryState query={published} lines={2}>
          {(values) =>
            KINDS[kind].map((name) => (
              <Stack key={name} gap={4}>
                <Text size="sm" fw={600}>
                  {words.names[name]}
                </Text>
                <CopyText value={values[name]} label={words.names[name]} />
              </Stack>
            ))
          }
        </QueryState>
      </Stack>
    </Paper>
  );
}
