import { Center } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type ComponentProps, createContext, useContext } from 'react';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { common } from '#panel/texts/common.ts';

/** Whether the page stands in the shell, which has the `main` of the document. */
export const IsInShell = createContext(false);

/** A message in the place of a whole page. */
export function PageMessage({
  isUrgent,
  ...props
}: Omit<ComponentProps<typeof EmptyState>, 'isPage'> & {
  /** Whether screen readers read it at once. */
  isUrgent?: boolean;
}) {
  const isInShell = useContext(IsInShell);
  useDocumentTitle(`${props.title} · ${common.productName}`);
  return (
    <Center component={isInShell ? 'div' : 'main'} mih="60vh">
      <div role={isUrgent ? 'alert' : undefined}>
        <EmptyState {...props} isPage />
      </div>
    </Center>
  );
}
