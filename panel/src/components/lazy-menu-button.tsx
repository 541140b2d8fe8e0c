import { ActionIcon } from '@mantine/core';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { RenderWhenIdle } from './render-when-idle.tsx';

/** An action on the placeholder of a button before the button was there. */
export interface EarlyUse {
  readonly hadFocus: boolean;
  readonly wasClicked: boolean;
}

const UNUSED: EarlyUse = { hadFocus: false, wasClicked: false };

/**
 * A button in the header whose menu is loaded later, or at a click. Until then a placeholder stands
 * there. Its focus and its click are passed on by `early`, for `useEarly`.
 */
export function LazyMenuButton({
  label,
  icon,
  children,
}: {
  label: string;
  icon: ReactNode;
  children: (early: RefObject<EarlyUse>) => ReactNode;
}) {
  const early = useRef(UNUSED);
  const [isWanted, setWanted] = useState(false);
  const placeholder = (
    <ActionIcon
      // The reference ends while the button still is on the page.
      ref={(button) => () => {
        const hadFocus = document.activeElement === button;
        early.current = { ...early.current, hadFocus };
      }}
      variant="default"
      size="lg"
      aria-label={label}
      aria-busy={isWanted}
      onClick={() => {
        early.current = { ...early.current, wasClicked: true };
        setWanted(true);
      }}
    >
      {icon}
    </ActionIcon>
  );
  // The placeholder stays in the page until the button can take its place.
  return (
    <Suspense fallback={placeholder}>
      <RenderWhenIdle placeholder={placeholder} isWanted={isWanted}>
        {children(early)}
      </RenderWhenIdle>
    </Suspense>
  );
}

/** Gives the button the focus that its placeholder had, and opens its menu after a click on that. */
export function useEarly(
  early: RefObject<EarlyUse>,
  button: RefObject<HTMLElement | null>,
  open: () => void,
): void {
  useEffect(() => {
    const { hadFocus, wasClicked } = early.current;
    early.current = UNUSED;
    if (hadFocus || wasClicked) button.current?.focus();
    if (wasClicked) open();
  }, [early, button, open]);
}
