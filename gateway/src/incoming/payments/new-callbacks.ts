import { createListeners } from '#src/ground/work/work-sharing.ts';

const listeners = createListeners<void>();

/** Tells the worker of this process that a call-back was stored. Only for speed. */
export const announceCallback = (): void => listeners.tell();

/** Calls `listener` after each announcement in this process. Returns the function that ends it. */
export const onNewCallback = listeners.add;
