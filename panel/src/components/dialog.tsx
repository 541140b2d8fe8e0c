import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useHasSessionEnded } from '#panel/api/ended-session.ts';
import { useIsMerchantSwitched } from '#panel/api/switched-merchant.ts';

/** Mantine's own return of the focus waits as long. */
const AFTER_CLOSE_MS = 10;

/** A dialog that is open while it is mounted. Its opener has the focus again when it closes. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusReturn();
  const isCovered = useIsCovered();
  return <Modal opened {...props} {...(isCovered && { closeOnEscape: false })} />;
}

/** The same at the side of the window. */
export function SideDialog(props: Omit<DrawerProps, 'opened'>) {
  useFocusReturn();
  const isCovered = useIsCovered();
  const drawer = { position: 'right', size: 'lg', ...props } as const;
  return <Drawer opened {...drawer} {...(isCovered && { closeOnEscape: false })} />;
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

/** Gives the focus to the page if the opener is gone, for example with an empty list. */
export function returnFocus(opener: Element | null): void {
  setTimeout(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (!isFree) return;
    const place = opener?.isConnected ? opener : document.getElementById('content');
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  }, AFTER_CLOSE_MS);
}
