import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { splitScript } from '#src/ground/database/split-script.ts';
import { COB, newTxid, openStandardClient } from '../support/api-pix.ts';
import { CHARGE, createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** Gives the history back the two tables of the versions before 0675. */
const AS_BEFORE = `
  create table api_pix_revisions (merchant_id uuid, environment text, charge_id uuid,
    revision bigint, fields json, replaced_at timestamptz);
  with now as materialized (select * from charge_revisions)
  insert into api_pix_revisions
    select merchant_id, environment, charge_id, revision,
      case when standard is null
        then json_build_object('amount', terms -> 'amount', 'fee', terms -> 'fee',
          'qrcode', terms -> 'qrcode', 'expiresInSeconds', terms -> 'expiresInSeconds')
        else json_build_object('amount', terms -> 'amount', 'fee', terms -> 'fee',
          'qrcode', terms -> 'qrcode', 'expiresInSeconds', terms -> 'expiresInSeconds',
          'payer', standard -> 'payer', 'terms', standard -> 'terms') end,
      replaced_at
    from now where json_typeof(terms -> 'rules') is null;
  delete from charge_revisions where json_typeof(terms -> 'rules') is null;
  alter table charge_revisions drop column author`;

const gateway = await startGateway({ after });

test('after the migration to one history, revisions and creations are answered as before', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const client = await openStandardClient(gateway, keys);
  const texts = {
    solicitacaoPagador: 'Pedido 1',
    infoAdicionais: [{ nome: 'Aluna', valor: 'Ana' }],
  };
  const devedor = { cpf: '12345678909', nome: 'Ana Souza' };
  const today = brazilianDayOf(gateway.clock.now());
  const [cob, cobv, erased] = [newTxid(), newTxid(), newTxid()];
  const create = (key: string, more: object) =>
    gateway.call('POST', '/v1/pix/qrcode', {
      keys,
      headers: { 'idempotency-key': key },
      body: { ...CHARGE, ...more },
    });
  const charges = {
    'sem-vencimento': { expires_in: 3_600 },
    'com-vencimento': { due_date: addDays(today, 9), amount: 20_000 },
  };
  const ids: string[] = [];
  for (const [key, more] of Object.entries(charges)) {
    const created = await create(key, more);
    assert.equal(created.status, 201, created.text);
    ids.push(String(created.body.internal_id));
  }
  const [immediate, due] = ids;
  const calendario = { dataDeVencimento: addDays(today, 9), validadeAposVencimento: 5 };
  const debtor = {
    ...devedor,
    logradouro: 'Rua A, 1',
    cidade: 'Recife',
    uf: 'PE',
    cep: '50000000',
  };
  const changes = [
    ['PUT', `/cob/${cob}`, { ...COB, ...texts, devedor }],
    ['PATCH', `/cob/${cob}`, { valor: { original: '12.34' }, solicitacaoPagador: 'Pedido 2' }],
    ['PATCH', `/cob/${cob}`, { calendario: { expiracao: 60 } }],
    [
      'PUT',
      `/cobv/${cobv}`,
      { calendario, devedor: debtor, ...texts, valor: { original: '50.00' }, chave: COB.chave },
    ],
    ['PATCH', `/cobv/${cobv}`, { valor: { original: '60.00' } }],
    ['PATCH', `/cobv/${cobv}`, { devedor: { ...debtor, nome: 'Bia Souza' } }],
    ['PATCH', `/cob/${String(immediate).replaceAll('-', '')}`, { valor: { original: '9.99' } }],
    ['PUT', `/cob/${erased}`, { ...COB, ...texts }],
    ['PATCH', `/cob/${erased}`, { valor: { original: '1.00' } }],
  ] as const;
  for (const [method, path, body] of changes) {
    const answer = await client.call(method, path, body);
    assert.ok(answer.status < 300, answer.text);
  }
  const changed = await gateway.call('PATCH', `/v1/transactions/${due}`, {
    keys,
    body: { amount: 30_000 },
  });
  assert.equal(changed.status, 200, changed.text);
  await gateway.sql(
    `update charge_revisions set standard = null
      where charge_id = (select id from charges where external_id = $1)`,
    [erased],
  );
  const answers = async () => {
    const texts: string[] = [];
    for (const [txid, family, revisions] of [
      [cob, 'cob', 3],
      [cobv, 'cobv', 3],
      [erased, 'cob', 2],
    ] as const) {
      for (let revision = 0; revision < revisions; revision += 1) {
        const read = await client.call('GET', `/${family}/${txid}?revisao=${revision}`);
        assert.equal(read.status, 200, read.text);
        texts.push(read.text);
      }
    }
    for (const [key, more] of Object.entries(charges)) texts.push((await create(key, more)).text);
    texts.push((await gateway.call('GET', `/v1/transactions/${due}`, { keys })).text);
    return texts;
  };
  const before = await answers();
  const rows = () => gateway.sql('select count(*)::int as rows from charge_revisions');
  const [all] = await rows();
  for (const statement of splitScript(AS_BEFORE)) await gateway.sql(statement);
  assert.notDeepEqual(await rows(), [all]);
  for (const name of [
    '0675-one-history-of-charges',
    '0676-sandbox-history',
    '0677-one-table-of-revisions',
  ]) {
    for (const statement of splitScript(
      await readFile(new URL(`${name}.sql`, MIGRATIONS), 'utf8'),
    )) {
      await gateway.sql(statement);
    }
  }
  assert.deepEqual(await rows(), [all]);
  assert.deepEqual(await answers(), before);
  assert.deepEqual(await failedChecks(gateway), []);
});
