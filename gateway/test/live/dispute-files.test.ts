import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { createDisputer } from '../support/bank-disputes.ts';
import { startLiveGateway } from '../support/live.ts';

const live = await startLiveGateway(
  { after },
  {
    env: {
      PROVIDER_DISPUTE_FILES: 'true',
      PROVIDER_TIMEOUT_SECONDS: '3',
      PROVIDER_UNKNOWN_QUARANTINE_SECONDS: '30',
    },
  },
);
const { gateway, bank, shop } = live;
const { keys } = shop;
const { createPaid, disputeOf } = createDisputer(live);

async function openDispute() {
  const { id, endToEndId } = await createPaid();
  const { id: bankId } = bank.openDispute(endToEndId);
  const { internal_id: disputeId } = await disputeOf(id, 'is open', () => true);
  return { id, bankId, disputeId };
}

/** Attaches a PDF. Returns the file as the bank should have it, with its id. */
async function attach(disputeId: string, name: string) {
  const content = Buffer.from(`%PDF-1.7 ${name}`);
  const body = { name, content: content.toString('base64') };
  const path = `/v1/disputes/${disputeId}/files`;
  const added = await gateway.call('POST', path, { keys, body });
  assert.equal(added.status, 201, added.text);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { name, type: 'application/pdf', size: content.length, sha256 };
  return { id: String(added.body.id), file };
}

async function filesOf(disputeId: string): Promise<{ sent_at: string | null }[]> {
  const { body } = await gateway.call('GET', `/v1/disputes/${disputeId}/files`, { keys });
  return body.data as { sent_at: string | null }[];
}

function defend(disputeId: string, text: string) {
  return gateway.call('POST', `/v1/disputes/${disputeId}/defense`, { keys, body: { text } });
}

test('a bank that takes files has each of them before the text, also after a lost answer', async () => {
  const { id, bankId, disputeId } = await openDispute();
  const files = [await attach(disputeId, 'nota.pdf'), await attach(disputeId, 'entrega.pdf')];
  bank.faults.add({ kind: 'dropped_after', operation: 'sendDisputeFile', times: 1 });
  await defend(disputeId, 'Entregue.');
  await disputeOf(id, 'is sent', ({ defense }) => defense?.status === 'sent');
  const kept = Object.fromEntries(files.map((file) => [file.id, file.file]));
  assert.deepEqual(bank.dispute(bankId)?.files, kept);
  assert.equal(bank.dispute(bankId)?.defense, 'Entregue.');
  assert.ok((await filesOf(disputeId)).every(({ sent_at: at }) => at !== null));
  const sent = bank.requestLog.entries().filter(({ url }) => url.includes(bankId));
  // A bank that answers late gets the text again, but no file after it.
  const operations = sent.map(({ operation }) => String(operation));
  assert.ok(operations.includes('sendDefense'));
  assert.ok(operations.lastIndexOf('sendDisputeFile') < operations.indexOf('sendDefense'));
});

test('a file that the bank refuses fails the defence, and the merchant replaces the file', async () => {
  const { id, bankId, disputeId } = await openDispute();
  const refused = await attach(disputeId, 'recusado.pdf');
  bank.faults.add({ kind: 'error', operation: 'sendDisputeFile', times: 1, status: 422 });
  await defend(disputeId, 'Primeira.');
  const failed = await disputeOf(id, 'has failed', ({ defense }) => defense?.status === 'failed');
  assert.equal(failed.status, 'open');
  const path = `/v1/disputes/${disputeId}/files/${refused.id}`;
  assert.equal((await gateway.call('DELETE', path, { keys })).status, 200);
  const other = await attach(disputeId, 'aceito.pdf');
  await defend(disputeId, 'Segunda.');
  await disputeOf(id, 'is sent', ({ defense }) => defense?.status === 'sent');
  assert.deepEqual(bank.dispute(bankId)?.files, { [other.id]: other.file });
  assert.equal(bank.dispute(bankId)?.defense, 'Segunda.');
});
