import { Alert, Stack, Text } from '@mantine/core';
import { IconKey } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { CopyText } from './copy-text.tsx';

/** A dialog with a secret closes by its own button only: Esc is pressed by habit. */
export const SECRET_DIALOG = {
  closeOnEscape: false,
  closeOnClickOutside: false,
  closeButtonProps: { 'aria-label': common.close },
} as const;

/** A secret at the one moment when it is shown. */
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
