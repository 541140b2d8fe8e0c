import { Anchor, Group } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconChevronLeft } from '#panel/icons.ts';

/** The link from a detail page back to its list, above the title. */
export function BackLink({ to, children }: Pick<LinkProps, 'to'> & { children: ReactNode }) {
  return (
    <Anchor
      component={Link}
      to={to}
      size="sm"
      c="dimmed"
      display="inline-block"
      mb={4}
      data-print="no"
    >
      <Group gap={2} component="span" display="inline-flex">
        <IconChevronLeft size={14} aria-hidden />
        {children}
      </Group>
    </Anchor>
  );
}
