import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createDisputer } from '../support/bank-disputes.ts';
import { until } from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';

const live = await startLiveGateway(
  { after },
  { env: { PROVIDER_TIMEOUT_SECONDS: '3', PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '30' } },
);
const { gateway, bank, shop } = live;
const { keys } = shop;
const { createPaid, disputeOf } = createDisputer(live);

/** Sends a defence, which the merchant writes. */
function defend(id: string, text: string) {
  return gateway.call('POST', `/v1/disputes/${id}/defense`, { keys, body: { text } });
}

test('a defence is sent to the bank once, and its text stays', async () => {
  const { id, endToEndId } = await createPaid();
  const { id: bankId } = bank.openDispute(endToEndId);
  const { internal_id: disputeId } = await disputeOf(id, 'is open', () => true);
  bank.faults.add({ kind: 'silent_after', operation: 'sendDefense', times: 1 });
  const text = 'Entregue em 3 de março, com assinatura.';
  assert.equal((await defend(disputeId, text)).status, 201);
  const defended = await disputeOf(id, 'is sent', ({ defense }) => defense?.status === 'sent');
  assert.equal(defended.status, 'in_defense');
  assert.equal(bank.dispute(bankId)?.defense, text);
  assert.equal((await defend(disputeId, 'Outra')).status, 409);
  bank.decideDispute(bankId, 'REJEITADA');
  await disputeOf(id, 'is rejected', ({ status }) => status === 'rejected');
});

test('a defence that the bank has in a queue is not sent again before the quarantine ends', async () => {
  const { id, endToEndId } = await createPaid();
  const { id: bankId } = bank.openDispute(endToEndId);
  const { internal_id: disputeId } = await disputeOf(id, 'is open', () => true);
  const sentCount = () =>
    bank.requestLog.entries().filter(({ url }) => url.endsWith(`${bankId}/defesa`)).length;
  bank.faults.add({ kind: 'queued', operation: 'sendDefense', times: 1 });
  await defend(disputeId, 'Entregue.');
  await until('the bank is asked about it', async () => {
    const [row] = await gateway.sql('select uncertain_at from dispute_defenses order by id desc');
    return row?.uncertain_at;
  });
  gateway.clock.advance(10_000);
  const lists = () =>
    bank.requestLog.entries().filter(({ operation }) => operation === 'listDisputes').length;
  const before = lists();
  await until('the list is read', async () => lists() > before);
  assert.equal(sentCount(), 1);
  bank.workOffQueue();
  await disputeOf(id, 'is sent', ({ defense }) => defense?.status === 'sent');
  assert.equal(sentCount(), 1);
  bank.decideDispute(bankId, 'REJEITADA');
  await disputeOf(id, 'is rejected', ({ status }) => status === 'rejected');
});

test('a defence that the bank refuses has failed, and the merchant may write another', async () => {
  const { id, endToEndId } = await createPaid();
  const { id: bankId } = bank.openDispute(endToEndId);
  const { internal_id: disputeId } = await disputeOf(id, 'is open', () => true);
  bank.faults.add({ kind: 'error', operation: 'sendDefense', times: 1, status: 422 });
  await defend(disputeId, 'Primeira.');
  const failed = await disputeOf(id, 'has failed', ({ defense }) => defense?.status === 'failed');
  assert.equal(failed.status, 'open');
  assert.ok(failed.defense?.failure_reason);
  assert.equal((await defend(disputeId, 'Segunda.')).status, 201);
  await disputeOf(id, 'is sent', ({ defense }) => defense?.status === 'sent');
  assert.equal(bank.dispute(bankId)?.defense, 'Segunda.');
  bank.decideDispute(bankId, 'REJEITADA');
  await disputeOf(id, 'is rejected', ({ status }) => status === 'rejected');
});

/** Attaches a PDF to a dispute. */
async function attach(id: string, name: string): Promise<void> {
  const body = { name, content: Buffer.from(`%PDF-1.7 ${name}`).toString('base64') };
  const added = await gateway.call('POST', `/v1/disputes/${id}/files`, { keys, body });
  assert.equal(added.status, 201, added.text);
}

test('a bank that takes no files gets their names at the end of the defence', async () => {
  const { id, endToEndId } = await createPaid();
  const { id: bankId } = bank.openDispute(endToEndId);
  const { internal_id: disputeId } = await disputeOf(id, 'is open', () => true);
  await attach(disputeId, 'nota.pdf');
  await attach(disputeId, 'entrega.pdf');
  await defend(disputeId, 'Entregue.');
  const sent = await disputeOf(id, 'is sent', ({ defense }) => defense?.status === 'sent');
  assert.equal(sent.defense?.text, 'Entregue.');
  assert.equal(
    bank.dispute(bankId)?.defense,
    'Entregue.\n\nArquivos de prova que podemos enviar: nota.pdf, entrega.pdf.',
  );
  assert.equal(bank.dispute(bankId)?.files, undefined);
  bank.decideDispute(bankId, 'REJEITADA');
  await disputeOf(id, 'is rejected', ({ status }) => status === 'rejected');
});

test('a defence waits while the bank refuses the platform’s access to disputes', async () => {
  const { id, endToEndId } = await createPaid();
  const { id: bankId } = bank.openDispute(endToEndId);
  const { internal_id: disputeId } = await disputeOf(id, 'is open', () => true);
  bank.faults.add({ kind: 'error', operation: 'sendDefense', times: 1, status: 403 });
  await defend(disputeId, 'Entregue.');
  const sent = await disputeOf(id, 'is sent', ({ defense }) => defense?.status === 'sent');
  assert.equal(sent.status, 'in_defense');
  bank.decideDispute(bankId, 'REJEITADA');
  await disputeOf(id, 'is rejected', ({ status }) => status === 'rejected');
});
