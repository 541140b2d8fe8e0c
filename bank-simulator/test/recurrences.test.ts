import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTxid, dueChargeBody } from './support/open-bank.ts';
import { openRecurring, recurrenceBody, stepsOf, YEAR_2026 } from './support/recurring.ts';

test('a recurrence is created with an id that says whether retries are allowed', async (context) => {
  const { client, createRecurrence } = await openRecurring(context);
  const body = await createRecurrence();
  assert.match(body.idRec, /^RR9999900420260310[a-z0-9]{11}$/);
  assert.deepEqual([body.status, stepsOf(body)], ['CRIADA', ['CRIADA']]);
  assert.deepEqual(body.ativacao, { tipoJornada: 'AGUARDANDO_DEFINICAO' });
  assert.equal(body.loc.idRec, body.idRec);
  const none = await createRecurrence({ politicaRetentativa: 'NAO_PERMITE' });
  assert.match(none.idRec, /^RN99999004/);
  const missing = await client.call('GET', '/v2/rec/RR1234567820240115abcdefghijk');
  assert.match(missing.body.type, /RecNaoEncontrada$/);
});

test('a recurrence that breaks a rule is refused with the field', async (context) => {
  const { client, createRecurrence } = await openRecurring(context, { covenants: ['BOA'] });
  const { loc: taken } = await createRecurrence();
  const calendar = { dataInicial: '2026-03-20', periodicidade: 'MENSAL' };
  const tie = recurrenceBody().vinculo;
  const cases: [object, RegExp][] = [
    [{ calendario: { ...calendar, dataInicial: '2026-03-09' } }, /rec\.calendario\.dataInicial$/],
    [{ calendario: { ...calendar, dataInicial: '2026-02-30' } }, /rec\.calendario\.dataInicial$/],
    [{ calendario: { ...calendar, dataFinal: '2026-03-19' } }, /rec\.calendario\.dataFinal$/],
    [{ calendario: { ...calendar, periodicidade: 'DIARIA' } }, /periodicidade$/],
    [{ valor: { valorRec: '1.00', valorMinimoRecebedor: '1.00' } }, /rec\.valor\.valorRec$/],
    [{ valor: { valorRec: '0.00' } }, /rec\.valor\.valorRec$/],
    [{ valor: { valorRec: '1' } }, /valorRec$/],
    [{ vinculo: { ...tie, devedor: { cpf: '12345678900', nome: 'A' } } }, /rec\.vinculo\.devedor$/],
    [{ vinculo: { ...tie, objeto: 'x'.repeat(36) } }, /objeto$/],
    [{ recebedor: { convenio: 'OUTRA' } }, /rec\.recebedor\.convenio$/],
    [{ politicaRetentativa: 'SEMPRE' }, /politicaRetentativa$/],
    [{ loc: 9999 }, /rec\.loc$/],
    [{ loc: taken.id }, /rec\.loc$/],
  ];
  for (const [changes, field] of cases) {
    const answer = await client.call('POST', '/v2/rec', recurrenceBody(changes));
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.body.type, /RecOperacaoInvalida$/);
    assert.match(answer.body.violacoes[0].propriedade, field);
  }
  const good = recurrenceBody({ recebedor: { convenio: 'BOA' } });
  assert.equal((await client.call('POST', '/v2/rec', good)).body.recebedor.convenio, 'BOA');
});

test('a recurrence is changed by its rules: location and first day only while CRIADA', async (context) => {
  const { bank, client, createRecurrence, read } = await openRecurring(context);
  const { idRec, loc } = await createRecurrence();
  const path = `/v2/rec/${idRec}`;
  const { body: other } = await client.call('POST', '/v2/locrec');
  const txid = createTxid();
  const changed = await client.call('PATCH', path, {
    loc: other.id,
    calendario: { dataInicial: '2026-04-01' },
    vinculo: { devedor: { nome: 'Francisca' } },
    ativacao: { dadosJornada: { txid } },
  });
  assert.equal(changed.body.loc.id, other.id);
  assert.equal(changed.body.calendario.dataInicial, '2026-04-01');
  assert.deepEqual(changed.body.vinculo.devedor, { cpf: '12345678909', nome: 'Francisca' });
  assert.deepEqual(changed.body.ativacao.dadosJornada, { txid });
  assert.equal((await read(`/v2/locrec/${loc.id}`)).idRec, undefined);
  const early = { calendario: { dataInicial: '2026-03-01' } };
  assert.equal((await client.call('PATCH', path, early)).status, 400);
  bank.authorizeRecurrence((await read(path)).dadosQR.pixCopiaECola);
  for (const change of [{ loc: loc.id }, { calendario: { dataInicial: '2026-05-01' } }]) {
    const answer = await client.call('PATCH', path, change);
    assert.match(answer.body.violacoes[0].razao, /com o status CRIADA/);
  }
  const renamed = await client.call('PATCH', path, { vinculo: { devedor: { nome: 'Chica' } } });
  assert.equal(renamed.body.vinculo.devedor.nome, 'Chica');
});

