import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { askToConfirm } from './ask-to-confirm.tsx';

/** A button that asks for confirmation; the one in its question is red unless it `isHarmless`. */
export function ConfirmButton({
  title,
  question,
  confirm,
  isHarmless,
  onConfirm,
  children,
  ...props
}: ButtonProps & {
  title: string;
  question: ReactNode;
  confirm?: string;
  isHarmless?: boolean;
  onConfirm: () => void;
  children: ReactNode;
}) {
  const ask = () => askToConfirm({ title, question, confirm, isHarmless, onConfirm });
  return (
    <Button variant="default" {...props} onClick={ask}>
      {children}
    </Button>
  );
}
