import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  COB,
  newTxid,
  openStandardClient,
  type StandardClient,
  typeOf,
} from '../support/api-pix.ts';
import { CHARGE, createMerchantWithKeys, until } from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const HOUR_MS = 3_600_000;
const DEBTOR = { cpf: '12345678909', nome: 'Francisco da Silva' };

interface Cob extends Record<string, unknown> {
  readonly txid: string;
  readonly revisao: number;
  readonly status: string;
  readonly pix?: readonly { readonly endToEndId: string }[];
}

async function openMerchant() {
  const merchant = await createMerchantWithKeys(gateway);
  return { ...merchant, client: await openStandardClient(gateway, merchant.keys) };
}

type Merchant = Awaited<ReturnType<typeof openMerchant>>;

async function put(client: StandardClient, txid: string, change: object = {}) {
  const made = await client.call<Cob>('PUT', `/cob/${txid}`, { ...COB, ...change });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

/** The charges of a merchant in /v1, newest first. */
async function chargesOf({ keys }: Merchant) {
  const { body } = await gateway.call<{ data: Record<string, unknown>[] }>(
    'GET',
    '/v1/transactions?type=charge',
    { keys },
  );
  return body.data;
}

async function pay(merchant: Merchant, txid: string): Promise<void> {
  const [charge] = (await chargesOf(merchant)).filter((one) => one.external_id === txid);
  const path = `/v1/test/charges/${charge?.internal_id}/pay`;
  const paid = await gateway.call('POST', path, { keys: merchant.keys });
  assert.equal(paid.status, 200, paid.text);
}

test('a charge of the standard is the same charge in /v1, and is paid there', async () => {
  const merchant = await openMerchant();
  const txid = newTxid();
  const texts = {
    devedor: DEBTOR,
    solicitacaoPagador: 'Pedido 42',
    infoAdicionais: [{ nome: 'Mesa', valor: '7' }],
  };
  const made = await put(merchant.client, txid, texts);
  const { pixCopiaECola, calendario, location, loc: _, ...shown } = made;
  assert.deepEqual(shown, {
    txid,
    revisao: 0,
    status: 'ATIVA',
    ...texts,
    chave: COB.chave,
    valor: { original: '100.00', modalidadeAlteracao: 0 },
  });
  const [charge] = await chargesOf(merchant);
  assert.equal(charge?.external_id, txid);
  assert.equal(charge?.qrcode, pixCopiaECola);
  assert.equal(charge?.amount, 10_000);
  assert.equal(charge?.description, 'Pedido 42');
  assert.deepEqual(charge?.payer, { name: DEBTOR.nome, document: DEBTOR.cpf, email: null });
  assert.ok(String(pixCopiaECola).includes(String(location)));
  await pay(merchant, txid);
  const read = await merchant.client.call<Cob>('GET', `/cob/${txid}`);
  assert.equal(read.body.status, 'CONCLUIDA');
  assert.deepEqual(read.body.calendario, calendario);
  const [pix] = read.body.pix ?? [];
  const { horario, endToEndId, ...payment } = { horario: '', ...pix };
  assert.deepEqual(payment, {
    txid,
    valor: '100.00',
    chave: COB.chave,
    componentesValor: { original: { valor: '100.00' } },
  });
  const found = await merchant.client.call('GET', `/pix/${endToEndId}`);
  assert.deepEqual(found.body, pix);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a charge of /v1 is read, listed and removed by the standard', async () => {
  const merchant = await openMerchant();
  const made = await gateway.call('POST', '/v1/pix/qrcode', {
    keys: merchant.keys,
    body: { amount: 700, payer: { name: 'Ana', document: '12345678909' }, external_id: 'pedido-1' },
  });
  const txid = String(made.body.internal_id).replaceAll('-', '');
  const read = await merchant.client.call<Cob>('GET', `/cob/${txid}`);
  assert.deepEqual([read.status, read.body.txid, read.body.revisao], [200, txid, 0]);
  const patched = await merchant.client.call<Cob>('PATCH', `/cob/${txid}`, {
    valor: { original: '8.00' },
  });
  assert.deepEqual([patched.status, patched.body.revisao], [200, 1]);
  assert.equal((await chargesOf(merchant))[0]?.amount, 800);
  // A PUT of the same txid is that charge, and no second one.
  const again = await put(merchant.client, txid, { valor: { original: '9.00' } });
  assert.equal(again.revisao, 2);
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  const removed = await merchant.client.call<Cob>('PATCH', `/cob/${txid}`, { status });
  assert.deepEqual([removed.status, removed.body.status], [200, status]);
  const [charge, ...others] = await chargesOf(merchant);
  assert.deepEqual([charge?.status, others.length], ['canceled', 0]);
});

test('a PUT with the same content is the same charge, also after it is paid', async () => {
  const merchant = await openMerchant();
  const txid = newTxid();
  const first = await put(merchant.client, txid, { devedor: DEBTOR });
  assert.deepEqual(await put(merchant.client, txid, { devedor: DEBTOR }), first);
  await pay(merchant, txid);
  const paid = await put(merchant.client, txid, { devedor: DEBTOR });
  assert.deepEqual([paid.revisao, paid.status], [0, 'CONCLUIDA']);
  const other = await merchant.client.call('PUT', `/cob/${txid}`, COB);
  assert.deepEqual([other.status, typeOf(other)], [400, 'CobOperacaoInvalida']);
  assert.equal((await chargesOf(merchant)).length, 1);
});

test('two PUTs of a txid at once make one charge', async () => {
  const merchant = await openMerchant();
  const txid = newTxid();
  const bodies = Array.from({ length: 12 }, (_, index) => ({
    ...COB,
    valor: { original: `${10 + (index % 2)}.00` },
  }));
  const answers = await Promise.all(
    bodies.map((body) => merchant.client.call<Cob>('PUT', `/cob/${txid}`, body)),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  const charges = await chargesOf(merchant);
  assert.equal(charges.length, 1);
  const read = await merchant.client.call<Cob & { valor: { original: string } }>(
    'GET',
    `/cob/${txid}`,
  );
  assert.equal(charges[0]?.amount, Number(read.body.valor.original) * 100);
});

test('a revision changes amount, fee, payer, expiry and texts, and each earlier one is kept', async () => {
  const merchant = await openMerchant();
  const txid = newTxid();
  const first = await put(merchant.client, txid, { devedor: DEBTOR, solicitacaoPagador: 'Um' });
  const change = {
    calendario: { expiracao: '7200' },
    valor: { original: '250.50' },
    solicitacaoPagador: 'Dois',
  };
  const second = await merchant.client.call<Cob>('PATCH', `/cob/${txid}`, change);
  assert.equal(second.status, 200, second.text);
  assert.deepEqual(second.body.valor, { original: '250.50', modalidadeAlteracao: 0 });
  assert.deepEqual(second.body.devedor, DEBTOR);
  assert.equal((second.body.calendario as { expiracao: number }).expiracao, 7200);
  const third = await put(merchant.client, txid, { valor: { original: '1.00' } });
  assert.deepEqual(
    [third.revisao, third.devedor, third.solicitacaoPagador],
    [2, undefined, undefined],
  );
  const [charge] = await chargesOf(merchant);
  // 1.49 % and 49 centavos.
  assert.deepEqual([charge?.amount, charge?.fee_amount], [100, 50]);
  const revision = (number: number | string) =>
    merchant.client.call<Cob>('GET', `/cob/${txid}?revisao=${number}`);
  const shown = async (number: number) => {
    const { pixCopiaECola: _, location: __, ...body } = (await revision(number)).body;
    return body;
  };
  const { pixCopiaECola: _, location: __, ...created } = first;
  assert.deepEqual(await shown(0), created);
  assert.deepEqual((await shown(1)).valor, second.body.valor);
  assert.equal((await shown(2)).revisao, 2);
  const unknown = await revision(3);
  assert.deepEqual([unknown.status, typeOf(unknown)], [400, 'CobConsultaInvalida']);
  await pay(merchant, txid);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('an expired charge stays ATIVA, can be removed, and can’t be changed', async () => {
  const merchant = await openMerchant();
  const [kept, removed] = [newTxid(), newTxid()];
  for (const txid of [kept, removed]) await put(merchant.client, txid);
  gateway.clock.advance(2 * HOUR_MS);
  await until('both expire', async () => {
    const charges = await chargesOf(merchant);
    return charges.every(({ status }) => status === 'expired');
  });
  const client = await openStandardClient(gateway, merchant.keys);
  const read = await client.call<Cob>('GET', `/cob/${kept}`);
  assert.equal(read.body.status, 'ATIVA');
  const change = { valor: { original: '5.00' } };
  const refused = await client.call('PATCH', `/cob/${kept}`, change);
  assert.deepEqual([refused.status, typeOf(refused)], [400, 'CobOperacaoInvalida']);
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  const gone = await client.call<Cob>('PATCH', `/cob/${removed}`, { status });
  assert.deepEqual([gone.status, gone.body.status], [200, status]);
  const again = await client.call('PATCH', `/cob/${removed}`, { status });
  assert.deepEqual([again.status, typeOf(again)], [400, 'CobOperacaoInvalida']);
});

test('a POST makes a txid, and the same body twice makes two charges', async () => {
  const merchant = await openMerchant();
  const post = () => merchant.client.call<Cob>('POST', '/cob', COB);
  const [first, second] = [await post(), await post()];
  assert.deepEqual([first.status, second.status], [201, 201]);
  assert.match(first.body.txid, /^[0-9a-f]{32}$/);
  assert.notEqual(first.body.txid, second.body.txid);
  const read = await merchant.client.call<Cob>('GET', `/cob/${first.body.txid}`);
  assert.deepEqual(read.body, first.body);
});

test('the same txid of two merchants is two charges, and neither sees the other’s', async () => {
  const [first, second] = [await openMerchant(), await openMerchant()];
  const txid = newTxid();
  await put(first.client, txid, { valor: { original: '1.00' } });
  assert.equal(typeOf(await second.client.call('GET', `/cob/${txid}`)), 'CobNaoEncontrado');
  assert.equal(typeOf(await second.client.call('PATCH', `/cob/${txid}`, {})), 'CobNaoEncontrado');
  await put(second.client, txid, { valor: { original: '2.00' } });
  await pay(first, txid);
  const [mine, other] = await Promise.all(
    [first, second].map(({ client }) => client.call<Cob>('GET', `/cob/${txid}`)),
  );
  assert.deepEqual([mine?.body.status, other?.body.status], ['CONCLUIDA', 'ATIVA']);
  const endToEndId = mine?.body.pix?.[0]?.endToEndId ?? '';
  assert.equal(typeOf(await second.client.call('GET', `/pix/${endToEndId}`)), 'PixNaoEncontrado');
  const refund = await second.client.call('PUT', `/pix/${endToEndId}/devolucao/1`, {
    valor: '1.00',
  });
  assert.equal(typeOf(refund), 'PixNaoEncontrado');
});

test('a body with faults names each of them', async () => {
  const { client } = await openMerchant();
  const path = `/cob/${newTxid()}`;
  const refused = await client.call<{ violacoes: { propriedade: string }[] }>('PUT', path, {
    calendario: { expiracao: 0 },
    devedor: { cpf: '123', cnpj: '', nome: '' },
    valor: { original: '0.00', modalidadeAlteracao: 1 },
    chave: 5,
    solicitacaoPagador: 'x'.repeat(141),
    infoAdicionais: [{ nome: 'a' }],
    loc: { id: 'sete' },
  });
  assert.deepEqual([refused.status, typeOf(refused as never)], [400, 'CobOperacaoInvalida']);
  assert.deepEqual(
    refused.body.violacoes.map(({ propriedade }) => propriedade),
    [
      'cob.calendario.expiracao',
      'cob.valor.modalidadeAlteracao',
      'cob.valor.original',
      'cob.devedor.cpf',
      'cob.devedor.nome',
      'cob.chave',
      'cob.solicitacaoPagador',
      'cob.infoAdicionais[0].valor',
      'cob.loc.id',
    ],
  );
  const incomplete = [
    { ...COB, valor: null },
    { ...COB, valor: { original: null } },
    { ...COB, calendario: null },
    { ...COB, chave: null },
  ];
  const foreign = { ...COB, chave: 'outra@example.com' };
  for (const body of [undefined, {}, [], '{', 'null', foreign, ...incomplete]) {
    const wrong = await client.call('PUT', path, body);
    assert.deepEqual([wrong.status, typeOf(wrong)], [400, 'CobOperacaoInvalida']);
  }
  for (const txid of ['curto', 'a'.repeat(36), 'com-traço-12345678901234567890']) {
    const wrong = await client.call('PUT', `/cob/${encodeURIComponent(txid)}`, COB);
    assert.deepEqual([wrong.status, typeOf(wrong)], [400, 'CobOperacaoInvalida'], txid);
    const unknown = await client.call('GET', `/cob/${encodeURIComponent(txid)}`);
    assert.deepEqual([unknown.status, typeOf(unknown)], [404, 'CobNaoEncontrado'], txid);
  }
});

test('lists have filters, pages and totals, oldest first', async () => {
  const merchant = await openMerchant();
  const { client } = merchant;
  const from = gateway.clock.now();
  const txids = Array.from({ length: 5 }, newTxid);
  for (const [index, txid] of txids.entries()) {
    await put(client, txid, index === 2 ? { devedor: DEBTOR } : {});
    gateway.clock.advance(10);
  }
  await pay(merchant, txids[0] ?? '');
  await client.call('PATCH', `/cob/${txids[1]}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  const to = gateway.clock.now();
  const period = `inicio=${new Date(from).toISOString()}&fim=${new Date(to).toISOString()}`;
  const list = async (query = '') => {
    const { body } = await client.call<{
      cobs: Cob[];
      parametros: { paginacao: Record<string, number> };
    }>('GET', `/cob?${period}${query}`);
    return { txids: body.cobs.map(({ txid }) => txid), ...body.parametros.paginacao };
  };
  const all = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1 };
  assert.deepEqual(await list(), { ...all, txids, quantidadeTotalDeItens: 5 });
  const second = '&paginacao.itensPorPagina=2&paginacao.paginaAtual=1';
  assert.deepEqual(await list(second), {
    txids: txids.slice(2, 4),
    paginaAtual: 1,
    itensPorPagina: 2,
    quantidadeDePaginas: 3,
    quantidadeTotalDeItens: 5,
  });
  const cases: Record<string, string[]> = {
    '&status=ATIVA': txids.slice(2),
    '&status=CONCLUIDA': txids.slice(0, 1),
    '&status=REMOVIDA_PELO_USUARIO_RECEBEDOR': txids.slice(1, 2),
    '&status=REMOVIDA_PELO_PSP': [],
    [`&cpf=${DEBTOR.cpf}`]: txids.slice(2, 3),
    [`&cpf=${DEBTOR.cpf}&status=CONCLUIDA`]: [],
    '&locationPresente=true': txids,
    '&locationPresente=false': [],
    '&paginacao.paginaAtual=9': [],
  };
  for (const [query, expected] of Object.entries(cases)) {
    assert.deepEqual((await list(query)).txids, expected, query);
  }
  const wrong = await client.call('GET', `/cob?${period}&cpf=1&cnpj=2&status=PAGA`);
  assert.deepEqual([wrong.status, typeOf(wrong)], [400, 'CobConsultaInvalida']);
  const bare = await client.call('GET', '/cob');
  assert.deepEqual([bare.status, typeOf(bare)], [400, 'CobConsultaInvalida']);
});

test('a page of many charges comes in parts, whole', async () => {
  const merchant = await openMerchant();
  const from = new Date(gateway.clock.now()).toISOString();
  const count = 450;
  await Promise.all(Array.from({ length: count }, () => put(merchant.client, newTxid())));
  const to = new Date(gateway.clock.now() + 1_000).toISOString();
  const path = `/cob?inicio=${from}&fim=${to}&paginacao.itensPorPagina=1000`;
  const { body } = await merchant.client.call<{ cobs: Cob[] }>('GET', path);
  assert.equal(new Set(body.cobs.map(({ txid }) => txid)).size, count);
});

test('an erasure removes the payer and the texts of a charge and of its revisions', async () => {
  const merchant = await openMerchant();
  const { client, keys } = merchant;
  const txid = newTxid();
  const zefirina = { cpf: '83726451902', nome: 'Zefirina Souza' };
  const infoAdicionais = [{ nome: 'Aluna', valor: 'Zefirina' }];
  await put(client, txid, { devedor: zefirina, infoAdicionais, solicitacaoPagador: 'Zefirina' });
  await put(client, txid, { devedor: zefirina, infoAdicionais, valor: { original: '9.00' } });
  await pay(merchant, txid);
  const path = `/v1/customers?search=${zefirina.cpf}`;
  const { body } = await gateway.call<{ data: { id: string }[] }>('GET', path, { keys });
  const erased = await gateway.call('DELETE', `/v1/customers/${body.data[0]?.id}`, { keys });
  assert.equal(erased.status, 200, erased.text);
  for (const table of ['charges', 'api_pix_charges', 'charge_revisions']) {
    const rows = await gateway.sql(
      `select from ${table} t where t::text ilike '%zefirina%' or t::text like '%${zefirina.cpf}%'`,
    );
    assert.equal(rows.length, 0, table);
  }
  for (const revision of ['', '?revisao=0']) {
    const read = await client.call<Cob>('GET', `/cob/${txid}${revision}`);
    assert.deepEqual([read.status, read.body.devedor], [200, undefined], read.text);
    assert.equal(read.body.infoAdicionais, undefined);
  }
});

test('a charge without devedor has no customer', async () => {
  const merchant = await openMerchant();
  const made = await put(merchant.client, newTxid());
  assert.equal(made.devedor, undefined);
  await pay(merchant, made.txid);
  const { body } = await gateway.call<{ data: unknown[] }>('GET', '/v1/customers', {
    keys: merchant.keys,
  });
  assert.deepEqual(body.data, []);
});

test('a charge of /v1 that was revised by the API Pix still answers its creation as before', async () => {
  const { client, keys } = await openMerchant();
  const body = { ...CHARGE, expires_in: 3_600 };
  const headers = { 'idempotency-key': 'pedido-antes-da-revisao' };
  const create = () => gateway.call('POST', '/v1/pix/qrcode', { keys, headers, body });
  const created = await create();
  const txid = String(created.body.internal_id).replaceAll('-', '');
  const change = { valor: { original: '200.00' }, calendario: { expiracao: 7_200 } };
  for (const original of ['200.00', '300.00']) {
    const revised = await client.call('PATCH', `/cob/${txid}`, { ...change, valor: { original } });
    assert.equal(revised.status, 200, revised.text);
  }
  assert.equal((await create()).text, created.text);
});
