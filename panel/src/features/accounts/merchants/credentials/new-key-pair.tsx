import { Stack, Text } from '@mantine/core';
import { CopyText } from '#panel/components/copy-text.tsx';
import { SecretReveal } from '#panel/components/secret-reveal.tsx';
import { texts } from '#texts/credentials.ts';

/** Shows a new key pair; its secret is shown only once. */
export function NewKeyPair({ pair }: { pair: { client_id: string; client_secret: string } }) {
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {texts.clientId}
        </Text>
        <CopyText value={pair.client_id} label={texts.clientId} />
      </Stack>
      <SecretReveal secret={pair.client_secret} label={texts.secret} />
    </Stack>
  );
}
