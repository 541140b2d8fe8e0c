import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { newTxid, type StandardClient, typeOf } from '../support/api-pix.ts';
import { locationClient } from '../support/api-pix-locations.ts';
import { type Rec, recClient } from '../support/api-pix-recs.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { body, today, openMerchant, createRec, read, revise, createLoc, ask, subscriptionOf } =
  recClient(gateway);
const { made } = locationClient(gateway);
const UNKNOWN = 'RN9999999920261124abcdefghijk';

async function refusal(
  client: StandardClient,
  [method, path, sent]: [string, string, (object | undefined)?],
) {
  const answer = await client.call(method, path, sent);
  const violations = (answer.body.violacoes ?? []) as { propriedade: string }[];
  return [answer.status, typeOf(answer), ...violations.map(({ propriedade }) => propriedade)];
}

test('a recurrence with the fields that the document requires is a subscription without a journey', async () => {
  const merchant = await openMerchant();
  const rec = await createRec(merchant.client);
  assert.match(rec.idRec, /^RR99999999\d{8}[a-zA-Z0-9]{11}$/);
  const { atualizacao, recebedor: _, ...shown } = rec;
  assert.deepEqual(
    atualizacao.map(({ status }) => status),
    ['CRIADA'],
  );
  assert.deepEqual(shown, {
    ...body(),
    idRec: rec.idRec,
    status: 'CRIADA',
    ativacao: { tipoJornada: 'AGUARDANDO_DEFINICAO' },
  });
  const { internal_id: id } = await subscriptionOf(merchant);
  const subscription = await merchant.subscriptions.read(id);
  const { journey, amount, min_amount, authorization } = subscription;
  assert.deepEqual([journey, amount, min_amount, authorization.code], [null, null, null, null]);
  // The payer has no way to authorize yet.
  const early = await merchant.subscriptions.call('POST', `/v1/test/subscriptions/${id}/authorize`);
  assert.equal(early.body.code, 'subscription_not_authorizable');
  assert.deepEqual((await read(merchant.client, rec.idRec)).dadosQR, undefined);
});

test('a recurrence keeps every field, and the gateway makes no cycle of its fixed amount', async () => {
  const merchant = await openMerchant();
  const whole = {
    vinculo: {
      contrato: 'contrato-2001',
      objeto: 'Academia',
      devedor: { cnpj: '11222333000181', nome: 'Loja do Beto' },
    },
    calendario: {
      dataInicial: addDays(today(), 10),
      dataFinal: addDays(today(), 300),
      periodicidade: 'SEMANAL',
    },
    valor: { valorRec: '35.00' },
    politicaRetentativa: 'NAO_PERMITE',
  };
  const loc = await createLoc(merchant.client);
  const rec = await createRec(merchant.client, {
    ...whole,
    loc: loc.id,
    recebedor: { convenio: 'Master' },
  });
  assert.match(rec.idRec, /^RN/);
  assert.deepEqual(rec.loc, { ...loc, idRec: rec.idRec });
  const { vinculo, calendario, valor, politicaRetentativa, recebedor } = rec;
  assert.deepEqual({ vinculo, calendario, valor, politicaRetentativa }, whole);
  assert.equal((recebedor as { convenio: string }).convenio, 'Master');
  const { internal_id: id } = await subscriptionOf(merchant);
  const subscription = await merchant.subscriptions.authorize(id);
  assert.equal(subscription.next_cycle, null);
});

test('journey 2: the code of a location authorizes, and both doors show it', async () => {
  const merchant = await openMerchant();
  const { client, subscriptions } = merchant;
  const loc = await createLoc(client);
  const { idRec } = await createRec(client, { loc: loc.id });
  const { dadosQR } = await read(client, idRec);
  assert.equal(dadosQR?.jornada, 'JORNADA_2');
  assert.ok(dadosQR.pixCopiaECola.includes(loc.location));
  const { internal_id: id, journey } = await subscriptionOf(merchant);
  assert.equal(journey, 'code');
  const authorized = await subscriptions.authorize(id);
  assert.equal(authorized.authorization.code, dadosQR.pixCopiaECola);
  const after = await read(client, idRec);
  assert.deepEqual(
    [after.status, after.ativacao, after.atualizacao.map(({ status }) => status)],
    ['APROVADA', { tipoJornada: 'JORNADA_2' }, ['CRIADA', 'APROVADA']],
  );
  assert.deepEqual(after.pagador, { ispbParticipante: '99999999', cpf: '12345678909' });
  // A pause is the gateway's own: at the bank the recurrence is still authorized.
  await subscriptions.pause(id);
  assert.equal((await read(client, idRec)).status, 'APROVADA');
});

