import { Anchor, Group } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconChevronLeft } from '#panel/icons.ts';
import type { EnvironmentInAddress } from '#panel/session/environment.tsx';
import { lastSearch } from '#panel/session/last-searches.ts';

/** The link from a detail page back to its list, as it was searched, above the title. */
export function BackLink({ to, children }: { to: `${LinkProps['to']}`; children: ReactNode }) {
  const searchBack = ({ ambiente }: { ambiente?: EnvironmentInAddress }) => ({
    ...lastSearch(to),
    ...(ambiente && { ambiente }),
  });
  return (
    <Anchor
      component={Link}
      to={to}
      // The lists' own searches have types of their own; `to` may be any of them.
      search={searchBack as never}
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
