import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openStandardClient, TEST_KEY, typeOf } from '../support/api-pix.ts';
import { createMerchantWithKeys, SANDBOX_KEYS, startGateway } from '../support/gateway.ts';

const gateway = await startGateway(
  { after },
  { hasWorker: false, env: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'false' } },
);
const PATH = `/webhook/${TEST_KEY}`;
const URL_OF_SHOP = 'https://erp.example.com/api/pix/';

async function openMerchant() {
  return openStandardClient(gateway, (await createMerchantWithKeys(gateway)).keys);
}

test('a webhook is set, read, listed, replaced and deleted', async () => {
  const client = await openMerchant();
  assert.deepEqual(typeOf(await client.call('GET', PATH)), 'WebhookNaoEncontrado');
  const set = await client.call('PUT', PATH, { webhookUrl: 'https://antes.example.com' });
  assert.equal(set.status, 200, set.text);
  const before = gateway.clock.now();
  await client.call('PUT', PATH, { webhookUrl: URL_OF_SHOP });
  const read = await client.call('GET', PATH);
  const { criacao, ...others } = read.body;
  assert.deepEqual(others, { webhookUrl: URL_OF_SHOP, chave: TEST_KEY });
  assert.ok(Date.parse(String(criacao)) >= before);
  const listed = await client.call<{ webhooks: unknown[]; parametros: object }>('GET', '/webhook');
  assert.deepEqual(listed.body.webhooks, [read.body]);
  assert.deepEqual(listed.body.parametros, {
    paginacao: {
      paginaAtual: 0,
      itensPorPagina: 100,
      quantidadeDePaginas: 1,
      quantidadeTotalDeItens: 1,
    },
  });
  assert.equal((await client.call('DELETE', PATH)).status, 204);
  assert.equal(typeOf(await client.call('DELETE', PATH)), 'WebhookNaoEncontrado');
});

test('requests as clients of banks send them are understood', async () => {
  const client = await openMerchant();
  const json = { 'content-type': 'application/json' };
  await client.call('PUT', `${PATH}/`, { webhookUrl: URL_OF_SHOP });
  const read = await client.call('GET', PATH, undefined, json);
  assert.equal(read.status, 200, read.text);
  const instant = String(read.body.criacao).replace('Z', '+00:00');
  const listed = await client.call<{ webhooks: unknown[] }>(
    'GET',
    `/webhook/?inicio=${instant}&fim=${instant}`,
    undefined,
    json,
  );
  assert.equal(listed.body.webhooks.length, 1, listed.text);
  assert.equal((await client.call('DELETE', PATH, undefined, json)).status, 204);
});

test('two merchants never see each other’s webhooks', async () => {
  const [first, second] = [await openMerchant(), await openMerchant()];
  await first.call('PUT', PATH, { webhookUrl: URL_OF_SHOP });
  assert.equal((await second.call('GET', PATH)).status, 404);
  assert.equal((await second.call('DELETE', PATH)).status, 404);
  const listed = await second.call<{ webhooks: unknown[] }>('GET', '/webhook');
  assert.deepEqual(listed.body.webhooks, []);
  assert.equal((await first.call('GET', PATH)).status, 200);
});

test('a webhook of a foreign key or at a private address is refused', async () => {
  const client = await openMerchant();
  const foreign = await client.call('PUT', '/webhook/outra@example.com', {
    webhookUrl: URL_OF_SHOP,
  });
  assert.deepEqual([foreign.status, typeOf(foreign)], [400, 'WebhookOperacaoInvalida']);
  for (const webhookUrl of ['http://127.0.0.1/x', 'https://10.0.0.1', 'nada', '']) {
    const refused = await client.call<{ violacoes: { propriedade: string }[] }>('PUT', PATH, {
      webhookUrl,
    });
    assert.deepEqual([refused.status, typeOf(refused as never)], [400, 'WebhookOperacaoInvalida']);
    assert.equal(refused.body.violacoes[0]?.propriedade, 'webhook.webhookUrl');
  }
  for (const body of [undefined, [], { webhookUrl: 5 }, '{']) {
    const refused = await client.call('PUT', PATH, body);
    assert.deepEqual([refused.status, typeOf(refused)], [400, 'WebhookOperacaoInvalida']);
  }
});

test('a wrong query names each wrong parameter', async () => {
  const client = await openMerchant();
  const query =
    'inicio=2026-01-01&fim=ontem&paginacao.paginaAtual=-1&paginacao.itensPorPagina=1001';
  const refused = await client.call<{ violacoes: { propriedade: string }[] }>(
    'GET',
    `/webhook?${query}`,
  );
  assert.deepEqual([refused.status, typeOf(refused as never)], [400, 'WebhookConsultaInvalida']);
  assert.deepEqual(
    refused.body.violacoes.map(({ propriedade }) => propriedade),
    ['inicio', 'fim', 'paginacao.paginaAtual', 'paginacao.itensPorPagina'],
  );
});

test('the public sandbox has no webhooks of the standard', async () => {
  const client = await openStandardClient(gateway, SANDBOX_KEYS);
  const refused = await client.call('PUT', PATH, { webhookUrl: URL_OF_SHOP });
  assert.deepEqual([refused.status, typeOf(refused)], [403, 'AcessoNegado']);
});