test('journey 3: one code pays the immediate charge and authorizes', async () => {
  const merchant = await openMerchant();
  const { client } = merchant;
  const [loc, cob] = [await createLoc(client), await made(client, 'cob')];
  const { txid } = cob;
  const { idRec } = await createRec(client, { loc: loc.id, ativacao: { dadosJornada: { txid } } });
  const { dadosQR, ativacao } = await read(client, idRec, `?txid=${txid}`);
  assert.deepEqual(ativacao, {
    tipoJornada: 'AGUARDANDO_DEFINICAO',
    dadosJornada: { txid },
  });
  assert.equal(dadosQR?.jornada, 'JORNADA_3');
  for (const place of [loc.location, cob.location ?? '-']) {
    assert.ok(dadosQR.pixCopiaECola.includes(place), place);
  }
  const { internal_id: id, journey } = await subscriptionOf(merchant);
  assert.equal(journey, 'code_and_first_payment');
  await merchant.subscriptions.authorize(id);
  assert.equal((await client.call('GET', `/cob/${txid}`)).body.status, 'CONCLUIDA');
  const after = await read(client, idRec);
  assert.deepEqual(after.ativacao, { tipoJornada: 'JORNADA_3', dadosJornada: { txid } });
});

test('a canceled recurrence leaves the immediate charge of its code, which has its own request', async () => {
  const { client } = await openMerchant();
  const [{ id: loc }, { txid }] = [await createLoc(client), await made(client, 'cob')];
  const { idRec } = await createRec(client, { loc, ativacao: { dadosJornada: { txid } } });
  assert.equal((await read(client, idRec, `?txid=${txid}`)).dadosQR?.jornada, 'JORNADA_3');
  await revise(client, idRec, { status: 'CANCELADA' });
  assert.equal((await client.call('GET', `/cob/${txid}`)).body.status, 'ATIVA');
});

for (const isRead of [true, false]) {
  test(`journey 3 works with a later charge, ${isRead ? 'read with it' : 'unread'}`, async () => {
    const merchant = await openMerchant();
    const { client } = merchant;
    const txid = newTxid();
    const { id: loc } = await createLoc(client);
    const { idRec } = await createRec(client, { loc, ativacao: { dadosJornada: { txid } } });
    const { internal_id: id, journey } = await subscriptionOf(merchant);
    assert.equal(journey, 'code_and_first_payment');
    const path = `/v1/test/subscriptions/${id}/authorize`;
    const early = await merchant.subscriptions.call('POST', path);
    assert.equal(early.body.code, 'subscription_not_authorizable');
    await made(client, 'cob', { txid });
    if (isRead) {
      assert.equal((await read(client, idRec, `?txid=${txid}`)).dadosQR?.jornada, 'JORNADA_3');
    }
    await merchant.subscriptions.authorize(id);
    assert.equal((await client.call('GET', `/cob/${txid}`)).body.status, 'CONCLUIDA');
  });
}

test('journey 4: a code with a charge that has a due date offers to authorize', async () => {
  const merchant = await openMerchant();
  const { client } = merchant;
  const [loc, cobv] = [await createLoc(client), await made(client, 'cobv')];
  const { idRec } = await createRec(client, { loc: loc.id });
  const { dadosQR } = await read(client, idRec, `?txid=${cobv.txid}`);
  assert.equal(dadosQR?.jornada, 'JORNADA_4');
  assert.ok(dadosQR.pixCopiaECola.includes(cobv.location ?? '-'));
  const { internal_id: id, journey } = await subscriptionOf(merchant);
  assert.equal(journey, 'offer');
  await merchant.subscriptions.authorize(id);
  assert.equal((await client.call('GET', `/cobv/${cobv.txid}`)).body.status, 'CONCLUIDA');
  assert.deepEqual((await read(client, idRec)).ativacao, { tipoJornada: 'JORNADA_4' });
});

