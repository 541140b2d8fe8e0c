import { Button, type ButtonProps, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { common } from '#panel/texts/common.ts';

/** A button that asks for confirmation, for actions that can't be undone. */
export function ConfirmButton({
  title,
  question,
  confirm,
  onConfirm,
  children,
  ...props
}: ButtonProps & {
  title: string;
  question: ReactNode;
  confirm?: string;
  onConfirm: () => void;
  children: ReactNode;
}) {
  const ask = () =>
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{question}</Text>,
      labels: { confirm: confirm ?? common.confirm, cancel: common.cancel },
      confirmProps: { color: 'red' },
      onConfirm,
    });
  return (
    <Button variant="default" {...props} onClick={ask}>
      {children}
    </Button>
  );
}
