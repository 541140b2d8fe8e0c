import { CopyButton as MantineCopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { common } from '#panel/texts/common.ts';
import { tellDone } from './notices.ts';

const SHOWN_MS = 1_500;

/** A button that copies a value; its children draw it, and for a moment say that it was copied. */
export function CopyButton({
  value,
  children,
}: {
  value: string;
  children: (state: { copied: boolean; copy: () => void }) => ReactNode;
}) {
  return (
    <MantineCopyButton value={value} timeout={SHOWN_MS}>
      {({ copied, copy }) =>
        children({
          copied,
          copy: () => {
            copy();
            tellDone(common.copied);
          },
        })
      }
    </MantineCopyButton>
  );
}
