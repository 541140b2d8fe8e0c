import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTxid } from './support/open-bank.ts';
import { openRecurring, YEAR_2026 } from './support/recurring.ts';

const LISTS: readonly [path: string, parameters: readonly string[], problem: RegExp][] = [
  ['cob', ['cpf', 'cnpj', 'status', 'locationPresente'], /CobConsultaInvalida$/],
  ['cobv', ['cpf', 'status', 'loteCobVId'], /CobVConsultaInvalida$/],
  ['lotecobv', [], /LoteCobVConsultaInvalida$/],
  ['loc', ['txIdPresente', 'tipoCob'], /PayloadLocationConsultaInvalida$/],
  [
    'pix',
    ['txid', 'txIdPresente', 'devolucaoPresente', 'finalidadeMED', 'cpf'],
    /PixConsultaInvalida$/,
  ],
  ['webhook', [], /WebhookConsultaInvalida$/],
  ['rec', ['cpf', 'status', 'convenio', 'locationPresente'], /RecConsultaInvalida$/],
  ['cobr', ['cpf', 'status', 'convenio', 'idRec'], /CobRConsultaInvalida$/],
  ['locrec', ['idRecPresente', 'convenio'], /PayloadLocationRecConsultaInvalida$/],
];
const OF_EVERY_LIST = ['inicio', 'fim', 'paginacao.paginaAtual', 'paginacao.itensPorPagina'];

for (const [list, parameters, problem] of LISTS) {
  test(`a parameter of /v2/${list} that comes twice is refused by name`, async (context) => {
    const { client } = await openRecurring(context);
    const plain = await client.call('GET', `/v2/${list}?${YEAR_2026}`);
    assert.equal(plain.status, 200, plain.text);
    for (const name of [...OF_EVERY_LIST, ...parameters]) {
      const path = `/v2/${list}?${YEAR_2026}&${name}=1&${name}=1`;
      const { status, body, text } = await client.call('GET', path);
      assert.equal(status, 400, text);
      assert.match(body.type, problem);
      assert.deepEqual(
        body.violacoes.map((one: { propriedade: string }) => one.propriedade),
        [name],
      );
    }
  });
}

test('a revision of a charge that comes twice is refused', async (context) => {
  const { client } = await openRecurring(context);
  for (const kind of ['cob', 'cobv']) {
    const path = `/v2/${kind}/${createTxid()}?revisao=0&revisao=1`;
    const { status, body } = await client.call('GET', path);
    assert.deepEqual([status, body.violacoes[0].propriedade], [400, 'revisao']);
  }
});
