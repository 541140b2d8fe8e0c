import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { Suspense, useRef, useState } from 'react';
import { lazyPart } from '#panel/components/lazy-part.ts';
import { NewChargeDialog } from '#panel/features/charges/new-charge-dialog.tsx';
import { IconSearch } from '#panel/icons.ts';
import { texts } from '#texts/commands.ts';
import type { Home, Navigation } from '../navigation.ts';
import type { CommandForm, EarlyText } from './command.ts';
import { EarlyField } from './early-field.tsx';

// None of these is a part of the first load.
const loadDialog = async () => (await import('./command-dialog.tsx')).CommandDialog;
const CommandDialog = lazyPart(loadDialog);
const NewPayout = lazyPart(
  async () => (await import('#panel/features/money-out/payouts/new-payout.tsx')).NewPayout,
);

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
const SHORTCUT = IS_APPLE ? '⌘ K' : 'Ctrl K';

/** Opens the search of pages, actions and content, by click or by Ctrl-K or Cmd-K anywhere. */
export function CommandButton({ navigation, home }: { navigation: Navigation; home: Home }) {
  const [shown, show] = useState<'commands' | CommandForm | undefined>();
  const early = useRef<EarlyText>({ text: '', opener: null });
  const open = () => {
    if (shown === 'commands') return;
    early.current = { text: '', opener: document.activeElement };
    show('commands');
  };
  const close = () => show(undefined);
  // Also while a field has the focus.
  useHotkeys([['mod+K', open]], []);
  useWindowEvent('keydown', ({ key }) => {
    // Most often the dialog's code is there before the K.
    if (key === 'Control' || key === 'Meta') loadDialog().catch(() => {});
  });
  const shared = {
    'aria-keyshortcuts': 'Control+K Meta+K',
    onClick: open,
    onPointerEnter: () => loadDialog().catch(() => {}),
  };
  return (
    <>
      <Button
        {...shared}
        variant="default"
        visibleFrom="sm"
        leftSection={<IconSearch size={16} />}
        rightSection={<Kbd size="xs">{SHORTCUT}</Kbd>}
      >
        {texts.open}
      </Button>
      <ActionIcon {...shared} variant="default" size="lg" hiddenFrom="sm" aria-label={texts.open}>
        <IconSearch size={18} />
      </ActionIcon>
      <Suspense fallback={<EarlyField home={home} early={early} onClose={close} />}>
        {shown === 'commands' && (
          <CommandDialog
            navigation={navigation}
            home={home}
            early={early}
            onClose={close}
            onForm={show}
          />
        )}
      </Suspense>
      {shown === 'new-charge' && <NewChargeDialog onClose={close} />}
      <Suspense>{shown === 'new-payout' && <NewPayout onClose={close} />}</Suspense>
    </>
  );
}
