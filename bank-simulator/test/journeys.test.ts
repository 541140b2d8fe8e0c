import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checksum } from '../src/br-code.ts';
import { createTxid, dueChargeBody } from './support/open-bank.ts';
import { openRecurring, solicitationBody, stepsOf } from './support/recurring.ts';

const element = (id: string, value: string) =>
  `${id}${String(value.length).padStart(2, '0')}${value}`;

/** A static code of a key, with an amount, a txid and a recurrence. */
function staticCode(key: string, recurrenceLocation: string): string {
  const arrangement = element('00', 'br.gov.bcb.pix');
  const payload = [
    element('00', '01'),
    element('26', arrangement + element('01', key)),
    '520400005303986540535.005802BR5905Conta6009SAO PAULO',
    element('62', element('05', 'balcao')),
    element('80', arrangement + element('25', recurrenceLocation)),
    '6304',
  ].join('');
  return payload + checksum(payload);
}

test('journey 1: a solicitation reaches the payer, who authorises it', async (context) => {
  const { bank, client, clock, createRecurrence, read } = await openRecurring(context);
  const { idRec } = await createRecurrence();
  assert.throws(() => bank.authorizeRecurrence(idRec), /não recebeu um pedido/);
  const asked = await client.call('POST', '/v2/solicrec', solicitationBody(idRec));
  assert.match(asked.body.idSolicRec, /^SC9999900420260310[a-z0-9]{11}$/);
  assert.deepEqual([asked.status, asked.body.status], [201, 'CRIADA']);
  const path = `/v2/solicrec/${asked.body.idSolicRec}`;
  clock.advance(1000);
  assert.equal((await read(path)).status, 'ENVIADA');
  assert.throws(() => bank.authorizeRecurrence(idRec), /não recebeu um pedido/);
  clock.advance(1000);
  assert.equal((await read(path)).status, 'RECEBIDA');
  assert.equal(bank.readProposal(idRec).journey, 'JORNADA_1');
  bank.authorizeRecurrence(idRec);
  assert.deepEqual(stepsOf(await read(path)), ['CRIADA', 'ENVIADA', 'RECEBIDA', 'ACEITA']);
  const found = await read(`/v2/rec/${idRec}`);
  assert.deepEqual(stepsOf(found), ['CRIADA', 'APROVADA']);
  assert.deepEqual(found.ativacao, { tipoJornada: 'JORNADA_1' });
  assert.deepEqual(found.pagador, { ispbParticipante: '99999008', cpf: '12345678909' });
  assert.equal(found.solicitacao[0].idSolicRec, asked.body.idSolicRec);
});

test('a solicitation that breaks a rule is refused', async (context) => {
  const { client, createAuthorized, createRecurrence } = await openRecurring(context);
  const { idRec } = await createRecurrence();
  const expiry = (at: string) => ({ calendario: { dataExpiracaoSolicitacao: at } });
  const { destinatario } = solicitationBody(idRec);
  const { idRec: done } = await createAuthorized();
  const cases: [object, RegExp][] = [
    [expiry('2026-03-10T12:00:00Z'), /dataExpiracaoSolicitacao$/],
    [expiry('amanhã'), /solicrec\.calendario$/],
    [{ destinatario: { ...destinatario, cpf: '1' } }, /destinatario\.cpf$/],
    [{ destinatario: { ...destinatario, cpf: '12345678900' } }, /solicrec\.destinatario$/],
    [{ destinatario: { ...destinatario, ispbParticipante: '1' } }, /ispbParticipante$/],
    [{ idRec: done }, /solicrec\.idRec$/],
  ];
  for (const [changes, field] of cases) {
    const body = solicitationBody(idRec, changes);
    const answer = await client.call('POST', '/v2/solicrec', body);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.body.type, /SolicRecOperacaoInvalida$/);
    assert.match(answer.body.violacoes[0].propriedade, field);
  }
  const missing = await client.call('POST', '/v2/solicrec', solicitationBody('R'.repeat(29)));
  assert.match(missing.body.type, /RecNaoEncontrada$/);
  const none = await client.call('GET', '/v2/solicrec/SC1');
  assert.match(none.body.type, /SolicRecNaoEncontrada$/);
});

test('a recurrence has one active solicitation; a canceled one makes room for another', async (context) => {
  const { client, createRecurrence } = await openRecurring(context);
  const { idRec } = await createRecurrence();
  const ask = () => client.call('POST', '/v2/solicrec', solicitationBody(idRec));
  const first = await ask();
  assert.match((await ask()).body.violacoes[0].razao, /solicitação ativa/);
  const path = `/v2/solicrec/${first.body.idSolicRec}`;
  const canceled = await client.call('PATCH', path, { status: 'CANCELADA' });
  assert.deepEqual([canceled.status, canceled.body.status], [201, 'CANCELADA']);
  const again = await client.call('PATCH', path, { status: 'CANCELADA' });
  assert.match(again.body.detail, /CRIADA, ENVIADA ou RECEBIDA/);
  assert.equal((await ask()).status, 201);
});

