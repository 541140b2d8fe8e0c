import { type ReactNode, startTransition, useEffect, useState } from 'react';

const LATEST_MS = 2_000;

/**
 * Shows its children when the browser has nothing to do, and within two seconds in any case; at
 * once with `isNow`. With `isWanted` it doesn't wait, but the placeholder stays while they load.
 */
export function RenderWhenIdle({
  children,
  placeholder = null,
  isNow = false,
  isWanted = false,
}: {
  children: ReactNode;
  placeholder?: ReactNode;
  isNow?: boolean;
  isWanted?: boolean;
}) {
  const [isTime, setTime] = useState(isNow);
  if (isNow && !isTime) setTime(true);
  useEffect(() => {
    const show = () => startTransition(() => setTime(true));
    if (!isWanted) return whenIdle(show);
    show();
  }, [isWanted]);
  return isTime ? children : placeholder;
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 1);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: LATEST_MS });
  return () => cancelIdleCallback(request);
}
