import { ActionIcon, Code, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { CopyButton } from './copy-button.tsx';

/** A value with a copy button. `label` names the value for screen readers. */
export function CopyText({
  value,
  label,
  shown = value,
}: {
  value: string;
  label: string;
  shown?: string;
}) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex" maw="100%">
      <Code className="copy-text">{shown}</Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? common.copied : common.copy}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              onClick={copy}
              aria-label={copied ? common.copied : common.copyOf(label)}
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
