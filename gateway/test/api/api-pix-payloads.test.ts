import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { after, test } from 'node:test';
import { compactVerify, importJWK, type JWK } from 'jose';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { CHARGE, createMerchantWithKeys, type Keys } from '../support/gateway.ts';
import { clockClient } from '../support/test-clocks.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { createClock, advance, post } = clockClient(gateway);
const DAY_S = 86_400;
const TOMORROW = addDays(brazilianDayOf(gateway.clock.now()), 1);
const DUE = businessDayFrom(addDays(TOMORROW, 9));
const RULES = {
  due_date: DUE,
  fine: { type: 'percent', value: 200 },
  interest: { mode: 'percent_per_month', value: 100 },
};

/** The path of the location in a code, at the gateway instead of at the host that nobody has. */
function locationOf(code: unknown): string {
  const [, path] = /pix\.sandbox\.invalid(\/qr\/v2\/[a-z/0-9]+?)5204/.exec(String(code)) ?? [];
  assert.ok(path, String(code));
  return path;
}

/** Reads a payload as a payer's program does: it verifies the signature by the key set. */
async function readPayload(path: string) {
  const response = await fetch(gateway.url + path);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  assert.equal(response.headers.get('content-type'), 'application/jose');
  const header = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString());
  const address = new URL(header.jku);
  const keys = await fetch(gateway.url + address.pathname);
  const {
    keys: [key],
  } = (await keys.json()) as { keys: (JWK & { x5c: string[] })[] };
  assert.ok(key);
  const certificate = new X509Certificate(Buffer.from(key.x5c[0] ?? '', 'base64'));
  assert.equal(key.kid, header.kid);
  assert.ok(certificate.verify(certificate.publicKey));
  const { payload } = await compactVerify(text, await importJWK(key, header.alg));
  return JSON.parse(Buffer.from(payload).toString());
}

async function statusOf(path: string): Promise<[number, string]> {
  const response = await fetch(gateway.url + path);
  const { type } = (await response.json()) as { type: string };
  return [response.status, type.split('/').at(-1) ?? ''];
}

async function createInClock(keys: Keys, body: object) {
  const clock = await createClock(keys, { now: `${TOMORROW}T15:00:00.000Z` });
  const made = await post(keys, '/v1/pix/qrcode', { ...CHARGE, ...body, clock_id: clock.id });
  assert.equal(made.status, 201, made.text);
  return { clock, path: locationOf(made.body.qrcode), id: String(made.body.internal_id) };
}

test('a code’s location shows the amount of the day, signed', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { clock, path, id } = await createInClock(keys, { ...RULES, amount: 12_345 });
  const early = await readPayload(path);
  assert.deepEqual(early.valor, { original: '123.45', final: '123.45' });
  assert.deepEqual([early.status, early.txid], ['ATIVA', id.replaceAll('-', '')]);
  assert.equal(early.recebedor.cep, '01310100');
  const late = await readPayload(`${path}?DPP=${addDays(DUE, 10)}`);
  const valor = { original: '123.45', multa: '2.46', juros: '0.41', final: '126.32' };
  assert.deepEqual(late.valor, valor);
  const passed = (Date.parse(addDays(DUE, 10)) - Date.parse(TOMORROW)) / 1_000;
  await advance(keys, clock, passed);
  assert.deepEqual((await readPayload(path)).valor, valor);
  const past = await statusOf(`${path}?DPP=${DUE}`);
  assert.deepEqual(past, [400, 'CobPayloadOperacaoInvalida']);
  assert.deepEqual(await statusOf(`${path}?DPP=amanha`), [400, 'CobPayloadOperacaoInvalida']);
  assert.deepEqual(await statusOf(`${path}?codMun=12`), [400, 'CobPayloadOperacaoInvalida']);
  assert.equal((await readPayload(`${path}?codMun=3550308`)).valor.final, '126.32');
  await advance(keys, clock, 40 * DAY_S);
  assert.deepEqual(await statusOf(path), [410, 'PermanentementeRemovido']);
});

test('an immediate charge is shown until it ends, and another path shows nothing', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const { path, id } = await createInClock(keys, { amount: 10_000 });
  const payload = await readPayload(path);
  assert.deepEqual(payload.valor, { original: '100.00', modalidadeAlteracao: 0 });
  assert.equal(payload.calendario.expiracao, DAY_S);
  const wrong = path.replace('/qr/v2/', '/qr/v2/cobv/');
  assert.deepEqual(await statusOf(wrong), [404, 'CobPayloadNaoEncontrado']);
  for (const token of ['nada', '0'.repeat(32), `${path.split('/').at(-1)}0`])
    assert.deepEqual(await statusOf(`/qr/v2/${token}`), [404, 'CobPayloadNaoEncontrado']);
  assert.equal((await post(keys, `/v1/test/charges/${id}/pay`)).status, 200);
  assert.deepEqual(await statusOf(path), [410, 'PermanentementeRemovido']);
});
