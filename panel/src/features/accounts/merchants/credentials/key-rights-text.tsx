import { Stack, Text } from '@mantine/core';
import { texts } from '#texts/credentials.ts';
import { presetOf, type Rights } from './key-rights.ts';

/** The scopes and addresses of a key in words, for the list of keys. */
export function KeyRights({ rights: { scopes, addresses } }: { rights: Rights }) {
  const preset = presetOf(scopes);
  return (
    <Stack gap={2} maw={260} style={{ overflowWrap: 'anywhere' }}>
      <Text inherit>{preset === 'own' ? scopes?.join(', ') : texts.presets[preset]}</Text>
      <Text size="sm" c="dimmed">
        {addresses === null ? texts.anyAddress : addresses.join(', ')}
      </Text>
    </Stack>
  );
}