test('a query with a charge that does not fit the recurrence is refused', async () => {
  const { client } = await openMerchant();
  const { txid: first } = await made(client, 'cob');
  const { txid: other } = await made(client, 'cob');
  const { id: loc } = await createLoc(client);
  const { idRec } = await createRec(client, { loc, ativacao: { dadosJornada: { txid: first } } });
  for (const txid of [other, newTxid(), 'x']) {
    const answer = await refusal(client, ['GET', `/rec/${idRec}?txid=${txid}`]);
    assert.deepEqual(answer, [400, 'RecConsultaInvalida', 'txid'], txid);
  }
});

test('journey 1: a request to the payer’s bank is answered with the subscription', async () => {
  const merchant = await openMerchant();
  const { client, subscriptions } = merchant;
  const { idRec } = await createRec(client);
  const asked = await ask(client, idRec);
  assert.match(asked.idSolicRec, /^SC99999999\d{8}[a-zA-Z0-9]{11}$/);
  assert.equal(asked.status, 'RECEBIDA');
  const sent = { idRec, calendario: { dataExpiracaoSolicitacao: '2030-01-01T00:00:00Z' } };
  const again = ['POST', '/solicrec', { ...sent, destinatario: asked.destinatario }];
  assert.deepEqual(await refusal(client, again as [string, string, object]), [
    400,
    'SolicRecOperacaoInvalida',
    'solicrec.idRec',
  ]);
  const { internal_id: id, journey } = await subscriptionOf(merchant);
  assert.equal(journey, 'bank_push');
  await subscriptions.authorize(id);
  const accepted = await client.call(`GET`, `/solicrec/${asked.idSolicRec}`);
  assert.equal(accepted.body.status, 'ACEITA');
  const rec = await read(client, idRec);
  assert.deepEqual(rec.ativacao, { tipoJornada: 'JORNADA_1' });
  assert.deepEqual(rec.pagador, { ispbParticipante: '60746948', cpf: '12345678909' });
  assert.deepEqual(rec.solicitacao, [accepted.body]);
  const late = ['PATCH', `/solicrec/${asked.idSolicRec}`, { status: 'CANCELADA' }];
  assert.deepEqual(await refusal(client, late as [string, string, object]), [
    400,
    'SolicRecOperacaoInvalida',
    'solicrec.status',
  ]);
});

test('a request is withdrawn or expires, and the next one is possible', async () => {
  const merchant = await openMerchant();
  const { client } = merchant;
  const { id: loc } = await createLoc(client);
  const { idRec } = await createRec(client, { loc });
  const first = await ask(client, idRec);
  const withdrawn = await client.call('PATCH', `/solicrec/${first.idSolicRec}`, {
    status: 'CANCELADA',
  });
  assert.deepEqual([withdrawn.status, withdrawn.body.status], [201, 'CANCELADA']);
  assert.equal((await subscriptionOf(merchant)).journey, 'code');
  await ask(client, idRec);
  await client.call('PATCH', `/rec/${idRec}`, { status: 'CANCELADA' });
  const { solicitacao = [] } = await read(client, idRec);
  assert.deepEqual(
    solicitacao.map(({ status }) => status),
    ['CANCELADA', 'CANCELADA'],
  );
});

test('a recurrence that waits for its payer changes by what a PATCH names', async () => {
  const merchant = await openMerchant();
  const { client } = merchant;
  const { idRec } = await createRec(client);
  const [first, second] = [await createLoc(client), await createLoc(client)];
  const dataInicial = addDays(today(), 40);
  const vinculo = { devedor: { nome: 'Maria Souza' } };
  const changed = await revise(client, idRec, {
    vinculo,
    calendario: { dataInicial },
    loc: first.id,
  });
  assert.deepEqual(
    [changed.loc?.id, changed.calendario, changed.vinculo],
    [
      first.id,
      { dataInicial, periodicidade: 'MENSAL' },
      { contrato: 'contrato-2001', devedor: { cpf: '12345678909', nome: 'Maria Souza' } },
    ],
  );
  const moved = await revise(client, idRec, { loc: second.id });
  assert.equal(moved.loc?.id, second.id);
  assert.equal((await client.call('GET', `/locrec/${first.id}`)).body.idRec, undefined);
  // A repeat changes nothing.
  assert.deepEqual(await revise(client, idRec, { loc: second.id }), moved);
  const { internal_id: id } = await subscriptionOf(merchant);
  const subscription = await merchant.subscriptions.read(id);
  assert.deepEqual(
    [subscription.first_due_on, (subscription.payer as { name: string }).name],
    [dataInicial, 'Maria Souza'],
  );
});

