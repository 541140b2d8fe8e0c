import {
  Button,
  Drawer,
  type DrawerProps,
  Group,
  Modal,
  type ModalProps,
  Stack,
  Text,
} from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useHasSessionEnded } from '#panel/api/ended-session.ts';
import { useIsMerchantSwitched } from '#panel/api/switched-merchant.ts';
import { common } from '#panel/texts/common.ts';
import { type TypedForms, TypedFormsContext } from './typed-values.ts';

/** Mantine's own return of the focus waits as long. */
const AFTER_CLOSE_MS = 10;

/** Tells the dialog around that another one stands above it; null on a page. */
const AboveContext = createContext<((isThere: boolean) => void) | null>(null);

/**
 * A dialog that is open while it is mounted. Its opener has the focus again when it closes. It asks
 * before it closes over something typed that is not sent. A step with another title begins at its
 * top, wherever the step before was scrolled to.
 */
export function Dialog({ onClose, ...props }: Omit<ModalProps, 'opened'>) {
  const { close, shown, around } = useDialog(onClose);
  const root = useRef<HTMLDivElement>(null);
  const step = typeof props.title === 'string' ? props.title : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the title is what tells steps apart
  useEffect(() => root.current?.querySelector('[role=dialog]')?.scrollTo(0, 0), [step]);
  return around(<Modal ref={root} opened {...shown} {...props} onClose={close} />);
}

/** The same at the side of the window. */
export function SideDialog({ onClose, ...props }: Omit<DrawerProps, 'opened'>) {
  const { close, shown, around } = useDialog(onClose);
  const drawer = { position: 'right', size: 'lg', ...props } as const;
  return around(<Drawer opened {...shown} {...drawer} onClose={close} />);
}

function useDialog(onClose: () => void) {
  useFocusReturn();
  const isCovered = useIsCovered();
  const tellBelow = use(AboveContext);
  const [hasAbove, setAbove] = useState(false);
  useEffect(() => {
    tellBelow?.(true);
    return () => tellBelow?.(false);
  }, [tellBelow]);
  const [forms] = useState<TypedForms>(() => new Set());
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    if ([...forms].some((isTyped) => isTyped())) setAsking(true);
    else onClose();
  };
  const around = (dialog: ReactNode) => (
    <AboveContext value={setAbove}>
      <TypedFormsContext value={forms}>
        {dialog}
        {isAsking && <DiscardQuestion onStay={() => setAsking(false)} onDiscard={onClose} />}
      </TypedFormsContext>
    </AboveContext>
  );
  const shown = {
    // Escape must not close a form below another dialog.
    closeOnEscape: !(isCovered || isAsking || hasAbove),
    // The dialog above is smaller on some windows: only one of them is read.
    ...(hasAbove && { styles: { root: { visibility: 'hidden' } } as const }),
  };
  return { close, shown, around };
}

function DiscardQuestion({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  useFocusReturn();
  return (
    <Modal opened onClose={onStay} title={common.discardTitle} size="sm">
      <Stack gap="md">
        <Text size="sm">{common.discardHint}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onDiscard}>
            {common.discard}
          </Button>
          <Button data-autofocus onClick={onStay}>
            {common.keepTyping}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Whether a dialog stands above the others: Escape there must not close a form below it. */
function useIsCovered(): boolean {
  const hasEnded = useHasSessionEnded();
  const isSwitched = useIsMerchantSwitched();
  return hasEnded || isSwitched;
}

/**
 * Mantine returns the focus neither from dialogs that are mounted open nor, with reduced motion,
 * from those that open again. `before` had the focus when the dialog was asked for, if that was
 * earlier.
 */
export function useFocusReturn(before?: Element | null): void {
  const [opener] = useState(() => before ?? document.activeElement);
  useEffect(() => () => returnFocus(opener), [opener]);
}

/** If the opener is gone, for example with its row of a list, `keepFocus` finds another place. */
export function returnFocus(opener: Element | null): void {
  setTimeout(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }, AFTER_CLOSE_MS);
}
