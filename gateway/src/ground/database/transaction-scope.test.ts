import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertOutsideTransaction, runInTransactionScope } from './transaction-scope.ts';

test('inside a transaction, and in everything that it awaits, network calls are refused', async () => {
  await runInTransactionScope(async () => {
    assert.throws(assertOutsideTransaction, assert.AssertionError);
    await new Promise(setImmediate);
    assert.throws(assertOutsideTransaction, assert.AssertionError);
  });
});

test('outside a transaction, and after one, network calls are allowed', async () => {
  assertOutsideTransaction();
  assert.equal(await runInTransactionScope(async () => 'committed'), 'committed');
  assertOutsideTransaction();
});