test('an authorized recurrence changes its debtor’s name only, and an ended one nothing', async () => {
  const merchant = await openMerchant();
  const { client } = merchant;
  const [own, other] = [await createLoc(client), await createLoc(client)];
  const { idRec } = await createRec(client, { loc: own.id });
  await merchant.subscriptions.authorize((await subscriptionOf(merchant)).internal_id);
  const path = `/rec/${idRec}`;
  const calendario = { dataInicial: addDays(today(), 50) };
  assert.deepEqual(await refusal(client, ['PATCH', path, { loc: other.id, calendario }]), [
    400,
    'RecOperacaoInvalida',
    'rec.loc',
    'rec.calendario.dataInicial',
  ]);
  const vinculo = { devedor: { nome: 'Maria Lima' } };
  assert.deepEqual((await revise(client, idRec, { vinculo })).vinculo, {
    contrato: 'contrato-2001',
    devedor: { cpf: '12345678909', nome: 'Maria Lima' },
  });
  const canceled = await revise(client, idRec, { status: 'CANCELADA' });
  assert.deepEqual(
    [canceled.status, canceled.encerramento?.cancelamento?.solicitante],
    ['CANCELADA', 'USUARIO_RECEBEDOR'],
  );
  assert.equal(canceled.encerramento?.cancelamento?.codigo, 'SLCR');
  for (const change of [{ vinculo }, { status: 'CANCELADA' }]) {
    const answer = await refusal(client, ['PATCH', path, change]);
    assert.deepEqual(answer, [400, 'RecOperacaoInvalida', 'rec.status']);
  }
});

test('a rejection and a payer’s cancellation are shown with code and asker', async () => {
  const merchant = await openMerchant();
  const { client, subscriptions } = merchant;
  for (const [contrato, act, code, shown] of [
    ['recusa', 'reject', 'AP13', { rejeicao: { codigo: 'AP13' } }],
    ['fim', 'cancel', 'SLDB', { cancelamento: { codigo: 'SLDB', solicitante: 'USUARIO_PAGADOR' } }],
    ['banco', 'cancel', 'ACCL', { cancelamento: { codigo: 'ACCL', solicitante: 'PSP_PAGADOR' } }],
  ] as const) {
    const { id: loc } = await createLoc(client);
    const vinculo = { ...body().vinculo, contrato };
    const { idRec } = await createRec(client, { loc, vinculo });
    const { internal_id: id } = await subscriptionOf(merchant, contrato);
    const answer = await subscriptions.call('POST', `/v1/test/subscriptions/${id}/${act}`, {
      code,
    });
    assert.equal(answer.status, 200, answer.text);
    const { encerramento } = await read(client, idRec);
    const [[kind, end] = []] = Object.entries(encerramento ?? {});
    const { descricao, ...rest } = end ?? {};
    assert.ok(descricao);
    assert.deepEqual({ [kind ?? '']: rest }, shown);
  }
});

