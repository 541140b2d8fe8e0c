import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { IconFilter } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { SavedFilters } from './saved-filters.tsx';

/** The filters of a list, its files and saved filters; on a phone behind one button. */
export function ListOptions({ children, files }: { children?: ReactNode; files?: ReactNode }) {
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <>
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<IconFilter size={16} />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {children ? (files ? common.options : common.filters) : common.files}
      </Button>
      <Group
        {...(!isOpen && { visibleFrom: 'sm' })}
        justify="space-between"
        align="flex-end"
        gap="sm"
        w="100%"
      >
        <Group align="flex-start" gap="sm">
          {children}
        </Group>
        {files && <Group gap="xs">{files}</Group>}
        <SavedFilters />
      </Group>
    </>
  );
}
