import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BankDispute } from '#src/bank/dispute-bank.ts';
import { doneValue, stageBank, wordOf } from './bank-under-test.ts';

const MINUTE_MS = 60_000;
/** Faults after which the bank may have the defense. */
const LOST_ANSWERS = [
  'error',
  'error_after',
  'dropped_before',
  'dropped_after',
  'silent_before',
  'silent_after',
] as const;

async function stageDisputes(context: Parameters<typeof stageBank>[0]) {
  const staged = await stageBank(context, 'efi');
  const { disputes } = staged.bank;
  assert.ok(disputes);
  const list = async (): Promise<readonly BankDispute[]> => {
    const period = { from: Date.now() - MINUTE_MS, to: Date.now() };
    return doneValue(await disputes.listDisputes(period, 0)).disputes;
  };
  const pay = () => staged.simulator.receiveWithoutCharge(1_000n).endToEndId;
  return { ...staged, disputes, list, pay };
}

test('disputes are listed with their state, amount and reason', async (context) => {
  const { simulator, list, pay } = await stageDisputes(context);
  const fraud = simulator.openDispute(pay(), { amount: 1_00n });
  const fault = simulator.openDispute(pay(), { amount: 10n, nature: 'MED_OPERACIONAL' });
  const automatic = simulator.openDispute(pay(), { nature: 'MED_PIX_AUTOMATICO' });
  simulator.decideDispute(fault.id, 'ACEITA');
  simulator.decideDispute(automatic.id, 'CANCELADA_EFI');
  const found = new Map((await list()).map((one) => [one.id, one]));
  assert.deepEqual(found.get(fraud.id), {
    id: fraud.id,
    endToEndId: fraud.endToEndId,
    amount: 100n,
    reason: 'fraud',
    status: 'open',
    openedAt: fraud.openedAt,
    defenseDueAt: fraud.defenseDueAt,
    closedAt: null,
    defense: null,
  });
  const words = [fault, automatic].map(({ id }) => {
    const { reason, status, amount } = found.get(id) ?? {};
    return [reason, status, amount];
  });
  assert.deepEqual(words, [
    ['operational_failure', 'accepted', 10n],
    ['automatic_pix', 'canceled', 1_000n],
  ]);
});

test('the list of disputes is complete over its pages', async (context) => {
  const { simulator, disputes, pay } = await stageDisputes(context);
  const period = { from: Date.now() - MINUTE_MS, to: Date.now() + MINUTE_MS };
  const opened = Array.from({ length: 101 }, () => simulator.openDispute(pay()).id);
  const first = doneValue(await disputes.listDisputes(period, 0));
  const second = doneValue(await disputes.listDisputes(period, 1));
  assert.deepEqual([first.hasMore, second.hasMore], [true, false]);
  const listed = [...first.disputes, ...second.disputes].map(({ id }) => id);
  assert.deepEqual(listed.toSorted(), opened.toSorted());
});

test('a defense whose answer is lost is found in the list, and is accepted once', async (context) => {
  const { simulator, disputes, list, pay } = await stageDisputes(context);
  for (const kind of LOST_ANSWERS) {
    const { id: disputeId } = simulator.openDispute(pay());
    const order = { disputeId, text: 'Entregue em 3 de março.' };
    simulator.faults.add({ kind, operation: 'sendDefense', times: 1 });
    assert.equal(wordOf(await disputes.sendDefense(order)), 'unknown', kind);
    await disputes.sendDefense(order);
    const found = (await list()).find(({ id }) => id === disputeId);
    assert.equal(found?.status, 'in_defense', kind);
    assert.equal(found.defense, order.text, kind);
    const again = { ...order, text: 'Outra defesa.' };
    assert.equal(wordOf(await disputes.sendDefense(again)), 'unknown', kind);
    assert.equal(simulator.dispute(disputeId)?.defense, order.text, kind);
  }
});

test('a defense is refused for an unknown or decided dispute', async (context) => {
  const { simulator, disputes, pay } = await stageDisputes(context);
  const { id: disputeId } = simulator.openDispute(pay());
  simulator.decideDispute(disputeId, 'REJEITADA');
  assert.equal(wordOf(await disputes.sendDefense({ disputeId, text: 'Tarde' })), 'refused');
  const unknown = { disputeId: 'nenhuma', text: 'Defesa' };
  assert.equal(wordOf(await disputes.sendDefense(unknown)), 'not_found');
});

test('the balance says how much disputes block', async (context) => {
  const { bank, simulator, pay } = await stageDisputes(context);
  const read = async () => {
    const outcome = await bank.sending?.readBalance();
    assert.ok(outcome);
    return doneValue(outcome);
  };
  const before = await read();
  simulator.openDispute(pay(), { amount: 300n });
  assert.deepEqual(await read(), {
    amount: before.amount + 700n,
    blocked: { byDisputes: 300n, total: 300n },
  });
});

test('a bank of the plain standard has no disputes', async (context) => {
  const { bank } = await stageBank(context, 'api-pix');
  assert.equal(bank.disputes, undefined);
});
