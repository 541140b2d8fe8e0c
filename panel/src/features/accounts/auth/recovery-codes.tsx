import { Alert, Button, Checkbox, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { CopyButton } from '#panel/components/copy-button.tsx';
import { IconCopy, IconDownload } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/auth.ts';

/**
 * Shows new recovery codes, which the gateway shows only once, to copy or to download. A form with
 * them can't be sent before the person has said that they are saved; the browser says why.
 */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Alert
      color="yellow"
      variant="outline"
      title={texts.recoveryCodes}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap="xs">
        <Text size="sm">{texts.recoveryCodesHint}</Text>
        <SimpleGrid cols={2} spacing={4}>
          {codes.map((code) => (
            <Code key={code}>{code}</Code>
          ))}
        </SimpleGrid>
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconCopy size={14} />}
                onClick={copy}
              >
                {copied ? common.copied : texts.copyCodes}
              </Button>
            )}
          </CopyButton>
          <Button
            component="a"
            variant="default"
            size="xs"
            leftSection={<IconDownload size={14} />}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={texts.codesFile}
          >
            {texts.downloadCodes}
          </Button>
        </Group>
        <Checkbox label={texts.codesSaved} required />
      </Stack>
    </Alert>
  );
}
