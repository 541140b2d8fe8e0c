import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '#panel/texts/common.ts';
import { openQuestion } from './open-dialog.ts';

/** Asks for confirmation of an action, which ends something unless it `isHarmless`. */
export function askToConfirm({
  title,
  question,
  confirm = common.confirm,
  isHarmless = false,
  onConfirm,
}: {
  title: string;
  question: ReactNode;
  confirm?: string | undefined;
  isHarmless?: boolean | undefined;
  onConfirm: () => void;
}): void {
  openQuestion({
    title,
    children: <Text size="sm">{question}</Text>,
    labels: { confirm, cancel: common.back },
    ...(!isHarmless && { confirmProps: { color: 'red' } }),
    onConfirm,
  });
}
