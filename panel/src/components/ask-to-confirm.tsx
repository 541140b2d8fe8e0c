import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '#panel/texts/common.ts';
import { openQuestion } from './open-dialog.ts';

/** Asks for confirmation of an action that can't be undone. */
export function askToConfirm({
  title,
  question,
  confirm = common.confirm,
  onConfirm,
}: {
  title: string;
  question: ReactNode;
  confirm?: string | undefined;
  onConfirm: () => void;
}): void {
  openQuestion({
    title,
    children: <Text size="sm">{question}</Text>,
    labels: { confirm, cancel: common.cancel },
    confirmProps: { color: 'red' },
    onConfirm,
  });
}
