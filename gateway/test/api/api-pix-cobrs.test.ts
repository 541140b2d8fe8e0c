import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { dueDayOf } from '#src/subscriptions/cycle-days.ts';
import { newTxid, openStandardClient, type StandardClient, typeOf } from '../support/api-pix.ts';
import { recClient } from '../support/api-pix-recs.ts';
import { until } from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { today, openMerchant, createRec, createLoc, subscriptionOf } = recClient(gateway);
const ACCOUNT = { agencia: '0001', conta: '1234567', tipoConta: 'CORRENTE' };

interface Cobr extends Record<string, unknown> {
  readonly txid: string;
  readonly status: string;
  readonly calendario: { readonly dataDeVencimento: string };
  readonly tentativas: readonly {
    readonly status: string;
    readonly tipo: string;
    readonly endToEndId: string;
  }[];
  readonly pix?: readonly { readonly endToEndId: string; readonly valor: string }[];
}

/** A merchant with a recurrence that its payer has authorized. */
async function authorized(change: object = {}) {
  const merchant = await openMerchant();
  const { id: loc } = await createLoc(merchant.client);
  const rec = await createRec(merchant.client, { loc, ...change });
  const { internal_id: id } = await subscriptionOf(merchant);
  await merchant.subscriptions.authorize(id);
  const dataDeVencimento = addDays(today(), 30);
  const body = (other: object = {}) => ({
    idRec: rec.idRec,
    calendario: { dataDeVencimento },
    valor: { original: '35.00' },
    recebedor: ACCOUNT,
    ...other,
  });
  const { client } = merchant;
  const read = async (txid: string) => (await client.call<Cobr>('GET', `/cobr/${txid}`)).body;
  return { ...merchant, rec, id, body, read, day: dataDeVencimento };
}

async function refusal(
  client: StandardClient,
  [method, path, sent]: [string, string, (object | undefined)?],
) {
  const answer = await client.call(method, path, sent);
  const violations = (answer.body.violacoes ?? []) as { propriedade: string }[];
  return [answer.status, typeOf(answer), ...violations.map(({ propriedade }) => propriedade)];
}

test('the charge of a cycle keeps its fields, is a cycle of /v1, and is paid on its day', async () => {
  const { client, subscriptions, id, body, read, day, rec } = await authorized();
  const txid = newTxid();
  const debtor = { email: 'maria@example.com', cidade: 'São Paulo', uf: 'SP', cep: '01310-100' };
  const sent = body({ infoAdicional: 'Mensalidade', devedor: debtor });
  const made = await client.call<Cobr>('PUT', `/cobr/${txid}`, sent);
  assert.equal(made.status, 201, made.text);
  const { recebedor, calendario, devedor, ...shown } = made.body;
  assert.deepEqual(shown, {
    idRec: rec.idRec,
    txid,
    infoAdicional: 'Mensalidade',
    valor: { original: '35.00' },
    status: 'ATIVA',
    politicaRetentativa: 'PERMITE_3R_7D',
    ajusteDiaUtil: true,
  });
  assert.deepEqual(calendario, { criacao: today(), dataDeVencimento: day });
  assert.deepEqual(devedor, { ...debtor, cep: '01310100' });
  assert.equal((recebedor as { conta: string }).conta, ACCOUNT.conta);
  const [cycle] = await subscriptions.cycles(id);
  assert.deepEqual(
    [cycle?.due_on, cycle?.amount, cycle?.status],
    [dueDayOf(day), 3_500, 'scheduled'],
  );
  const charge = await subscriptions.call<{ external_id: string }>(
    'GET',
    `/v1/transactions/${cycle?.transaction_id}`,
  );
  assert.equal(charge.body.external_id, txid);
  const { atualizacao, tentativas } = await read(txid);
  assert.deepEqual(
    (atualizacao as { status: string }[]).map(({ status }) => status),
    ['CRIADA', 'ATIVA'],
  );
  assert.deepEqual(
    tentativas.map(({ tipo, status }) => [tipo, status]),
    [['AGND', 'AGENDADA']],
  );
  assert.equal((await client.call('GET', `/cob/${txid}`)).status, 404);
  assert.equal((await client.call('GET', `/cobv/${txid}`)).status, 404);
});

