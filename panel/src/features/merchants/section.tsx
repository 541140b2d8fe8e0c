import { Group, Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A part of a page with its heading, and what can be done in it. */
export function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby={id}>
      <Group justify="space-between" mb="sm" mih={30}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  );
}
