import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createCredential } from '#src/accounts/merchants/credentials/manage-credentials.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { COB, newTxid, openStandardClient, typeOf } from '../support/api-pix.ts';
import { createDisputer } from '../support/disputes.ts';
import { createMerchantWithKeys, until } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { dispute, close } = createDisputer(gateway);
const DEBTOR = { cnpj: '11222333000181', nome: 'Padaria da Esquina' };

interface Devolucao extends Record<string, unknown> {
  readonly id: string;
  readonly status: string;
  readonly valor: string;
}

interface Pix extends Record<string, unknown> {
  readonly endToEndId: string;
  readonly txid: string;
  readonly devolucoes?: readonly Devolucao[];
}

type PixList = { pix: Pix[]; parametros: { paginacao: { quantidadeTotalDeItens: number } } };

/** A merchant with a payment of R$ 100.00 and enough balance to refund it. */
async function openPaid(change: object = {}) {
  const merchant = await createMerchantWithKeys(gateway);
  const client = await openStandardClient(gateway, merchant.keys);
  const pay = async (body: object) => {
    const txid = newTxid();
    assert.equal((await client.call('PUT', `/cob/${txid}`, { ...COB, ...body })).status, 201);
    const path = `/v1/transactions?external_id=${txid}`;
    const { keys } = merchant;
    const listed = await gateway.call<{ data: { internal_id: string }[] }>('GET', path, { keys });
    const id = listed.body.data[0]?.internal_id ?? '';
    const paid = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
    assert.equal(paid.status, 200, paid.text);
    return { txid, id, endToEndId: String(paid.body.end_to_end_id) };
  };
  await pay({});
  return { ...merchant, client, pay, ...(await pay(change)) };
}

test('a refund of the standard is the refund of /v1, and ends as DEVOLVIDO', async () => {
  const { client, keys, endToEndId, id, txid } = await openPaid();
  const path = `/pix/${endToEndId}/devolucao/D1`;
  const made = await client.call<Devolucao>('PUT', path, { valor: '30.00', descricao: 'Troca' });
  assert.equal(made.status, 201, made.text);
  const { rtrId: _, horario: __, ...shown } = made.body;
  assert.deepEqual(shown, {
    id: 'D1',
    valor: '30.00',
    natureza: 'ORIGINAL',
    descricao: 'Troca',
    status: 'EM_PROCESSAMENTO',
  });
  const done = await until('the refund is done', async () => {
    gateway.clock.advance(10_000);
    const { body } = await client.call<Devolucao>('GET', path);
    return body.status === 'DEVOLVIDO' && body;
  });
  const charge = await gateway.call<{ refunds: { amount: number; return_id: string }[] }>(
    'GET',
    `/v1/transactions/${id}`,
    { keys },
  );
  assert.deepEqual(
    charge.body.refunds.map(({ amount, return_id }) => [amount, return_id]),
    [[3_000, done.rtrId]],
  );
  const pix = await client.call<Pix>('GET', `/pix/${endToEndId}`);
  assert.deepEqual(pix.body.devolucoes, [done]);
  const cob = await client.call<{ status: string; pix: Pix[] }>('GET', `/cob/${txid}`);
  assert.deepEqual([cob.body.status, cob.body.pix], ['CONCLUIDA', [pix.body]]);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a refund with a used id is the same refund, and another amount is refused', async () => {
  const { client, keys, endToEndId, id } = await openPaid();
  const path = `/pix/${endToEndId}/devolucao/abc`;
  const put = (valor: string) => client.call<Devolucao>('PUT', path, { valor });
  const answers = await Promise.all(Array.from({ length: 6 }, () => put('10.00')));
  for (const { status, text } of answers) assert.equal(status, 201, text);
  const other = await put('11.00');
  assert.deepEqual([other.status, typeOf(other)], [400, 'PixDevolucaoInvalida']);
  const { body } = await gateway.call<{ refunds: unknown[] }>('GET', `/v1/transactions/${id}`, {
    keys,
  });
  assert.equal(body.refunds.length, 1);
});

test('a refund that is refused frees its id, and no refund exceeds the payment', async () => {
  const { client, endToEndId } = await openPaid();
  const put = (name: string, body: unknown) =>
    client.call('PUT', `/pix/${endToEndId}/devolucao/${name}`, body);
  const tooMuch = await put('1', { valor: '100.01' });
  assert.deepEqual([tooMuch.status, typeOf(tooMuch)], [400, 'PixDevolucaoInvalida']);
  assert.equal((await put('1', { valor: '99.00' })).status, 201);
  const rest = await put('2', { valor: '1.01' });
  assert.deepEqual([rest.status, typeOf(rest)], [400, 'PixDevolucaoInvalida']);
  const faults = [
    ['3', { valor: '0.00' }],
    ['3', { valor: 1 }],
    ['3', { valor: '1.00', natureza: 'RETIRADA' }],
    ['3', { valor: '1.00', descricao: 'x'.repeat(141) }],
    ['a-b', { valor: '1.00' }],
    ['3', {}],
    ['3', undefined],
    ['3', []],
  ] as const;
  for (const [name, body] of faults) {
    const refused = await put(name, body);
    assert.deepEqual([refused.status, typeOf(refused)], [400, 'PixDevolucaoInvalida']);
  }
  const unknown = await client.call('GET', `/pix/${endToEndId}/devolucao/9`);
  assert.equal(typeOf(unknown), 'PixDevolucaoNaoEncontrada');
});

