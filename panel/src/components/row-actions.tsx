import { ActionIcon, Group, type GroupProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { IconDots } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';

/**
 * The actions of a row, in a column with the place `more`. Where the table has little room, a
 * button at the end of the row's first line shows and hides them, so that the row stays short.
 */
export function RowActions({
  name,
  wrap = 'wrap',
  children,
}: {
  name: string;
  wrap?: GroupProps['wrap'];
  children: ReactNode;
}) {
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  return (
    <>
      <ActionIcon
        className="row-actions-button"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={common.actionsOf(name)}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <IconDots size={16} />
      </ActionIcon>
      <Group className="row-actions" id={id} gap="xs" wrap={wrap} mod={{ open: isOpen }}>
        {children}
      </Group>
    </>
  );
}
