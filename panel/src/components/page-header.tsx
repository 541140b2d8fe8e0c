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
  options,
  isList = false,
}: {
  title?: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** The filters and files of a list, below the title; on a phone their button is beside it. */
  options?: ReactNode;
  /** On a phone the list begins higher, without the line of help. */
  isList?: boolean;
}) {
  const menuTitle = useMatch({ strict: false, select: ({ staticData }) => staticData.title });
  const title = ownTitle ?? menuTitle ?? '';
  useDocumentTitle(`${title} · ${common.productName}`);
  return (
    <Group className="page-header" justify="space-between" align="flex-start" gap="sm">
      <Stack className="page-title" gap={2}>
        <Title order={1}>{title}</Title>
        {description && (
          <Text c="dimmed" {...(isList && { visibleFrom: 'sm' })}>
            {description}
          </Text>
        )}
      </Stack>
      {actions && <Group gap="xs">{actions}</Group>}
      {options}
    </Group>
  );
}
