import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { startGateway } from '../support/gateway.ts';
import { signUpMerchant } from '../support/kyc.ts';

const LENGTH_OVER = 70_000;
const asked: string[] = [];
/** A public source; what it answers depends on the number. */
const source = createServer((request, response) => {
  asked.push(request.url ?? '');
  if (request.url === '/cep/01310100') {
    response.end(JSON.stringify({ cep: '01310-100', logradouro: 'Avenida Paulista', uf: 'SP' }));
  } else if (request.url === '/cnpj/11222333000181') {
    response.end(JSON.stringify({ razao_social: 'DOCERIA DA ANA LTDA', municipio: 'SAO PAULO' }));
  } else if (request.url === '/cep/00000001') response.writeHead(404).end('{}');
  else if (request.url === '/cep/00000002') response.end('<html>');
  else if (request.url === '/cep/00000003') response.end(`"${'a'.repeat(LENGTH_OVER)}"`);
  else if (request.url === '/cep/00000004') response.writeHead(302, { location: '/x' }).end();
  else request.socket.destroy();
});
await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
after(() => void source.close());
const root = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
const env = { CNPJ_LOOKUP_URL: `${root}/cnpj/{cnpj}`, CEP_LOOKUP_URL: `${root}/cep/{cep}` };
const gateway = await startGateway({ after }, { env });
const withoutSource = await startGateway({ after });

const PATH = '/api/panel/kyc/look-up';

/** The fields that a look-up has found. */
async function found(query: string, at = gateway): Promise<Record<string, unknown>> {
  const { session } = await signUpMerchant(at);
  const { status, body, text } = await session.call('GET', `${PATH}?${query}`);
  assert.equal(status, 200, text);
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

test('a CNPJ and a CEP fill in what the source says', async () => {
  const address = { postal_code: '01310100', street: 'Avenida Paulista', state: 'SP' };
  assert.deepEqual(await found('cep=01310100'), address);
  const company = { legal_name: 'DOCERIA DA ANA LTDA', city: 'SAO PAULO' };
  assert.deepEqual(await found('cnpj=11222333000181'), company);
});

test('a source that fails, redirects, answers too much or nothing fills in nothing', async () => {
  for (const last of [1, 2, 3, 4, 5]) {
    assert.deepEqual(await found(`cep=0000000${last}`), {});
  }
  assert.ok(!asked.includes('/x'));
  assert.ok(gateway.logLines.every((line) => !line.includes('00000005')));
});

test('without a source nothing is asked, and wrong numbers are refused', async () => {
  const before = asked.length;
  assert.deepEqual(await found('cep=01310100', withoutSource), {});
  const { session } = await signUpMerchant(gateway);
  for (const query of ['cep=1', 'cep=..%2Fetc%2F', 'cnpj=abc']) {
    const answer = await session.call('GET', `${PATH}?${query}`);
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request']);
  }
  assert.equal(asked.length, before);
});

test('the look-ups of an address are limited', async () => {
  const { session } = await signUpMerchant(withoutSource);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => session.call('GET', `${PATH}?cep=01310100`)),
  );
  assert.ok(answers.some(({ status, body }) => status === 429 && body.code === 'rate_limited'));
});
