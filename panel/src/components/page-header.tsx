import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMatch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { common } from '#panel/texts/common.ts';

/**
 * The head of a page: its `h1`, a line of help, and its actions. Without a title it shows the
 * title that the page has in the menu.
 */
export function PageHeader({
  title: ownTitle,
  description,
  actions,
}: {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
}) {
  const menuTitle = useMatch({ strict: false, select: ({ staticData }) => staticData.title });
  const title = ownTitle ?? menuTitle ?? '';
  useDocumentTitle(`${title} · ${common.productName}`);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <Stack gap={2} flex="1 1 18rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Title order={1}>{title}</Title>
        {description && <Text c="dimmed">{description}</Text>}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
