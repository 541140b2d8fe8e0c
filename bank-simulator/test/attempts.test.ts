import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHARGE_REJECTIONS } from '../src/bank/recurring/codes.ts';
import { attemptsOf, openRecurring, type RecurringBank, stepsOf } from './support/recurring.ts';

const PAYER = '12345678909';
/** The codes that end a charge, by the text of the document on `rejeicao.codigo`. */
const FATAL = ['AC05', 'AM09', 'DENC', 'DS27', 'DTED', 'MIDI', 'MSUC', 'NITX', 'RC09'];

async function retry({ client }: RecurringBank, txid: string, day: string) {
  return client.call('POST', `/v2/cobr/${txid}/retentativa/${day}`);
}

test('without balance the payer’s bank tries again in the evening of the same day', async (context) => {
  const { bank, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { txid } = await createCycle((await createAuthorized()).idRec);
  bank.setPayer({ document: PAYER, balance: 3_499n });
  await goTo('2026-03-20T21:00:00.000Z');
  assert.deepEqual(attemptsOf(await read(`/v2/cobr/${txid}`)), ['AGND 2026-03-20 AGENDADA']);
  bank.setPayer({ document: PAYER, balance: 3_500n });
  await goTo('2026-03-20T21:59:59.999Z');
  assert.equal((await read(`/v2/cobr/${txid}`)).status, 'ATIVA');
  await goTo('2026-03-20T22:00:00.000Z');
  const paid = await read(`/v2/cobr/${txid}`);
  assert.equal(paid.pix[0].horario, '2026-03-20T22:00:00.000Z');
  assert.deepEqual(attemptsOf(paid), ['AGND 2026-03-20 PAGA']);
  assert.equal(bank.snapshot().payers[0]?.balance, 0n);
});

test('a charge that can’t be retried expires with the day of its attempt', async (context) => {
  const { bank, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { idRec } = await createAuthorized({ politicaRetentativa: 'NAO_PERMITE' });
  const { txid } = await createCycle(idRec);
  bank.setPayer({ document: PAYER, balance: 0n });
  await goTo('2026-03-20T22:00:00.000Z');
  const failed = await read(`/v2/cobr/${txid}`);
  assert.deepEqual([failed.status, ...attemptsOf(failed)], ['ATIVA', 'AGND 2026-03-20 EXPIRADA']);
  await goTo('2026-03-21T03:00:00.000Z');
  const expired = await read(`/v2/cobr/${txid}`);
  assert.deepEqual(stepsOf(expired), ['CRIADA', 'ATIVA', 'EXPIRADA']);
});

test('a retry has its own rules: a future day within seven, a free day, no open attempt', async (context) => {
  const opened = await openRecurring(context);
  const { bank, createAuthorized, createCycle, read, goTo } = opened;
  const { txid } = await createCycle((await createAuthorized()).idRec);
  const refused = async (day: string, reason: RegExp) => {
    const answer = await retry(opened, txid, day);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.body.type, /CobROperacaoInvalida$/);
    assert.match(answer.body.violacoes[0].razao, reason);
  };
  bank.setPayer({ document: PAYER, balance: 0n });
  await goTo('2026-03-11T12:00:00.000Z');
  await refused('2026-03-21', /tentativa com status AGENDADA/);
  await goTo('2026-03-20T23:00:00.000Z');
  await refused('2026-03-20', /data futura/);
  await refused('hoje', /schema/);
  await refused('2026-03-28', /2026-03-27/);
  const asked = await retry(opened, txid, '2026-03-21');
  assert.equal(asked.status, 201, asked.text);
  assert.deepEqual(attemptsOf(asked.body), [
    'AGND 2026-03-20 EXPIRADA',
    'NTAG 2026-03-21 SOLICITADA',
  ]);
  await refused('2026-03-22', /tentativa com status SOLICITADA/);
  await goTo('2026-03-21T23:00:00.000Z');
  assert.equal((await retry(opened, txid, '2026-03-24')).status, 201);
  bank.setPayer({ document: PAYER });
  await goTo('2026-03-24T09:00:00.000Z');
  const paid = await read(`/v2/cobr/${txid}`);
  assert.equal(paid.status, 'CONCLUIDA');
  const ids = paid.tentativas.map(({ endToEndId }: { endToEndId: string }) => endToEndId);
  assert.equal(new Set(ids).size, 3);
  assert.equal(paid.pix[0].endToEndId, ids[2]);
  await refused('2026-03-25', /CONCLUIDA/);
});

test('a charge has at most three retries, and then expires', async (context) => {
  const opened = await openRecurring(context);
  const { bank, createAuthorized, createCycle, read, goTo } = opened;
  const { txid } = await createCycle((await createAuthorized()).idRec);
  bank.setPayer({ document: PAYER, balance: 0n });
  for (const day of [20, 21, 22]) {
    await goTo(`2026-03-${day}T23:00:00.000Z`);
    assert.equal((await retry(opened, txid, `2026-03-${day + 1}`)).status, 201);
  }
  await goTo('2026-03-23T23:00:00.000Z');
  const answer = await retry(opened, txid, '2026-03-24');
  assert.match(answer.body.detail, /não tem mais retentativas/);
  await goTo('2026-03-24T03:00:00.000Z');
  assert.equal((await read(`/v2/cobr/${txid}`)).status, 'EXPIRADA');
});

test('without a retry a charge expires when the last day for one has come', async (context) => {
  const { bank, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { txid } = await createCycle((await createAuthorized()).idRec);
  bank.setPayer({ document: PAYER, balance: 0n });
  await goTo('2026-03-27T02:59:59.999Z');
  assert.equal((await read(`/v2/cobr/${txid}`)).status, 'ATIVA');
  await goTo('2026-03-27T03:00:00.000Z');
  assert.equal((await read(`/v2/cobr/${txid}`)).status, 'EXPIRADA');
});

test('retries end before the next cycle, and are refused without the policy', async (context) => {
  const opened = await openRecurring(context);
  const { bank, createAuthorized, createCycle, goTo } = opened;
  const calendario = { dataInicial: '2026-03-19', periodicidade: 'SEMANAL' };
  const weekly = await createCycle((await createAuthorized({ calendario })).idRec);
  const never = await createAuthorized({ politicaRetentativa: 'NAO_PERMITE' });
  const { txid } = await createCycle(never.idRec);
  bank.setPayer({ document: PAYER, balance: 0n });
  await goTo('2026-03-20T23:00:00.000Z');
  assert.match((await retry(opened, txid, '2026-03-21')).body.detail, /política/);
  assert.match((await retry(opened, weekly.txid, '2026-03-26')).body.detail, /2026-03-25/);
  assert.equal((await retry(opened, weekly.txid, '2026-03-25')).status, 201);
});

for (const code of CHARGE_REJECTIONS) {
  const ends = FATAL.includes(code);
  test(`${code} refuses the ${ends ? 'whole charge' : 'attempt only'}`, async (context) => {
    const opened = await openRecurring(context);
    const { bank, createAuthorized, createCycle, read, goTo } = opened;
    const { txid } = await createCycle((await createAuthorized()).idRec);
    await goTo('2026-03-20T03:00:00.000Z');
    bank.refuseAttempt(txid, code);
    const refused = await read(`/v2/cobr/${txid}`);
    assert.equal(refused.tentativas[0].status, 'REJEITADA');
    assert.equal(refused.tentativas[0].rejeicao.codigo, code);
    assert.equal(refused.status, ends ? 'REJEITADA' : 'ATIVA');
    assert.equal(refused.encerramento?.rejeicao.codigo, ends ? code : undefined);
    assert.equal((await retry(opened, txid, '2026-03-21')).status, ends ? 400 : 201);
  });
}

test('closed and blocked accounts, a wrong amount and a limit have their codes', async (context) => {
  const { bank, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { idRec: fixed } = await createAuthorized();
  const wrong = await createCycle(fixed, { valor: { original: '34.99' } });
  const { idRec: varies } = await createAuthorized({ valor: {} }, 3_000n);
  const over = await createCycle(varies);
  await goTo('2026-03-10T12:00:01.000Z');
  const codeOf = async (txid: string) =>
    (await read(`/v2/cobr/${txid}`)).tentativas.at(-1).rejeicao?.codigo;
  assert.equal(await codeOf(wrong.txid), 'AM09');
  assert.equal(await codeOf(over.txid), 'AM02');
  const closed = await createCycle(fixed);
  const blocked = await createCycle((await createAuthorized()).idRec);
  await goTo('2026-03-19T12:00:00.000Z');
  bank.setPayer({ document: PAYER, isBlocked: true });
  await goTo('2026-03-20T09:00:00.000Z');
  assert.equal(await codeOf(blocked.txid), 'AC06');
  assert.equal(await codeOf(closed.txid), 'AC06');
  bank.setPayer({ document: PAYER, isClosed: true });
  const late = await createCycle(varies, {
    calendario: { dataDeVencimento: '2026-04-25' },
    valor: { original: '30.00' },
  });
  await goTo('2026-04-20T12:00:00.000Z');
  assert.equal((await read(`/v2/cobr/${late.txid}`)).encerramento.rejeicao.codigo, 'AC05');
});

test('a limit that is set after the schedule refuses the payment of its day', async (context) => {
  const { bank, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { idRec } = await createAuthorized({ valor: {} });
  const { txid } = await createCycle(idRec);
  await goTo('2026-03-19T12:00:00.000Z');
  bank.setLimit(idRec, 3_499n);
  await goTo('2026-03-20T09:00:00.000Z');
  const refused = await read(`/v2/cobr/${txid}`);
  assert.deepEqual(attemptsOf(refused), ['AGND 2026-03-20 REJEITADA']);
  assert.equal(refused.tentativas[0].rejeicao.codigo, 'AM02');
});

test('after a failure of the payer’s bank the instruction is sent again, once', async (context) => {
  const { bank, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const [one, two] = [await createAuthorized(), await createAuthorized()];
  bank.faults.add({ kind: 'rejected', operation: 'scheduleAttempt', times: 1 });
  const first = await createCycle(one.idRec);
  await goTo('2026-03-10T12:00:02.000Z');
  assert.deepEqual(attemptsOf(await read(`/v2/cobr/${first.txid}`)), [
    'AGND 2026-03-20 REJEITADA',
    'RIFL 2026-03-20 AGENDADA',
  ]);
  bank.faults.add({ kind: 'rejected', operation: 'scheduleAttempt', times: 2, code: 'AB10' });
  const second = await createCycle(two.idRec);
  await goTo('2026-03-20T09:00:00.000Z');
  assert.deepEqual(attemptsOf(await read(`/v2/cobr/${second.txid}`)), [
    'AGND 2026-03-20 REJEITADA',
    'RIFL 2026-03-20 REJEITADA',
  ]);
  assert.equal((await read(`/v2/cobr/${first.txid}`)).status, 'CONCLUIDA');
});

test('a jump of the clock gives the same as small steps', async (context) => {
  const { bank, createAuthorized, createCycle, read, goTo } = await openRecurring(context);
  const { idRec } = await createAuthorized();
  const charges: { txid: string }[] = [];
  for (const day of ['2026-03-20', '2026-04-20', '2026-05-20']) {
    charges.push(await createCycle(idRec, { calendario: { dataDeVencimento: day } }));
  }
  bank.setPayer({ document: PAYER, balance: 7_000n });
  await goTo('2026-12-01T00:00:00.000Z');
  const found = await Promise.all(charges.map(({ txid }) => read(`/v2/cobr/${txid}`)));
  assert.deepEqual(
    found.map(({ status }) => status),
    ['CONCLUIDA', 'CONCLUIDA', 'EXPIRADA'],
  );
  assert.equal(found[1].pix[0].horario, '2026-04-20T09:00:00.000Z');
  assert.equal(found[2].atualizacao.at(-1).data, '2026-05-27T03:00:00.000Z');
});