test('payments are listed by the instant of their payment, with filters and totals', async () => {
  const { client, endToEndId, txid, pay } = await openPaid({ devedor: DEBTOR });
  gateway.clock.advance(1_000);
  const last = await pay({});
  await client.call('PUT', `/pix/${endToEndId}/devolucao/1`, { valor: '5.00' });
  const to = new Date(gateway.clock.now() + 1_000).toISOString();
  const list = async (query = '') => {
    const path = `/pix?inicio=2020-01-01T00:00:00.000-03:00&fim=${to}${query}`;
    const { body, text, status } = await client.call<PixList>('GET', path);
    assert.equal(status, 200, text);
    assert.equal(body.parametros.paginacao.quantidadeTotalDeItens >= body.pix.length, true);
    return body.pix.map((one) => one.txid);
  };
  const all = await list();
  assert.deepEqual([all.length, all.at(-1)], [3, last.txid]);
  assert.deepEqual(await list(`&txid=${txid}`), [txid]);
  assert.deepEqual(await list(`&txid=${newTxid()}`), []);
  assert.deepEqual(await list('&devolucaoPresente=true'), [txid]);
  assert.equal((await list('&devolucaoPresente=false')).length, 2);
  assert.deepEqual(await list('&finalidadeMED=true'), [], 'a charge is never paid by the MED');
  assert.deepEqual(await list('&finalidadeMED=false'), all);
  assert.deepEqual(await list(`&cnpj=${DEBTOR.cnpj}`), [txid]);
  assert.deepEqual(await list('&txIdPresente=false'), []);
  assert.deepEqual(await list('&paginacao.itensPorPagina=1&paginacao.paginaAtual=2'), [last.txid]);
  const backwards = `inicio=${to}&fim=2020-01-01T00:00:00Z&txid=x`;
  for (const query of [backwards, `inicio=2020-01-01T00:00:00Z&fim=${to}&finalidadeMED=1`]) {
    const wrong = await client.call('GET', `/pix?${query}`);
    assert.deepEqual([wrong.status, typeOf(wrong)], [400, 'PixConsultaInvalida']);
  }
});

test('what the bank returned for a dispute is a devolução with its nature', async () => {
  const { client, keys, endToEndId, id, txid } = await openPaid();
  const own = await client.call('PUT', `/pix/${endToEndId}/devolucao/1`, { valor: '5.00' });
  assert.equal(own.status, 201, own.text);
  const natures = { fraud: 'MED_FRAUDE', operational_failure: 'MED_OPERACIONAL' };
  for (const reason of ['fraud', 'operational_failure'] as const) {
    const opened = await dispute(keys, id, { amount: 1_000, reason });
    assert.equal(opened.status, 201, opened.text);
    const path = `/pix/${endToEndId}`;
    const before = (await client.call<Pix>('GET', path)).body.devolucoes ?? [];
    await close(keys, opened.body.internal_id, 'accepted');
    const after = (await client.call<Pix>('GET', path)).body.devolucoes ?? [];
    assert.deepEqual(after.slice(0, -1), before, 'an open dispute is no refund');
    const last = after.at(-1);
    assert.ok(last);
    const { id: name, rtrId, horario, motivo, ...shown } = last;
    assert.deepEqual(shown, { valor: '10.00', natureza: natures[reason], status: 'DEVOLVIDO' });
    assert.match(String(rtrId), /^D[a-zA-Z0-9]{31}$/);
    assert.deepEqual(Object.keys(Object(horario)), ['solicitacao', 'liquidacao']);
    assert.match(String(motivo), /MED/);
    const one = await client.call('GET', `${path}/devolucao/${name}`);
    assert.deepEqual(one.body, last);
  }
  const cob = await client.call<{ pix: Pix[] }>('GET', `/cob/${txid}`);
  assert.equal(cob.body.pix[0]?.devolucoes?.length, 3);
});

test('a Pix of which only a dispute has returned money has a devolução in lists', async () => {
  const { client, keys, id, txid, pay } = await openPaid();
  const contested = await pay({});
  const opened = await dispute(keys, contested.id, { amount: 1_000 });
  const accepted = await dispute(keys, id, { amount: 1_000 });
  const to = new Date(gateway.clock.now() + 1_000).toISOString();
  const list = async (query: string) => {
    const path = `/pix?inicio=2020-01-01T00:00:00Z&fim=${to}${query}`;
    return (await client.call<PixList>('GET', path)).body.pix.map((one) => one.txid);
  };
  assert.deepEqual(await list('&devolucaoPresente=true'), []);
  await close(keys, accepted.body.internal_id, 'accepted');
  await close(keys, opened.body.internal_id, 'rejected');
  assert.deepEqual(await list('&devolucaoPresente=true'), [txid]);
  assert.deepEqual(await list(`&devolucaoPresente=true&txid=${txid}`), [txid]);
  assert.deepEqual(await list(`&devolucaoPresente=false&txid=${txid}`), []);
  const others = await list('&devolucaoPresente=false');
  assert.deepEqual([others.length, others.includes(txid)], [2, false]);
  assert.deepEqual(await list(`&devolucaoPresente=true&txid=${contested.txid}`), []);
});

test('a token without pix.write refunds nothing', async () => {
  const { merchant, endToEndId } = await openPaid();
  const settings = {
    environment: 'test',
    name: 'ERP',
    rights: { scopes: ['charges:write'] },
  } as const;
  const pair = await createCredential(gateway.appContext, merchant, settings, commandActor);
  const keys = { 'client-id': pair.clientId, 'client-secret': pair.clientSecret };
  const client = await openStandardClient(gateway, keys);
  const refused = await client.call('PUT', `/pix/${endToEndId}/devolucao/1`, { valor: '1.00' });
  assert.deepEqual([refused.status, typeOf(refused)], [403, 'AcessoNegado']);
});