test('a recurrence is canceled alone and once, and nothing can change it afterwards', async (context) => {
  const { client, createRecurrence } = await openRecurring(context);
  const { idRec, loc } = await createRecurrence();
  const path = `/v2/rec/${idRec}`;
  const both = { status: 'CANCELADA', loc: loc.id };
  assert.equal((await client.call('PATCH', path, both)).status, 400);
  const { body } = await client.call('PATCH', path, { status: 'CANCELADA' });
  assert.deepEqual([body.status, stepsOf(body)], ['CANCELADA', ['CRIADA', 'CANCELADA']]);
  assert.equal(body.encerramento.cancelamento.solicitante, 'USUARIO_RECEBEDOR');
  assert.equal(body.encerramento.cancelamento.codigo, 'SLCR');
  for (const change of [
    { status: 'CANCELADA' },
    { ativacao: { dadosJornada: { txid: createTxid() } } },
    { vinculo: { devedor: { nome: 'Outra' } } },
  ]) {
    const answer = await client.call('PATCH', path, change);
    assert.match(answer.body.violacoes[0].razao, /expirada, cancelada ou rejeitada/);
  }
});

test('a recurrence expires after its last day', async (context) => {
  const { createRecurrence, read, goTo } = await openRecurring(context);
  const calendario = {
    dataInicial: '2026-03-20',
    dataFinal: '2026-04-30',
    periodicidade: 'MENSAL',
  };
  const { idRec } = await createRecurrence({ calendario });
  await goTo('2026-05-01T02:59:59.999Z');
  assert.equal((await read(`/v2/rec/${idRec}`)).status, 'CRIADA');
  await goTo('2026-05-01T03:00:00.000Z');
  const expired = await read(`/v2/rec/${idRec}`);
  assert.deepEqual(stepsOf(expired), ['CRIADA', 'EXPIRADA']);
  assert.equal(expired.atualizacao[1].data, '2026-05-01T03:00:00.000Z');
});

test('recurrences are listed by period, debtor, state, location and covenant', async (context) => {
  const { client, createRecurrence, clock } = await openRecurring(context);
  const plain = await client.call('POST', '/v2/rec', recurrenceBody());
  clock.advance(1000);
  const other = await createRecurrence({
    recebedor: { convenio: 'C1' },
    vinculo: {
      contrato: '2',
      devedor: { cnpj: '11222333000181', nome: 'Loja' },
    },
  });
  await client.call('PATCH', `/v2/rec/${other.idRec}`, { status: 'CANCELADA' });
  const list = async (more: string, period = YEAR_2026) => {
    const { body } = await client.call('GET', `/v2/rec?${period}${more}`);
    return body.recs.map(({ idRec }: { idRec: string }) => idRec);
  };
  const [first, second] = [plain.body.idRec, other.idRec];
  assert.deepEqual(await list(''), [first, second]);
  assert.deepEqual(await list('&cpf=12345678909'), [first]);
  assert.deepEqual(await list('&cnpj=11222333000181'), [second]);
  assert.deepEqual(await list('&status=CANCELADA'), [second]);
  assert.deepEqual(await list('&locationPresente=true'), [second]);
  assert.deepEqual(await list('&locationPresente=false'), [first]);
  assert.deepEqual(await list('&convenio=C1'), [second]);
  assert.deepEqual(await list('&paginacao.itensPorPagina=1&paginacao.paginaAtual=1'), [second]);
  const instant = 'inicio=2026-03-10T12:00:00Z&fim=2026-03-10T12:00:00Z';
  assert.deepEqual(await list('', instant), [first]);
  const { body } = await client.call('GET', `/v2/rec?${YEAR_2026}&convenio=C1`);
  assert.equal(body.parametros.recebedor.convenio, 'C1');
  const backwards = 'inicio=2026-12-01T00:00:00Z&fim=2026-01-01T00:00:00Z';
  const wrong = ['paginacao.paginaAtual=-1', 'cpf=1&cnpj=2', 'locationPresente=talvez'];
  for (const query of [backwards, ...wrong.map((one) => `${YEAR_2026}&${one}`)]) {
    const answer = await client.call('GET', `/v2/rec?${query}`);
    assert.match(answer.body.type, /RecConsultaInvalida$/, query);
  }
});

