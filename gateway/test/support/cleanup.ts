/**
 * Where something that was started is told when to end: a test's context, or node:test's `after`.
 */
export interface Cleanup {
  after(end: () => Promise<void> | void): void;
}
