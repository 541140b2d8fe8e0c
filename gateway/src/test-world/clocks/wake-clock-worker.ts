const listeners = new Set<() => void>();

/**
 * Says in this process that a test clock has work. Only for speed: the workers of all processes
 * look four times a second.
 */
export function announceClockWork(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` after each announcement in this process. Returns what ends that. */
export function onClockWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
