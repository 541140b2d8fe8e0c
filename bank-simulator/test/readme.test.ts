import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type BankSimulator, startBankSimulator } from '../src/bank-simulator.ts';
import { createBankClient } from './support/bank-client.ts';
import { chargeBody, createManualClock, createTxid } from './support/open-bank.ts';

const PAGE = join(import.meta.dirname, '../README.md');
const run = Object.getPrototypeOf(async () => {}).constructor;

async function codeOfNewCharge(bank: BankSimulator): Promise<string> {
  const client = createBankClient(bank);
  const answer = await client.call('PUT', `/v2/cob/${createTxid()}`, chargeBody(bank, '12.50'));
  return answer.body.pixCopiaECola;
}

test('the example of bank-simulator/README.md starts a bank, takes a payment and stops it', async () => {
  const [, example = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const program = example
    .replace('bank.pay(code);', 'bank.pay(await codeOfNewCharge(bank));')
    .replace('bank.snapshot().balance;', 'const { balance } = bank.snapshot();');
  const names = ['startBankSimulator', 'clock', 'codeOfNewCharge'];
  const story = new run(...names, `${program}\nreturn balance;`);
  const balance = await story(startBankSimulator, createManualClock(), codeOfNewCharge);
  assert.equal(balance, 101_250n);
});
