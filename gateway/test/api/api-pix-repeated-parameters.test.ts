import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { COB, newTxid, openStandardClient } from '../support/api-pix.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';

const gateway = await startGateway({ after });
const { keys } = await createMerchantWithKeys(gateway);
const YEARS = 'inicio=2020-01-01T00:00:00Z&fim=2040-01-01T00:00:00Z';

interface Problem {
  readonly type: string;
  readonly violacoes: readonly { readonly propriedade: string }[];
}

for (const [list, problem] of [
  ['cob', 'CobConsultaInvalida'],
  ['cobv', 'CobVConsultaInvalida'],
  ['lotecobv', 'LoteCobVConsultaInvalida'],
  ['loc', 'PayloadLocationConsultaInvalida'],
  ['pix', 'PixConsultaInvalida'],
  ['webhook', 'WebhookConsultaInvalida'],
] as const) {
  test(`a parameter of /${list} that comes twice is refused by its name`, async () => {
    const client = await openStandardClient(gateway, keys);
    assert.equal((await client.call('GET', `/${list}?${YEARS}`)).status, 200);
    for (const name of ['fim', 'paginacao.paginaAtual', 'cpf', 'status', 'txIdPresente']) {
      const path = `/${list}?${YEARS}&${name}=1&${name}=1`;
      const { status, body, text } = await client.call<Problem>('GET', path);
      assert.equal(status, 400, text);
      assert.ok(body.type.endsWith(`/${problem}`), body.type);
      assert.ok(
        body.violacoes.some(({ propriedade }) => propriedade === name),
        text,
      );
    }
  });
}

test('the revision of a charge that comes twice is refused', async () => {
  const client = await openStandardClient(gateway, keys);
  const txid = newTxid();
  assert.equal((await client.call('PUT', `/cob/${txid}`, COB)).status, 201);
  const path = `/cob/${txid}?revisao=0`;
  assert.equal((await client.call('GET', path)).status, 200);
  const { status, body } = await client.call<Problem>('GET', `${path}&revisao=1`);
  assert.deepEqual([status, body.violacoes[0]?.propriedade], [400, 'revisao']);
});
