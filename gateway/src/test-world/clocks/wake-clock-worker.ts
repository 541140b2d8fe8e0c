const listeners = new Set<() => void>();

/**
 * Tells the worker of this process that a test clock has work. Only for speed: the workers of all
 * processes poll four times a second.
 */
export function announceClockWork(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` after each announcement in this process. Returns the function that ends it. */
export function onClockWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
