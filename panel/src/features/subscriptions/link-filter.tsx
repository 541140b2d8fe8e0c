import { Alert, Button, Group, Text } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/subscriptions.ts';

/** Says that a list has only the subscriptions of a payment link, with a way back to all. */
export function LinkFilter({ linkId, onRemove }: { linkId: string; onRemove: () => void }) {
  const environment = useEnvironment();
  const link = api.useQuery('get', '/api/panel/{environment}/payment-links/{id}', {
    params: { path: { environment, id: linkId } },
  });
  return (
    <Alert variant="outline">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {texts.ofLink(link.data?.title ?? linkId)}
        </Text>
        <Button variant="default" size="xs" onClick={onRemove}>
          {texts.ofAllLinks}
        </Button>
      </Group>
    </Alert>
  );
}
