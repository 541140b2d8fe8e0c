import { useSyncExternalStore } from 'react';

let isKnown = false;
let hasEnded = false;
const listeners = new Set<() => void>();

/** Whether the session whose data this page shows has ended, and no log-in has followed. */
export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(listen, () => hasEnded);
}

/** Called when a session was read: its data is shown from now on. */
export function sessionIsKnown(): void {
  isKnown = true;
}

/** Called when the person has logged out: a refusal after it is no surprise. */
export function sessionIsForgotten(): void {
  isKnown = false;
}

/** Called when the gateway refuses a request because there is no open session. */
export function sessionHasEnded(): void {
  if (isKnown) tell(true);
}

/** Called when the same person has logged in again. */
export function sessionIsBack(): void {
  tell(false);
}

function tell(value: boolean): void {
  hasEnded = value;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
