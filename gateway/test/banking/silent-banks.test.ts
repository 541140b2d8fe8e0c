import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doneValue, newCharge, stageBank, wordOf } from './bank-under-test.ts';

test('a read that the bank does not answer in time is unknown, and is not repeated', async (context) => {
  const { bank, simulator } = await stageBank(context, 'efi');
  const { txid } = newCharge();
  simulator.faults.add({ kind: 'silent_before', operation: 'findCharge', times: 1 });
  assert.equal(wordOf(await bank.receiving.findCharge(txid)), 'unknown');
  const reads = simulator.requestLog.entries().filter((each) => each.operation === 'findCharge');
  assert.equal(reads.length, 1);
});

test('of two equal requests only the one without an answer is unknown', async (context) => {
  const { bank, simulator } = await stageBank(context, 'efi');
  const order = newCharge();
  doneValue(await bank.receiving.registerCharge(order));
  simulator.faults.add({ kind: 'silent_before', operation: 'findCharge', times: 1 });
  const answers = await Promise.all([1, 2].map(() => bank.receiving.findCharge(order.txid)));
  assert.deepEqual(answers.map(wordOf).sort(), ['done', 'unknown']);
});

test('a new token that the bank does not give in time leaves the call unsent', async (context) => {
  const { bank, simulator } = await stageBank(context, 'efi');
  simulator.faults.add({ kind: 'silent_before', operation: 'requestToken', times: 1 });
  assert.equal(wordOf(await bank.receiving.registerCharge(newCharge())), 'unavailable');
  assert.deepEqual(simulator.snapshot().charges, []);
});
