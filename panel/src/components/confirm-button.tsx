import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { askToConfirm } from './ask-to-confirm.tsx';

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
  const ask = () => askToConfirm({ title, question, confirm, onConfirm });
  return (
    <Button variant="default" {...props} onClick={ask}>
      {children}
    </Button>
  );
}