test('a repeat of a PUT is the same charge, and another content, cycle or txid is refused', async () => {
  const { client, body, subscriptions, id, day } = await authorized();
  const [txid, other] = [newTxid(), newTxid()];
  const put = (name: string, change: object = {}) =>
    client.call<Cobr>('PUT', `/cobr/${name}`, body(change));
  const two = await Promise.all([put(txid), put(txid)]);
  assert.deepEqual(
    two.map(({ status }) => status),
    [201, 201],
  );
  assert.deepEqual(two[0]?.body, two[1]?.body);
  assert.equal((await subscriptions.cycles(id)).length, 1);
  assert.deepEqual(
    await refusal(client, ['PUT', `/cobr/${txid}`, body({ valor: { original: '36.00' } })]),
    [400, 'CobROperacaoInvalida', 'cobr.txid'],
  );
  const inCycle = body({ calendario: { dataDeVencimento: addDays(day, 7) } });
  const sameCycle = [400, 'CobROperacaoInvalida', 'cobr.calendario.dataDeVencimento'];
  assert.deepEqual(await refusal(client, ['PUT', `/cobr/${other}`, inCycle]), sameCycle);
  const cob = newTxid();
  const chave = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
  await client.call('PUT', `/cob/${cob}`, { valor: { original: '1.00' }, chave, calendario: {} });
  const next = body({ calendario: { dataDeVencimento: addDays(day, 31) } });
  assert.deepEqual(await refusal(client, ['PUT', `/cobr/${cob}`, next]), [
    400,
    'CobROperacaoInvalida',
    'cobr.txid',
  ]);
  const posted = await client.call<Cobr>('POST', '/cobr', next);
  assert.equal(posted.status, 201, posted.text);
  assert.match(posted.body.txid, /^[0-9a-f]{32}$/);
  assert.equal((await client.call('PUT', `/cobr/${posted.body.txid}`, next)).status, 201);
});

test('every fault of a charge is named at its field', async () => {
  const { client, body } = await authorized({ valor: { valorRec: '35.00' } });
  const txid = newTxid();
  const faults = (change: object) => refusal(client, ['PUT', `/cobr/${txid}`, body(change)]);
  const at = (...fields: string[]) => [400, 'CobROperacaoInvalida', ...fields];
  assert.deepEqual(await faults({ valor: { original: '34.99' } }), at('cobr.valor.original'));
  assert.deepEqual(
    await faults({ calendario: {}, recebedor: { tipoConta: 'OUTRA' }, valor: null }),
    at(
      'cobr.calendario.dataDeVencimento',
      'cobr.valor',
      'cobr.recebedor.conta',
      'cobr.recebedor.tipoConta',
    ),
  );
  const late = { dataDeVencimento: addDays(today(), 1) };
  assert.deepEqual(await faults({ calendario: late }), at('cobr.calendario.dataDeVencimento'));
  const past = { dataDeVencimento: addDays(today(), -1) };
  assert.deepEqual(await faults({ calendario: past }), at('cobr.calendario.dataDeVencimento'));
  assert.deepEqual(
    await faults({ devedor: { uf: 'S1', cep: '1' } }),
    at('cobr.devedor.uf', 'cobr.devedor.cep'),
  );
  assert.deepEqual(await faults({ idRec: 'RN9999999920261124abcdefghijk' }), [
    404,
    'RecNaoEncontrada',
  ]);
  assert.deepEqual(await refusal(client, ['PUT', `/cobr/${txid}`, [] as object]), at('cobr'));
  assert.deepEqual(await refusal(client, ['GET', `/cobr/${txid}`]), [404, 'CobRNaoEncontrado']);
  const waiting = await openMerchant();
  const created = await createRec(waiting.client);
  const early = body({ idRec: created.idRec });
  assert.deepEqual(
    await refusal(waiting.client, ['PUT', `/cobr/${txid}`, early]),
    at('cobr.idRec'),
  );
});

