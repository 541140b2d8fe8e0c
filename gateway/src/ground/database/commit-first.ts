import type { Transaction } from './database-types.ts';

/**
 * Thrown by the work of a transaction to roll it back and free its locks. Then the `work` of this
 * error is committed in its own transaction, and the first work runs again.
 */
export class CommitFirst extends Error {
  override readonly name = 'CommitFirst';

  readonly work: (tx: Transaction) => Promise<void>;

  constructor(work: (tx: Transaction) => Promise<void>) {
    super('another transaction is to be committed before');
    this.work = work;
  }
}
