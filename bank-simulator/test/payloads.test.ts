import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Agent } from 'node:https';
import { test } from 'node:test';
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import type { BankSimulator } from '../src/bank-simulator.ts';
import { send } from './support/bank-client.ts';
import { chargeBody, createTxid, dueChargeBody, openBank } from './support/open-bank.ts';
import { findFaultsOf } from './support/published-api.ts';

const DAY_MS = 86_400_000;
const OPEN = { locationPort: 0, localHolidays: { '2611606': ['2026-03-17', '2026-03-18'] } };

/** Reads without a client's certificate, as a payer's program does. */
function read(bank: BankSimulator, url: string) {
  return send(url, new Agent({ ca: bank.authority }), { method: 'GET', headers: {} });
}

/** Reads a location and verifies its signature with the key that it names. */
async function readSigned(bank: BankSimulator, location: string) {
  const answer = await read(bank, `https://${location}`);
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers['content-type'] as string, /^application\/jose/);
  const { kid, jku, x5t } = decodeProtectedHeader(answer.text);
  assert.equal(new URL(jku ?? '').host, location.split('/')[0]);
  const { keys } = (await read(bank, jku ?? '')).body;
  const [key] = keys.filter((one: { kid: string }) => one.kid === kid);
  const digest = createHash('sha1').update(Buffer.from(key.x5c[0], 'base64')).digest('base64url');
  assert.deepEqual([x5t, key.x5t], [digest, digest]);
  const { payload } = await compactVerify(answer.text, await importJWK(key));
  return JSON.parse(Buffer.from(payload).toString());
}

test('a payload is signed by the key that its header names, and fits the published API', async (context) => {
  const { bank, client } = await openBank(context, OPEN);
  const cob = await client.call('PUT', `/v2/cob/${createTxid()}`, chargeBody(bank, '10.00'));
  const plain = await readSigned(bank, cob.body.location);
  assert.deepEqual(plain.valor, { original: '10.00', modalidadeAlteracao: 0 });
  assert.deepEqual(findFaultsOf('CobPayload', plain), []);
  const cobv = await client.call('PUT', `/v2/cobv/${createTxid()}`, dueChargeBody(bank));
  const due = await readSigned(bank, cobv.body.location);
  assert.deepEqual(due.valor, { original: '123.45', final: '123.45' });
  assert.equal(due.devedor.cep, undefined);
  assert.deepEqual(findFaultsOf('CobVPayload', due), []);
});

test('DPP and codMun choose the day and the holidays of the amount', async (context) => {
  const { bank, client, clock } = await openBank(context, OPEN);
  const { body } = await client.call('PUT', `/v2/cobv/${createTxid()}`, dueChargeBody(bank));
  const on = async (query: string) => (await readSigned(bank, `${body.location}?${query}`)).valor;
  const late = { original: '123.45', multa: '2.46', juros: '0.04', final: '125.95' };
  assert.deepEqual(await on('DPP=2026-03-18'), late);
  // Both days are holidays in Recife, so that the due date moves to the nineteenth.
  assert.equal((await on('DPP=2026-03-18&codMun=2611606')).final, '123.45');
  for (const query of ['DPP=2026-03-09', 'DPP=2026-05-01', 'DPP=hoje', 'codMun=9911606']) {
    const answer = await read(bank, `https://${body.location}?${query}`);
    assert.equal(answer.status, 400, query);
    assert.match(answer.body.type, /CobPayloadOperacaoInvalida$/);
  }
  clock.advance(8 * DAY_MS);
  assert.deepEqual(await on(''), late);
});

test('a location without a charge is 404, and a charge that has ended is 410', async (context) => {
  const { bank, client, clock } = await openBank(context, OPEN);
  const made = await client.call('POST', '/v2/loc', { tipoCob: 'cob' });
  const statusOf = async (location: string) => {
    const { status, body } = await read(bank, `https://${location}`);
    assert.match(body.type, /CobPayloadNaoEncontrado$/);
    return status;
  };
  assert.equal(await statusOf(made.body.location), 404);
  const due = await client.call('PUT', `/v2/cobv/${createTxid()}`, dueChargeBody(bank));
  const expiring = await client.call('PUT', `/v2/cob/${createTxid()}`, chargeBody(bank, '1.00'));
  const paid = await client.call('PUT', `/v2/cob/${createTxid()}`, chargeBody(bank, '1.00'));
  bank.pay(paid.body.txid);
  assert.equal(await statusOf(paid.body.location), 410);
  clock.advance(60 * DAY_MS);
  assert.equal(await statusOf(due.body.location), 410);
  assert.equal(await statusOf(expiring.body.location), 410);
});

test('faults apply to payloads too', async (context) => {
  const { bank, client } = await openBank(context, OPEN);
  const { body } = await client.call('PUT', `/v2/cobv/${createTxid()}`, dueChargeBody(bank));
  bank.faults.add({ kind: 'error', operation: 'readPayload', times: 1, status: 503 });
  assert.equal((await read(bank, `https://${body.location}`)).status, 503);
  bank.faults.add({ kind: 'malformed', operation: 'readPayload', times: 1 });
  await assert.rejects(readSigned(bank, body.location));
  assert.equal((await readSigned(bank, body.location)).txid, body.txid);
});
