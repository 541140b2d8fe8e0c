import { useSyncExternalStore } from 'react';

let isSwitched = false;
const listeners = new Set<() => void>();

/** Whether another tab has chosen another merchant than the one that this page shows. */
export function useIsMerchantSwitched(): boolean {
  return useSyncExternalStore(listen, () => isSwitched);
}

/** Called when the gateway refuses a request because the session acts for another merchant. */
export function merchantIsSwitched(): void {
  tell(true);
}

/** Called when the session acts for the merchant of this page again. */
export function merchantIsBack(): void {
  tell(false);
}

function tell(value: boolean): void {
  isSwitched = value;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