test('a charge is canceled until the eve, its txid stays taken, and its cycle takes another one', async () => {
  const { client, body, read, subscriptions, id, day } = await authorized();
  const txid = newTxid();
  await client.call('PUT', `/cobr/${txid}`, body());
  const wrong = { status: 'CANCELADA', valor: { original: '1.00' } };
  assert.deepEqual(await refusal(client, ['PATCH', `/cobr/${txid}`, wrong]), [
    400,
    'CobROperacaoInvalida',
    'cobr.status',
  ]);
  const canceled = await client.call<Cobr>('PATCH', `/cobr/${txid}`, { status: 'CANCELADA' });
  assert.deepEqual([canceled.status, canceled.body.status], [200, 'CANCELADA']);
  const { encerramento, tentativas } = await read(txid);
  const { cancelamento } = encerramento as { cancelamento: Record<string, string> };
  assert.deepEqual([cancelamento.solicitante, cancelamento.codigo], ['USUARIO_RECEBEDOR', 'SLCR']);
  assert.deepEqual(
    tentativas.map(({ status }) => status),
    ['CANCELADA'],
  );
  assert.equal((await subscriptions.cycles(id))[0]?.status, 'canceled');
  assert.deepEqual(await refusal(client, ['PATCH', `/cobr/${txid}`, { status: 'CANCELADA' }]), [
    400,
    'CobROperacaoInvalida',
    'cobr.status',
  ]);
  const repeated = await client.call<Cobr>('PUT', `/cobr/${txid}`, body());
  assert.deepEqual([repeated.status, repeated.body.status], [201, 'CANCELADA']);
  const [second, third] = [newTxid(), newTxid()];
  const made = await client.call<Cobr>('PUT', `/cobr/${second}`, body());
  assert.deepEqual([made.status, made.body.status], [201, 'ATIVA'], made.text);
  assert.deepEqual(await refusal(client, ['PUT', `/cobr/${third}`, body()]), [
    400,
    'CobROperacaoInvalida',
    'cobr.calendario.dataDeVencimento',
  ]);
  await subscriptions.fail(id, dueDayOf(day), 'AC05');
  assert.equal((await client.call('PUT', `/cobr/${third}`, body())).status, 201);
  assert.deepEqual(
    await Promise.all([txid, second, third].map(async (one) => (await read(one)).status)),
    ['CANCELADA', 'REJEITADA', 'ATIVA'],
  );
  assert.deepEqual(
    (await subscriptions.cycles(id)).map(({ status }) => status),
    ['canceled', 'failed', 'scheduled'],
  );
  await subscriptions.fail(id, dueDayOf(day));
  assert.deepEqual(await refusal(client, ['PUT', `/cobr/${newTxid()}`, body()]), [
    400,
    'CobROperacaoInvalida',
    'cobr.calendario.dataDeVencimento',
  ]);
});

test('a failed charge is tried again on a future day, and each rule of retries is told', async () => {
  const { client, body, read, subscriptions, id, day } = await authorized();
  const txid = newTxid();
  await client.call('PUT', `/cobr/${txid}`, body());
  const retry = (data: string) => `/cobr/${txid}/retentativa/${data}`;
  const at = [400, 'CobROperacaoInvalida', 'data'];
  const due = dueDayOf(day);
  assert.deepEqual(await refusal(client, ['POST', retry(addDays(due, 1))]), at);
  await subscriptions.fail(id, due);
  assert.equal((await read(txid)).status, 'ATIVA');
  assert.deepEqual(await refusal(client, ['POST', retry(today())]), at);
  assert.deepEqual(await refusal(client, ['POST', retry('2026-02-30')]), [
    400,
    'CobROperacaoInvalida',
    'cobr.data',
  ]);
  assert.equal((await refusal(client, ['POST', retry(addDays(due, 9))]))[0], 400);
  const tried = await client.call<Cobr>('POST', retry(addDays(due, 2)));
  assert.deepEqual([tried.status, tried.body.status], [201, 'ATIVA'], tried.text);
  assert.deepEqual(
    tried.body.tentativas.map(({ tipo, status }) => [tipo, status]),
    [
      ['AGND', 'EXPIRADA'],
      ['NTAG', 'AGENDADA'],
    ],
  );
  const final = await authorized({ politicaRetentativa: 'NAO_PERMITE' });
  const one = newTxid();
  await final.client.call('PUT', `/cobr/${one}`, final.body());
  await final.subscriptions.fail(final.id, due, 'AC05');
  const rejected = await final.read(one);
  assert.equal(rejected.status, 'REJEITADA');
  assert.deepEqual(
    await refusal(final.client, ['POST', `/cobr/${one}/retentativa/${addDays(due, 1)}`]),
    at,
  );
});

test('a txid whose charge was replaced never has the charge in its place tried again', async () => {
  const { client, body, read, subscriptions, id, day } = await authorized();
  const [first, second] = [newTxid(), newTxid()];
  const due = dueDayOf(day);
  await client.call('PUT', `/cobr/${first}`, body());
  await subscriptions.fail(id, due, 'AC05');
  assert.equal((await client.call('PUT', `/cobr/${second}`, body())).status, 201);
  await subscriptions.fail(id, due);
  const retry = (txid: string) => `/cobr/${txid}/retentativa/${addDays(due, 1)}`;
  assert.deepEqual(await refusal(client, ['POST', retry(first)]), [400, 'CobROperacaoInvalida']);
  const tries = async (txid: string) => (await read(txid)).tentativas.map(({ tipo }) => tipo);
  assert.deepEqual([await tries(first), await tries(second)], [['AGND'], ['AGND']]);
  const tried = await client.call<Cobr>('POST', retry(second));
  assert.equal(tried.status, 201, tried.text);
  assert.deepEqual([await tries(first), await tries(second)], [['AGND'], ['AGND', 'NTAG']]);
});

