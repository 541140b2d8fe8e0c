/** Registers a function that runs at the end: a test's context, or `after` of node:test. */
export interface Cleanup {
  after(end: () => Promise<void> | void): void;
}
