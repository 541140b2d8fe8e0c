import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { nearestName } from '#src/ground/nearest-name.ts';
import type { OpenApiDocument } from '../support/documented-answers.ts';
import { CHARGE, createMerchantWithKeys, startGateway, until } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { merchant, keys } = await createMerchantWithKeys(gateway);
const ID = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';

interface Parameter {
  readonly in: string;
  readonly name: string;
}

test('every operation with query parameters refuses an unknown one by its name', async () => {
  const { body } = await gateway.call<OpenApiDocument>('GET', '/openapi.json', {});
  const paths = Object.entries(body.paths).flatMap(([path, { get }]) => {
    const parameters = (get as { parameters?: Parameter[] } | undefined)?.parameters ?? [];
    return parameters.some((one) => one.in === 'query') ? [path] : [];
  });
  assert.ok(paths.length > 15, String(paths));
  for (const path of paths) {
    const url = `${path.replaceAll(/\{\w+\}/g, ID)}?stauts=paid`;
    const { status, body: problem, text } = await gateway.call('GET', url, { keys });
    assert.deepEqual([status, problem.code], [400, 'invalid_request'], `${url}: ${text}`);
    assert.match(text, /"field":"stauts"/);
  }
  const { text } = await gateway.call('GET', '/v1/transactions?stauts=paid', { keys });
  assert.match(text, /não existe aqui; talvez status/);
});

test('fields that an operation does not have are ignored, and named in the answer and its record', async () => {
  const body = {
    ...CHARGE,
    payer: { ...CHARGE.payer, nome: 'Joana' },
    expire_in: 60,
    externalId: 'a',
    Joana: 1,
    utm: { any: 'name' },
    'ç\r\n': 2,
  };
  const headers = { 'idempotency-key': 'campos-desconhecidos' };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body, headers });
  assert.equal(created.status, 201, created.text);
  const named = 'payer.nome, expire_in, externalId, Joana, ???';
  assert.equal(created.headers.get('x-unknown-fields'), named);
  const again = await gateway.call('POST', '/v1/pix/qrcode', { keys, body, headers });
  assert.deepEqual([again.text, again.headers.get('x-unknown-fields')], [created.text, named]);
  const known = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  assert.equal(known.headers.get('x-unknown-fields'), null);
  const owner = await signIn(gateway, merchant);
  const logged = await until('it is logged', async () => {
    const path = `/api/panel/test/requests/${created.headers.get('x-request-id')}`;
    const record = await owner.call('GET', path);
    return record.status === 200 && record.body;
  });
  assert.equal(logged.unknown_fields, 'payer.nome, expire_in, externalId, …, …');
});

test('unknown fields of the items of a list are named with their place, up to twenty', async () => {
  const split = [{ username: 'parceiro', percent: 10, percentage: 10 }];
  const { headers } = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { ...CHARGE, split },
  });
  assert.equal(headers.get('x-unknown-fields'), 'split.0.percent');
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x${index}`, 1]));
  const answer = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { ...CHARGE, ...many },
  });
  assert.equal(answer.headers.get('x-unknown-fields')?.split(', ').length, 20);
});

test('the nearest name is found by letters, not by case or separators', () => {
  const names = ['status', 'external_id', 'expires_in', 'METRICS_TOKEN', 'HOST'];
  const found = ['stauts', 'externalId', 'expire_in', 'METRIC_TOKEN', 'amount', 'HOME', 'x'];
  assert.deepEqual(
    found.map((name) => nearestName(name, names)),
    ['status', 'external_id', 'expires_in', 'METRICS_TOKEN', undefined, undefined, undefined],
  );
});
