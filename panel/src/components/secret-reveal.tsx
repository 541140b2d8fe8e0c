import { Alert, Stack, Text } from '@mantine/core';
import { IconKey } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { CopyText } from './copy-text.tsx';

/** The dialog of a secret closes only by its button, because Esc is easily pressed by mistake. */
export const SECRET_DIALOG = {
  closeOnEscape: false,
  closeOnClickOutside: false,
} as const;

/** Shows a new secret; the gateway shows it only once. */
export function SecretReveal({ secret, label }: { secret: string; label: string }) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconKey size={18} />}
      title={label}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap="xs">
        <CopyText value={secret} label={label} />
        <Text size="sm">{common.secretWarning}</Text>
      </Stack>
    </Alert>
  );
}