test('a solicitation expires, is refused by the payer, or ends with its recurrence', async (context) => {
  const { bank, client, createRecurrence, read, goTo } = await openRecurring(context);
  const ids: string[] = [];
  for (const _ of Array(3)) {
    const { idRec } = await createRecurrence();
    const { body } = await client.call('POST', '/v2/solicrec', solicitationBody(idRec));
    ids.push(idRec, body.idSolicRec);
  }
  const [first, firstAsked, second, secondAsked, third, thirdAsked] = ids;
  await goTo('2026-03-10T12:00:02.000Z');
  bank.refuseRecurrence(second ?? '');
  const refused = await read(`/v2/rec/${second}`);
  assert.equal(refused.status, 'REJEITADA');
  assert.equal(refused.encerramento.rejeicao.codigo, 'AP13');
  assert.equal((await read(`/v2/solicrec/${secondAsked}`)).status, 'REJEITADA');
  await client.call('PATCH', `/v2/rec/${third}`, { status: 'CANCELADA' });
  assert.equal((await read(`/v2/solicrec/${thirdAsked}`)).status, 'CANCELADA');
  await goTo('2026-03-15T12:00:00.000Z');
  assert.equal((await read(`/v2/solicrec/${firstAsked}`)).status, 'EXPIRADA');
  assert.throws(() => bank.authorizeRecurrence(first ?? ''), /não recebeu um pedido/);
  assert.equal((await read(`/v2/rec/${first}`)).status, 'CRIADA');
});

test('a bank rejects a solicitation for wrong data alone, or the recurrence by a code', async (context) => {
  const { bank, client, createRecurrence, read, goTo } = await openRecurring(context);
  const { idRec } = await createRecurrence();
  const ask = async () =>
    (await client.call('POST', '/v2/solicrec', solicitationBody(idRec))).body.idSolicRec;
  const fault = { kind: 'rejected', operation: 'deliverSolicitation', times: 1 } as const;
  bank.faults.add({ ...fault, code: 'DADOS_BANCARIOS_INVALIDOS' });
  const first = await ask();
  await goTo('2026-03-10T12:00:02.000Z');
  const { status, encerramento } = await read(`/v2/solicrec/${first}`);
  assert.deepEqual(
    [status, encerramento],
    ['REJEITADA', { rejeicao: { motivo: 'DADOS_BANCARIOS_INVALIDOS' } }],
  );
  assert.equal((await read(`/v2/rec/${idRec}`)).status, 'CRIADA');
  bank.faults.add({ ...fault, code: 'AP15' });
  const second = await ask();
  await goTo('2026-03-10T12:00:04.000Z');
  assert.equal((await read(`/v2/solicrec/${second}`)).encerramento, undefined);
  assert.equal((await read(`/v2/rec/${idRec}`)).encerramento.rejeicao.codigo, 'AP15');
});

test('journey 2: the payer authorises by the code of the recurrence, once', async (context) => {
  const { bank, createRecurrence, read } = await openRecurring(context);
  const ativacao = { dadosJornada: { txid: createTxid() } };
  const { idRec } = await createRecurrence({ ativacao });
  const { pixCopiaECola } = (await read(`/v2/rec/${idRec}`)).dadosQR;
  assert.equal(bank.authorizeRecurrence(pixCopiaECola).payment, undefined);
  const found = await read(`/v2/rec/${idRec}`);
  assert.equal(found.status, 'APROVADA');
  assert.deepEqual(found.ativacao, { tipoJornada: 'JORNADA_2' });
  assert.throws(() => bank.authorizeRecurrence(pixCopiaECola), /APROVADA/);
  assert.equal(bank.snapshot().balance, 0n);
});

test('journey 3: one confirmation pays the charge and authorises', async (context) => {
  const { bank, createCharge, createRecurrence, read } = await openRecurring(context);
  const { txid } = await createCharge('35.00');
  const { idRec } = await createRecurrence({ ativacao: { dadosJornada: { txid } } });
  const { dadosQR } = await read(`/v2/rec/${idRec}?txid=${txid}`);
  const { payment } = bank.authorizeRecurrence(dadosQR.pixCopiaECola);
  assert.deepEqual([payment?.txid, payment?.amount], [txid, 3_500n]);
  assert.equal(bank.charge(txid)?.status, 'CONCLUIDA');
  const { status, ativacao } = await read(`/v2/rec/${idRec}`);
  assert.equal(status, 'APROVADA');
  assert.deepEqual(ativacao, { tipoJornada: 'JORNADA_3', dadosJornada: { txid } });
});

test('journey 3: a charge that is paid already authorises nothing', async (context) => {
  const { bank, createCharge, createRecurrence, read } = await openRecurring(context);
  const { txid } = await createCharge('35.00');
  const { idRec } = await createRecurrence({ ativacao: { dadosJornada: { txid } } });
  const { pixCopiaECola } = (await read(`/v2/rec/${idRec}?txid=${txid}`)).dadosQR;
  bank.pay(pixCopiaECola);
  assert.throws(() => bank.authorizeRecurrence(pixCopiaECola), /CONCLUIDA/);
  assert.equal((await read(`/v2/rec/${idRec}`)).status, 'CRIADA');
});

