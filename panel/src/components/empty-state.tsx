import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { FunctionComponent, ReactNode } from 'react';
import { IconInbox } from '#panel/icons.ts';

/** Replaces an empty list: an icon, why it is empty, and what to do. */
export function EmptyState({
  title,
  description,
  action,
  icon: Icon = IconInbox,
  isPage,
}: {
  title: string;
  description?: string;
  /** Omitted for users who may not do it. */
  action?: ReactNode;
  icon?: FunctionComponent<{ size?: number }>;
  /** Whether it replaces a whole page, whose heading its title is then. */
  isPage?: boolean;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" ta="center">
      <ThemeIcon variant="light" size={48} radius="xl" mb={4} aria-hidden>
        <Icon size={24} />
      </ThemeIcon>
      {isPage ? (
        <Title order={1} size="h3">
          {title}
        </Title>
      ) : (
        <Text fw={600}>{title}</Text>
      )}
      {description && (
        <Text c="dimmed" maw={420}>
          {description}
        </Text>
      )}
      {action}
    </Stack>
  );
}
