import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';

const transactionScope = new AsyncLocalStorage<boolean>();

/** Runs `work`, and everything that it awaits, marked as inside a database transaction. */
export function runInTransactionScope<Result>(work: () => Result): Result {
  return transactionScope.run(true, work);
}

/** Throws an AssertionError inside a transaction: locks must not be held during network calls. */
export function assertOutsideTransaction(): void {
  assert(transactionScope.getStore() !== true, 'The network was called inside a transaction.');
}