test('lists have the charges of cycles, and lists of immediate charges leave them out', async () => {
  const { client, body, rec, subscriptions, id, day } = await authorized();
  const other = await authorized();
  await other.client.call('PUT', `/cobr/${newTxid()}`, other.body());
  const [first, second] = [newTxid(), newTxid()];
  await client.call('PUT', `/cobr/${first}`, body());
  const later = { calendario: { dataDeVencimento: addDays(day, 40) } };
  await client.call('PUT', `/cobr/${second}`, body(later));
  await subscriptions.fail(id, dueDayOf(day), 'AC05');
  const period = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
  const list = async (query = '') => {
    const answer = await client.call<{ cobsr: Cobr[]; parametros: { paginacao: object } }>(
      'GET',
      `/cobr?${period}${query}`,
    );
    assert.equal(answer.status, 200, answer.text);
    return answer.body.cobsr.map(({ txid }) => txid);
  };
  assert.deepEqual(await list(), [first, second]);
  assert.deepEqual(await list('&paginacao.itensPorPagina=1&paginacao.paginaAtual=1'), [second]);
  assert.deepEqual(await list('&status=REJEITADA'), [first]);
  assert.deepEqual(await list('&status=ATIVA'), [second]);
  assert.deepEqual(await list('&status=EXPIRADA'), []);
  assert.deepEqual(await list(`&idRec=${rec.idRec}&cpf=12345678909`), [first, second]);
  assert.deepEqual(await list(`&idRec=${other.rec.idRec}`), []);
  assert.deepEqual(await list('&cpf=52998224725'), []);
  const wrong = `/cobr?${period}&status=PAGA&idRec=x`;
  assert.deepEqual(await refusal(client, ['GET', wrong]), [
    400,
    'CobRConsultaInvalida',
    'idRec',
    'status',
  ]);
  const chave = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
  const cob = newTxid();
  await client.call('PUT', `/cob/${cob}`, { valor: { original: '1.00' }, chave, calendario: {} });
  for (const query of ['', '&status=ATIVA', '&cpf=12345678909']) {
    const { body: cobs } = await client.call<{ cobs: { txid: string }[]; parametros: object }>(
      'GET',
      `/cob?${period}${query}`,
    );
    const expected = query.includes('cpf') ? [] : [cob];
    assert.deepEqual(
      cobs.cobs.map(({ txid }) => txid),
      expected,
      query,
    );
  }
});

test('two merchants never see each other’s charges of cycles', async () => {
  const [one, two] = [await authorized(), await authorized()];
  const txid = newTxid();
  await one.client.call('PUT', `/cobr/${txid}`, one.body());
  assert.deepEqual(await refusal(two.client, ['GET', `/cobr/${txid}`]), [404, 'CobRNaoEncontrado']);
  assert.deepEqual(await refusal(two.client, ['PATCH', `/cobr/${txid}`, { status: 'CANCELADA' }]), [
    404,
    'CobRNaoEncontrado',
  ]);
  assert.deepEqual(await refusal(two.client, ['PUT', `/cobr/${newTxid()}`, one.body()]), [
    404,
    'RecNaoEncontrada',
  ]);
  assert.equal((await two.client.call('PUT', `/cobr/${txid}`, two.body())).status, 201);
  assert.equal((await one.read(txid)).idRec, one.rec.idRec);
});

test('a charge is paid on its day, with the Pix and the attempt that paid it', async () => {
  const { client, body, day, keys } = await authorized();
  const txid = newTxid();
  await client.call('PUT', `/cobr/${txid}`, body());
  const due = Date.parse(`${dueDayOf(day)}T15:00:00Z`);
  gateway.clock.advance(due - gateway.clock.now());
  // The token of that day has ended.
  const later = await openStandardClient(gateway, keys);
  const paid = await until('the cycle is paid', async () => {
    const { body: cobr } = await later.call<Cobr>('GET', `/cobr/${txid}`);
    return cobr.status === 'CONCLUIDA' ? cobr : undefined;
  });
  const [pix] = paid.pix ?? [];
  assert.equal(pix?.valor, '35.00');
  assert.deepEqual(
    paid.tentativas.map(({ status, endToEndId }) => [status, endToEndId]),
    [['PAGA', pix?.endToEndId]],
  );
});
