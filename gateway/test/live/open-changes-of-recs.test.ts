import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { until } from '../support/gateway.ts';
import { startLiveRecs } from '../support/live-recs.ts';

const WITHDRAWAL_MS = 12 * HOUR_MS;

const { gateway, bank, recs, client, refusal, recBecomes, quiet } = await startLiveRecs(
  { after },
  {
    env: { PROVIDER_TIMEOUT_SECONDS: '3' },
    bankOptions: { withdrawalDelayMs: WITHDRAWAL_MS, capitalizesNames: true },
  },
);
const { body, today, createRec, read, revise, createLoc, ask } = recs;

beforeEach(quiet);

const BUSY = [503, 'ServicoIndisponivel'];
const NAME = { vinculo: { devedor: { nome: 'Maria José' } } };
const CANCELED = { status: 'CANCELADA' };

function contract(contrato: string, change: object = {}) {
  return body({ vinculo: { ...body().vinculo, contrato }, ...change });
}

/** Has the bank fail at an operation, and returns how often it has done so. */
function failing(operation: 'reviseRecurrence' | 'freeRecurrenceLocation'): () => number {
  const id = bank.faults.add({ kind: 'error', operation });
  return () => bank.faults.list().find((fault) => fault.id === id)?.happened ?? 0;
}

async function statusOfRequest(id: string): Promise<unknown> {
  return (await client.call('GET', `/solicrec/${id}`)).body.status;
}

test('a name that the bank writes in capitals is changed, and the next change too', async () => {
  const { idRec } = await createRec(client, contract('maiusculas'));
  const { vinculo } = await revise(client, idRec, NAME);
  assert.equal((vinculo as { devedor: { nome: string } }).devedor.nome, 'Maria José');
  assert.equal(bank.recurrence(idRec)?.debtor.nome, 'MARIA JOSE');
  const loc = await createLoc(client);
  assert.equal((await revise(client, idRec, { loc: loc.id })).loc?.id, loc.id);
});

test('a withdrawal stays open until the payer’s bank confirms, and stops no change', async () => {
  const { idRec } = await createRec(client, contract('retirada-lenta'));
  const { idSolicRec } = await ask(client, idRec);
  const withdrawn = await client.call('PATCH', `/solicrec/${idSolicRec}`, CANCELED);
  assert.deepEqual([withdrawn.status, withdrawn.body.status], [201, 'CRIADA']);
  await revise(client, idRec, NAME);
  assert.deepEqual(await refusal('POST', '/solicrec', recs.request(idRec)), [
    400,
    'SolicRecOperacaoInvalida',
    'solicrec.idRec',
  ]);
  await until('the request is withdrawn', async () => {
    gateway.clock.advance(HOUR_MS);
    return (await statusOfRequest(idSolicRec)) === 'CANCELADA';
  });
  assert.notEqual((await ask(client, idRec)).idSolicRec, idSolicRec);
});

test('a payer who accepts before a withdrawal is confirmed has authorized', async () => {
  const { idRec } = await createRec(client, contract('aceita-antes'));
  const { idSolicRec } = await ask(client, idRec);
  await client.call('PATCH', `/solicrec/${idSolicRec}`, CANCELED);
  bank.authorizeRecurrence(idRec);
  await recBecomes(idRec, 'APROVADA');
  assert.equal(await statusOfRequest(idSolicRec), 'ACEITA');
});

test('a recurrence that ends at the bank while a change is open ends here too', async () => {
  const { idRec } = await createRec(client, contract('acaba-no-meio'));
  failing('reviseRecurrence');
  assert.deepEqual(await refusal('PATCH', `/rec/${idRec}`, NAME), BUSY);
  bank.refuseRecurrence(idRec);
  await recBecomes(idRec, 'REJEITADA');
});

test('an authorization waits for an open change, which keeps its first day', async () => {
  const loc = await createLoc(client);
  const { idRec } = await createRec(client, contract('dia-mudado', { loc: loc.id }));
  const code = (await read(client, idRec)).dadosQR?.pixCopiaECola ?? '';
  const dataInicial = addDays(today(), 40);
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseRecurrence', times: 1 });
  const change = { calendario: { dataInicial } };
  assert.deepEqual(await refusal('PATCH', `/rec/${idRec}`, change), BUSY);
  const failures = failing('reviseRecurrence');
  bank.authorizeRecurrence(code);
  await until('the worker has tried twice', async () => {
    gateway.clock.advance(5_000);
    return failures() >= 2;
  });
  bank.faults.clear();
  const { calendario } = await recBecomes(idRec, 'APROVADA');
  assert.equal((calendario as { dataInicial: string }).dataInicial, dataInicial);
});

test('a canceled recurrence ends at the bank while the release of its location is open, which operators see', async () => {
  const loc = await createLoc(client);
  const { idRec } = await createRec(client, contract('livre-e-cancelada', { loc: loc.id }));
  failing('freeRecurrenceLocation');
  assert.deepEqual(await refusal('DELETE', `/locrec/${loc.id}/idRec`), BUSY);
  await revise(client, idRec, CANCELED);
  await until('the recurrence has ended at the bank', async () => {
    gateway.clock.advance(5_000);
    return bank.recurrence(idRec)?.status === 'CANCELADA';
  });
  const setAside = `select w.last_error from set_aside_work w
    join subscriptions s on s.id::text = w.id where w.kind = 'recurrence' and s.recurrence_id = $1`;
  await until('operators see the change', async () => {
    gateway.clock.advance(HOUR_MS);
    const [row] = await gateway.sql(setAside, [idRec]);
    return String(row?.last_error).includes('no clear answer to a change');
  });
  bank.faults.clear();
  await until('the location is free', async () => {
    gateway.clock.advance(HOUR_MS);
    return (await client.call('GET', `/locrec/${loc.id}`)).body.idRec === undefined;
  });
  assert.deepEqual(await gateway.sql(setAside, [idRec]), []);
});
