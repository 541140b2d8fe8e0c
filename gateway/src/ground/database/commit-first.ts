import type { Transaction } from './database-types.ts';

/**
 * Thrown in the work of a transaction: it is rolled back, which gives up its locks. Then `work` is
 * committed in a transaction of its own, and the first work runs again.
 */
export class CommitFirst extends Error {
  override readonly name = 'CommitFirst';

  readonly work: (tx: Transaction) => Promise<void>;

  constructor(work: (tx: Transaction) => Promise<void>) {
    super('another transaction is to be committed before');
    this.work = work;
  }
}