test('journey 3: the payment stays when the payer’s bank refuses the authorisation', async (context) => {
  const { bank, createCharge, createRecurrence, read } = await openRecurring(context);
  const { txid } = await createCharge('35.00');
  const { idRec } = await createRecurrence({ ativacao: { dadosJornada: { txid } } });
  const { dadosQR } = await read(`/v2/rec/${idRec}?txid=${txid}`);
  bank.faults.add({ kind: 'rejected', operation: 'confirmRecurrence', times: 1 });
  assert.ok(bank.authorizeRecurrence(dadosQR.pixCopiaECola).payment);
  assert.equal(bank.snapshot().balance, 3_500n);
  const found = await read(`/v2/rec/${idRec}`);
  assert.equal(found.encerramento.rejeicao.codigo, 'AP14');
});

test('journey 4: the payer of a charge with a due date is offered the recurrence', async (context) => {
  const { bank, client, createRecurrence, read } = await openRecurring(context);
  const offer = async () => {
    const { body } = await client.call('PUT', `/v2/cobv/${createTxid()}`, dueChargeBody(bank));
    const { idRec } = await createRecurrence();
    const { dadosQR } = await read(`/v2/rec/${idRec}?txid=${body.txid}`);
    return { idRec, txid: body.txid, code: dadosQR.pixCopiaECola };
  };
  const both = await offer();
  assert.equal(bank.authorizeRecurrence(both.code).payment?.txid, both.txid);
  assert.equal((await read(`/v2/rec/${both.idRec}`)).ativacao.tipoJornada, 'JORNADA_4');
  const onlyPaid = await offer();
  bank.pay(onlyPaid.code);
  assert.equal((await read(`/v2/rec/${onlyPaid.idRec}`)).status, 'CRIADA');
  const onlyAuthorized = await offer();
  bank.authorizeRecurrence(onlyAuthorized.code, { paysToo: false });
  assert.equal((await read(`/v2/rec/${onlyAuthorized.idRec}`)).status, 'APROVADA');
  assert.equal(bank.dueCharge(onlyAuthorized.txid)?.status, 'ATIVA');
});

test('the payer’s limit is at least the receiver’s minimum, and only for amounts that vary', async (context) => {
  const { bank, createAuthorized, createRecurrence, read } = await openRecurring(context);
  const varies = { valor: { valorMinimoRecebedor: '50.00' } };
  const { idRec } = await createRecurrence(varies);
  const { pixCopiaECola } = (await read(`/v2/rec/${idRec}`)).dadosQR;
  const small = { limit: 4_999n };
  assert.throws(() => bank.authorizeRecurrence(pixCopiaECola, small), /menor que o mínimo/);
  bank.authorizeRecurrence(pixCopiaECola, { limit: 5_000n });
  assert.equal(bank.recurrence(idRec)?.limit, 5_000n);
  assert.throws(() => bank.setLimit(idRec, 4_999n), /menor que o mínimo/);
  assert.equal(bank.setLimit(idRec, 9_000n).limit, 9_000n);
  assert.equal(bank.setLimit(idRec, undefined).limit, undefined);
  const fixed = await createAuthorized();
  assert.throws(() => bank.setLimit(fixed.idRec, 9_000n), /valor fixo/);
});

test('a payer refuses a code, and cancels what was authorised', async (context) => {
  const { bank, createAuthorized, createRecurrence, read } = await openRecurring(context);
  const { idRec } = await createRecurrence();
  bank.refuseRecurrence((await read(`/v2/rec/${idRec}`)).dadosQR.pixCopiaECola);
  assert.equal((await read(`/v2/rec/${idRec}`)).encerramento.rejeicao.codigo, 'AP13');
  const { idRec: other } = await createAuthorized();
  bank.cancelRecurrence(other);
  const { cancelamento } = (await read(`/v2/rec/${other}`)).encerramento;
  assert.deepEqual([cancelamento.solicitante, cancelamento.codigo], ['USUARIO_PAGADOR', 'SLDB']);
  assert.throws(() => bank.cancelRecurrence(other), /cancelada/);
  const { idRec: third } = await createAuthorized();
  bank.cancelRecurrence(third, { code: 'ACCL', by: 'PSP_PAGADOR' });
  assert.equal((await read(`/v2/rec/${third}`)).encerramento.cancelamento.codigo, 'ACCL');
});

test('journey 4: a static code can offer a recurrence too', async (context) => {
  const { bank, createRecurrence, read } = await openRecurring(context);
  const { idRec, loc } = await createRecurrence();
  const code = staticCode(bank.pixKey, loc.location);
  assert.equal(bank.readProposal(code).journey, 'JORNADA_4');
  const { payment } = bank.authorizeRecurrence(code);
  assert.deepEqual([payment?.txid, payment?.amount], ['balcao', 3_500n]);
  assert.equal((await read(`/v2/rec/${idRec}`)).ativacao.tipoJornada, 'JORNADA_4');
});
