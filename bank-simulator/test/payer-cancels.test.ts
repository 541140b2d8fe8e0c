import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptsOf, openRecurring } from './support/recurring.ts';

const PAYER = '12345678909';

test('the payer cancels one payment until the end of its eve, and keeps the recurrence', async (context) => {
  const { bank, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { idRec } = await createAuthorized();
  const first = await createCycle(idRec);
  const second = await createCycle((await createAuthorized()).idRec);
  const april = { calendario: { dataDeVencimento: '2026-04-20' } };
  const waiting = await createCycle(idRec, april);
  assert.throws(() => bank.cancelRecurringPayment(waiting.txid), /não tem um pagamento agendado/);
  await goTo('2026-03-20T02:59:59.999Z');
  bank.cancelRecurringPayment(first.txid);
  const canceled = await read(`/v2/cobr/${first.txid}`);
  assert.deepEqual(attemptsOf(canceled), ['AGND 2026-03-20 CANCELADA']);
  const { solicitante, codigo } = canceled.encerramento.cancelamento;
  assert.deepEqual([solicitante, codigo], ['USUARIO_PAGADOR', 'SLBD']);
  await goTo('2026-03-20T03:00:00.000Z');
  assert.throws(() => bank.cancelRecurringPayment(second.txid), /até a véspera/);
  assert.equal((await read(`/v2/rec/${idRec}`)).status, 'APROVADA');
});

test('a payer who cancels the recurrence cancels what is scheduled for another day', async (context) => {
  const { bank, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { idRec } = await createAuthorized();
  const today = await createCycle(idRec);
  const later = await createCycle(idRec, { calendario: { dataDeVencimento: '2026-04-20' } });
  await goTo('2026-03-20T03:00:00.000Z');
  bank.cancelRecurrence(idRec);
  const canceled = await read(`/v2/cobr/${later.txid}`);
  assert.equal(canceled.encerramento.cancelamento.solicitante, 'USUARIO_PAGADOR');
  await goTo('2026-03-20T09:00:00.000Z');
  assert.equal((await read(`/v2/cobr/${today.txid}`)).status, 'CONCLUIDA');
});

test('a charge that waits for a retry expires when the receiver cancels the recurrence', async (context) => {
  const opened = await openRecurring(context);
  const { bank, client, createAuthorized, createCycle, read, goTo } = opened;
  const { idRec } = await createAuthorized();
  const { txid } = await createCycle(idRec);
  bank.setPayer({ document: PAYER, balance: 0n });
  await goTo('2026-03-20T23:00:00.000Z');
  await client.call('PATCH', `/v2/rec/${idRec}`, { status: 'CANCELADA' });
  assert.equal((await read(`/v2/cobr/${txid}`)).status, 'EXPIRADA');
});
