import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTxid } from './support/open-bank.ts';
import {
  attemptsOf,
  openRecurring,
  recurringChargeBody,
  stepsOf,
  YEAR_2026,
} from './support/recurring.ts';

test('a charge is created for an authorised recurrence, sent, scheduled and paid', async (context) => {
  const { bank, client, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { idRec } = await createAuthorized();
  const { txid, ...created } = await createCycle(idRec);
  assert.equal(created.status, 'CRIADA');
  assert.deepEqual(created.calendario, { criacao: '2026-03-10', dataDeVencimento: '2026-03-20' });
  assert.equal(created.devedor.cep, '89256140');
  assert.equal(created.recebedor.cnpj, bank.settings.receiver.cnpj);
  await goTo('2026-03-10T12:00:00.000Z');
  assert.deepEqual(attemptsOf(await read(`/v2/cobr/${txid}`)), ['AGND 2026-03-20 SOLICITADA']);
  await goTo('2026-03-10T12:00:01.000Z');
  const scheduled = await read(`/v2/cobr/${txid}`);
  assert.deepEqual(attemptsOf(scheduled), ['AGND 2026-03-20 AGENDADA']);
  assert.deepEqual(stepsOf(scheduled), ['CRIADA', 'ATIVA']);
  await goTo('2026-03-20T08:59:59.999Z');
  assert.equal(bank.snapshot().balance, 0n);
  await goTo('2026-03-20T09:00:00.000Z');
  const paid = await read(`/v2/cobr/${txid}`);
  assert.deepEqual(stepsOf(paid), ['CRIADA', 'ATIVA', 'CONCLUIDA']);
  assert.deepEqual(attemptsOf(paid), ['AGND 2026-03-20 PAGA']);
  const [attempt] = paid.tentativas;
  assert.deepEqual(stepsOf(attempt), ['SOLICITADA', 'AGENDADA', 'PAGA']);
  assert.equal(paid.pix[0].endToEndId, attempt.endToEndId);
  const pix = await read(`/v2/pix/${attempt.endToEndId}`);
  assert.deepEqual([pix.txid, pix.valor], [txid, '35.00']);
  assert.equal(pix.horario, '2026-03-20T09:00:00.000Z');
  assert.equal(bank.snapshot().balance, 3_500n);
  const list = await client.call('GET', `/v2/pix?${YEAR_2026}&txid=${txid}`);
  assert.equal(list.body.pix.length, 1);
});

test('an instruction is sent ten days before the first attempt, not earlier', async (context) => {
  const { createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { idRec } = await createAuthorized();
  const { txid } = await createCycle(idRec, { calendario: { dataDeVencimento: '2026-03-27' } });
  await goTo('2026-03-17T02:59:59.999Z');
  assert.equal((await read(`/v2/cobr/${txid}`)).status, 'CRIADA');
  await goTo('2026-03-17T03:00:00.000Z');
  assert.equal((await read(`/v2/cobr/${txid}`)).status, 'ATIVA');
});

test('a charge that breaks a rule is refused with the field', async (context) => {
  const opened = await openRecurring(context);
  const { client, createAuthorized, createCharge, createRecurrence } = opened;
  const calendario = {
    dataInicial: '2026-03-11',
    dataFinal: '2027-03-31',
    periodicidade: 'MENSAL',
  };
  const { idRec } = await createAuthorized({ calendario });
  const waiting = await createRecurrence();
  const { txid: taken } = await createCharge('1.00');
  const due = (day: string) => ({ calendario: { dataDeVencimento: day } });
  const account = recurringChargeBody(idRec).recebedor;
  const cases: [string, object, RegExp][] = [
    ['', due('2026-03-09'), /cobr\.calendario\.dataDeVencimento$/],
    ['', due('2026-03-11'), /cobr\.calendario\.dataDeVencimento$/],
    ['', due('2026-02-30'), /cobr\.calendario$/],
    ['', due('2027-04-02'), /cobr\.calendario\.dataDeVencimento$/],
    ['', { valor: { original: '0.00' } }, /cobr\.valor$/],
    ['', { valor: { original: '1,00' } }, /original$/],
    ['', { infoAdicional: 'x'.repeat(141) }, /infoAdicional$/],
    ['', { recebedor: { ...account, conta: '1' } }, /cobr\.recebedor$/],
    ['', { recebedor: { ...account, tipoConta: 'CORRENTE' } }, /cobr\.recebedor$/],
    ['', { devedor: { cep: '1' } }, /cep$/],
    ['', { idRec: waiting.idRec }, /cobr\.idRec$/],
    [taken, {}, /cobr\.txid$/],
    ['curto', {}, /txid$/],
  ];
  for (const [txid, changes, field] of cases) {
    const body = recurringChargeBody(idRec, changes);
    const answer = await client.call('PUT', `/v2/cobr/${txid || createTxid()}`, body);
    assert.equal(answer.status, 400, `${field}: ${answer.text}`);
    assert.match(answer.body.type, /CobROperacaoInvalida$/);
    assert.match(answer.body.violacoes[0].propriedade, field);
  }
  const strange = recurringChargeBody('RR1234567820240115abcdefghijk');
  const missing = await client.call('PUT', `/v2/cobr/${createTxid()}`, strange);
  assert.match(missing.body.type, /RecNaoEncontrada$/);
  const body = recurringChargeBody(idRec);
  const posted = await client.call('POST', '/v2/cobr', body);
  assert.match(posted.body.txid, /^[a-zA-Z0-9]{26,35}$/);
  const again = await client.call('PUT', `/v2/cobr/${posted.body.txid}`, body);
  assert.match(again.body.violacoes[0].razao, /em uso/);
  const cob = await client.call('PUT', `/v2/cob/${posted.body.txid}`, {
    calendario: {},
    valor: { original: '1.00' },
    chave: opened.bank.pixKey,
  });
  assert.equal(cob.status, 400);
});

test('a cycle has one charge that is neither REJEITADA nor CANCELADA', async (context) => {
  const { client, createAuthorized, createCycle } = await openRecurring(context);
  const { idRec } = await createAuthorized();
  const first = await createCycle(idRec);
  const again = await client.call(
    'PUT',
    `/v2/cobr/${createTxid()}`,
    recurringChargeBody(idRec, { calendario: { dataDeVencimento: '2026-04-19' } }),
  );
  assert.match(again.body.violacoes[0].razao, /no mesmo ciclo/);
  await createCycle(idRec, { calendario: { dataDeVencimento: '2026-04-20' } });
  const path = `/v2/cobr/${first.txid}`;
  assert.equal((await client.call('PATCH', path, { status: 'CANCELADA' })).status, 200);
  await createCycle(idRec, { calendario: { dataDeVencimento: '2026-04-01' } });
});

test('the first attempt moves to a business day only with ajusteDiaUtil', async (context) => {
  const { createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { idRec } = await createAuthorized();
  const saturday = { calendario: { dataDeVencimento: '2026-03-21' } };
  const moved = await createCycle(idRec, saturday);
  const other = await createAuthorized();
  const kept = await createCycle(other.idRec, { ...saturday, ajusteDiaUtil: false });
  await goTo('2026-03-21T09:00:00.000Z');
  assert.deepEqual(attemptsOf(await read(`/v2/cobr/${kept.txid}`)), ['AGND 2026-03-21 PAGA']);
  assert.deepEqual(attemptsOf(await read(`/v2/cobr/${moved.txid}`)), ['AGND 2026-03-23 AGENDADA']);
  await goTo('2026-03-23T09:00:00.000Z');
  assert.equal((await read(`/v2/cobr/${moved.txid}`)).status, 'CONCLUIDA');
});

test('the receiver cancels until 22:00 of the eve of the first attempt', async (context) => {
  const { client, createAuthorized, createCycle, goTo } = await openRecurring(context);
  const [early, late] = [await createAuthorized(), await createAuthorized()];
  const [first, second] = [await createCycle(early.idRec), await createCycle(late.idRec)];
  await goTo('2026-03-20T00:59:59.999Z');
  const canceled = await client.call('PATCH', `/v2/cobr/${first.txid}`, { status: 'CANCELADA' });
  assert.equal(canceled.body.status, 'CANCELADA');
  assert.deepEqual(attemptsOf(canceled.body), ['AGND 2026-03-20 CANCELADA']);
  assert.equal(canceled.body.encerramento.cancelamento.codigo, 'SLCR');
  await goTo('2026-03-20T01:00:00.000Z');
  const refused = await client.call('PATCH', `/v2/cobr/${second.txid}`, { status: 'CANCELADA' });
  assert.match(refused.body.detail, /primeira tentativa de liquidação/);
  const again = await client.call('PATCH', `/v2/cobr/${first.txid}`, { status: 'CANCELADA' });
  assert.equal(again.status, 400);
  const amount = { status: 'CANCELADA', valor: { original: '1.00' } };
  assert.equal((await client.call('PATCH', `/v2/cobr/${second.txid}`, amount)).status, 400);
});

test('a canceled recurrence cancels the charges that can still be canceled', async (context) => {
  const { client, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { idRec } = await createAuthorized();
  const first = await createCycle(idRec);
  const second = await createCycle(idRec, { calendario: { dataDeVencimento: '2026-04-20' } });
  await goTo('2026-03-20T02:00:00.000Z');
  await client.call('PATCH', `/v2/rec/${idRec}`, { status: 'CANCELADA' });
  const canceled = await read(`/v2/cobr/${second.txid}`);
  assert.equal(canceled.encerramento.cancelamento.codigo, 'CCLD');
  await goTo('2026-03-20T09:00:00.000Z');
  assert.equal((await read(`/v2/cobr/${first.txid}`)).status, 'CONCLUIDA');
});

test('recurring charges are listed by period, recurrence, debtor, state and covenant', async (context) => {
  const { createAuthorized, createCycle, read, client } = await openRecurring(context);
  const one = await createAuthorized();
  const two = await createAuthorized({
    recebedor: { convenio: 'C1' },
    vinculo: { contrato: '2', devedor: { cnpj: '11222333000181', nome: 'Loja' } },
  });
  const [first, second] = [await createCycle(one.idRec), await createCycle(two.idRec)];
  const list = async (more: string) =>
    (await read(`/v2/cobr?${YEAR_2026}${more}`)).cobsr.map(({ txid }: { txid: string }) => txid);
  assert.deepEqual(await list(''), [first.txid, second.txid]);
  assert.deepEqual(await list(`&idRec=${two.idRec}`), [second.txid]);
  assert.deepEqual(await list('&cpf=12345678909'), [first.txid]);
  assert.deepEqual(await list('&cnpj=11222333000181'), [second.txid]);
  assert.deepEqual(await list('&convenio=C1'), [second.txid]);
  assert.deepEqual(await list('&status=CANCELADA'), []);
  const wrong = await client.call('GET', '/v2/cobr?inicio=2026-01-01T00:00:00Z');
  assert.match(wrong.body.type, /CobRConsultaInvalida$/);
  const missing = await client.call('GET', `/v2/cobr/${createTxid()}`);
  assert.match(missing.body.type, /CobRNaoEncontrado$/);
});
