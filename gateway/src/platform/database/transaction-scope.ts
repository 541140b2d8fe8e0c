import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';

const transactionScope = new AsyncLocalStorage<boolean>();

/** Runs `work` marked as being inside a database transaction, with all that it awaits. */
export function runInTransactionScope<Result>(work: () => Result): Result {
  return transactionScope.run(true, work);
}

/** Throws an AssertionError inside a transaction: its locks must never wait for the network. */
export function assertOutsideTransaction(): void {
  assert(transactionScope.getStore() !== true, 'The network was called inside a transaction.');
}