test('a location of a recurrence is made, listed and freed', async (context) => {
  const { bank, client, createRecurrence, read } = await openRecurring(context);
  const made = await client.call('POST', '/v2/locrec');
  assert.equal(made.headers.location, `/v2/locrec/${made.body.id}`);
  const { idRec, loc } = await createRecurrence();
  const list = async (more: string) =>
    (await read(`/v2/locrec?${YEAR_2026}${more}`)).loc.map(({ id }: { id: number }) => id);
  assert.deepEqual(await list(''), [made.body.id, loc.id]);
  assert.deepEqual(await list('&idRecPresente=true'), [loc.id]);
  assert.deepEqual(await list('&idRecPresente=false'), [made.body.id]);
  const { pixCopiaECola } = (await read(`/v2/rec/${idRec}`)).dadosQR;
  const freed = await client.call('DELETE', `/v2/locrec/${loc.id}/idRec`);
  assert.deepEqual([freed.status, freed.body.idRec], [200, undefined]);
  const found = await read(`/v2/rec/${idRec}`);
  assert.deepEqual([found.status, found.loc, found.dadosQR], ['CRIADA', undefined, undefined]);
  assert.throws(() => bank.authorizeRecurrence(pixCopiaECola), /não mostra uma recorrência/);
  const missing = await client.call('GET', '/v2/locrec/999');
  assert.match(missing.body.type, /PayloadLocationRecNaoEncontrado$/);
});

test('dadosQR has the code of journey 2, of 3 with a cob, and of 4 with a cobv', async (context) => {
  const { bank, client, createCharge, createRecurrence, read } = await openRecurring(context);
  const { txid } = await createCharge('35.00');
  const ativacao = { dadosJornada: { txid } };
  const { idRec } = await createRecurrence({ ativacao });
  const { body: due } = await client.call('PUT', `/v2/cobv/${createTxid()}`, dueChargeBody(bank));
  const journeyOf = async (query: string) => (await read(`/v2/rec/${idRec}${query}`)).dadosQR;
  assert.equal((await journeyOf('')).jornada, 'JORNADA_2');
  assert.equal((await journeyOf(`?txid=${txid}`)).jornada, 'JORNADA_3');
  assert.equal((await journeyOf(`?txid=${due.txid}`)).jornada, 'JORNADA_4');
  const other = await createCharge('35.00');
  for (const wrong of [other.txid, createTxid()]) {
    const answer = await client.call('GET', `/v2/rec/${idRec}?txid=${wrong}`);
    assert.match(answer.body.type, /RecConsultaInvalida$/);
  }
  const bare = await client.call('POST', '/v2/rec', recurrenceBody({ ativacao }));
  const found = await read(`/v2/rec/${bare.body.idRec}?txid=${txid}`);
  assert.equal(found.dadosQR, undefined);
});

test('each operation needs its own scope', async (context) => {
  const { client } = await openRecurring(context);
  const operations = [
    ['GET', `/v2/rec?${YEAR_2026}`, 'rec.read'],
    ['POST', '/v2/rec', 'rec.write'],
    ['GET', '/v2/solicrec/SC1', 'solicrec.read'],
    ['POST', '/v2/solicrec', 'solicrec.write'],
    ['GET', `/v2/cobr?${YEAR_2026}`, 'cobr.read'],
    ['POST', '/v2/cobr', 'cobr.write'],
    ['GET', `/v2/locrec?${YEAR_2026}`, 'payloadlocationrec.read'],
    ['POST', '/v2/locrec', 'payloadlocationrec.write'],
    ['GET', '/v2/webhookrec', 'webhookrec.read'],
    ['DELETE', '/v2/webhookrec', 'webhookrec.write'],
    ['GET', '/v2/webhookcobr', 'webhookcobr.read'],
    ['DELETE', '/v2/webhookcobr', 'webhookcobr.write'],
  ] as const;
  for (const [method, path, scope] of operations) {
    await client.logIn('cob.read');
    const denied = await client.call(method, path);
    assert.equal(denied.status, 403, path);
    assert.match(denied.body.type, /AcessoNegado$/);
    await client.logIn(scope);
    assert.notEqual((await client.call(method, path)).status, 403, path);
  }
});