test('all faults of a recurrence are told at once, each with its path', async () => {
  const { client } = await openMerchant();
  const { id: loc } = await createLoc(client);
  await createRec(client, { loc });
  const amounts = { valorRec: '1.00', valorMinimoRecebedor: '1.00' };
  const calendario = { dataInicial: addDays(today(), 9), dataFinal: addDays(today(), 8) };
  const faulty = { ...body({ valor: amounts, calendario }), vinculo: { contrato: 'x'.repeat(36) } };
  const { politicaRetentativa: _, ...without } = faulty;
  assert.deepEqual(await refusal(client, ['POST', '/rec', without]), [
    400,
    'RecOperacaoInvalida',
    'rec.vinculo.contrato',
    'rec.vinculo.devedor',
    'rec.calendario.dataFinal',
    'rec.calendario.periodicidade',
    'rec.valor',
    'rec.politicaRetentativa',
  ]);
  const past = { dataInicial: addDays(today(), -1), periodicidade: 'MENSAL' };
  for (const [change, path] of [
    [{ loc }, 'rec.loc'],
    [{ loc: 1 }, 'rec.loc'],
    [{ calendario: past }, 'rec.calendario.dataInicial'],
    [{ recebedor: { convenio: 'x'.repeat(61) } }, 'rec.recebedor.convenio'],
    [{ ativacao: { dadosJornada: { txid: 'x' } } }, 'rec.ativacao.dadosJornada.txid'],
  ] as const) {
    const answer = await refusal(client, ['POST', '/rec', body(change)]);
    assert.deepEqual(answer, [400, 'RecOperacaoInvalida', path]);
  }
  const { idRec } = await createRec(client);
  const wrong = { idRec, calendario: {}, destinatario: { conta: '1' } };
  assert.deepEqual(await refusal(client, ['POST', '/solicrec', wrong]), [
    400,
    'SolicRecOperacaoInvalida',
    'solicrec.calendario.dataExpiracaoSolicitacao',
    'solicrec.destinatario.ispbParticipante',
    'solicrec.destinatario',
  ]);
  const over = { dataExpiracaoSolicitacao: '2020-01-01T00:00:00Z' };
  const { request } = recClient(gateway);
  const ended = request(idRec, { calendario: over });
  assert.deepEqual(await refusal(client, ['POST', '/solicrec', ended]), [
    400,
    'SolicRecOperacaoInvalida',
    'solicrec.calendario.dataExpiracaoSolicitacao',
  ]);
});

test('what another merchant has is not found', async () => {
  const [own, other] = [await openMerchant(), await openMerchant()];
  const loc = await createLoc(own.client);
  const { idRec } = await createRec(own.client, { loc: loc.id });
  const { idSolicRec } = await ask(own.client, idRec);
  const requests: [string, string, string, object?][] = [
    ['GET', `/rec/${idRec}`, 'RecNaoEncontrada'],
    ['PATCH', `/rec/${idRec}`, 'RecNaoEncontrada', { status: 'CANCELADA' }],
    ['GET', `/rec/${UNKNOWN}`, 'RecNaoEncontrada'],
    ['GET', `/solicrec/${idSolicRec}`, 'SolicRecNaoEncontrada'],
    ['PATCH', `/solicrec/${idSolicRec}`, 'SolicRecNaoEncontrada', { status: 'CANCELADA' }],
    ['POST', '/solicrec', 'RecNaoEncontrada', recClient(gateway).request(idRec)],
    ['GET', `/locrec/${loc.id}`, 'PayloadLocationRecNaoEncontrado'],
    ['DELETE', `/locrec/${loc.id}/idRec`, 'PayloadLocationRecNaoEncontrado'],
  ];
  for (const [method, path, type, sent] of requests) {
    assert.deepEqual(await refusal(other.client, [method, path, sent]), [404, type], path);
  }
  const named = await refusal(other.client, ['POST', '/rec', body({ loc: loc.id })]);
  assert.deepEqual(named, [400, 'RecOperacaoInvalida', 'rec.loc']);
  const period = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
  for (const [path, name] of [['/rec', 'recs'] as const, ['/locrec', 'loc'] as const]) {
    const listed = await other.client.call('GET', `${path}?${period}`);
    assert.deepEqual(listed.body[name], []);
  }
  assert.equal((await read(own.client, idRec)).status, 'CRIADA');
});

test('a subscription of /v1 is the same recurrence, also after the other door has canceled it', async () => {
  const { client, subscriptions } = await openMerchant();
  const subscription = await subscriptions.create({ first_due_on: addDays(today(), 30) });
  const period = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z';
  const listed = await client.call<{ recs: Rec[] }>('GET', `/rec?${period}`);
  const [rec] = listed.body.recs;
  assert.ok(rec);
  const { dadosQR, valor } = await read(client, rec.idRec);
  assert.deepEqual([dadosQR?.jornada, valor], ['JORNADA_2', { valorRec: '100.00' }]);
  assert.equal(dadosQR?.pixCopiaECola, subscription.authorization.code);
  await revise(client, rec.idRec, { status: 'CANCELADA' });
  assert.equal((await subscriptions.read(subscription.internal_id)).status, 'canceled');
  const events = await subscriptions.events(subscription.internal_id);
  assert.deepEqual(
    events.map(({ event }) => event),
    ['subscription.canceled'],
  );
});
