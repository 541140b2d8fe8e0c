import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS, type PayoutLimits } from '#src/money-out/payouts/payout-limits.ts';
import {
  type Answer,
  callGateway,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { failedChecks } from '../support/live.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const PATH = '/api/panel/test/payout-batches';
const HEADER = 'favorecido;documento;tipo da chave;chave;valor;descrição;referência';
const ANA = 'Ana Lima;529.982.247-25;e-mail;ana@exemplo.com.br';
const BRUNO = 'Bruno Sá;529.982.247-25;celular;(11) 98765-4321';
const gateway = await startGateway({ after });
const secondUrl = await gateway.openSecondApi();

interface Line {
  readonly line: number;
  readonly name: string;
  readonly amount: number | null;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly typed: { readonly amount: string } | null;
  readonly payout: { readonly id: string; readonly status: string } | null;
}
interface Batch extends Record<string, unknown> {
  readonly id: string;
  /** Warnings of payments that were made before. */
  readonly repeats: number;
  readonly lines: readonly Line[];
}

/** A merchant with 98,461 centavos and an operator's limits in the test environment. */
async function openShop(limits: Partial<PayoutLimits> = {}) {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  await receivePayment(gateway, keys, {
    amount: 100_000,
    payer: { name: 'Maria Silva', document: '12345678909' },
  });
  const scope = { merchantId: merchant.merchantId, environment: 'test' } as const;
  const wanted = { ...NO_LIMITS, ...limits };
  await setOperatorLimits(gateway.appContext, scope, () => wanted, commandActor);
  const session = await signIn(gateway, merchant);
  const balance = async () => {
    const { body } = await gateway.call('GET', '/v1/balance', { keys });
    return [body.available, body.reserved];
  };
  return { merchant, keys, session, balance };
}

function upload(session: PanelSession, file: string | Buffer): Promise<Answer<Batch>> {
  const content = Buffer.from(file as string).toString('base64');
  return session.call<Batch>('POST', PATH, { body: { file_name: 'folha.csv', content } });
}

async function check(session: PanelSession, ...lines: string[]): Promise<Batch> {
  const answer = await upload(session, [HEADER, ...lines].join('\r\n'));
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const errorsOf = ({ lines }: Batch) => lines.map(({ errors }) => errors);

async function statusesOf(session: PanelSession, id: string) {
  const { body } = await session.call<Batch>('GET', `${PATH}/${id}`);
  return [body.status, ...body.lines.map(({ payout }) => payout?.status)];
}

test('the check names the errors of each line, and such a batch can not be confirmed', async () => {
  const { session, keys, balance } = await openShop({
    perPayout: 5_000n as PayoutLimits['perDay'],
  });
  await gateway.call('POST', '/v1/pix/payout', {
    keys,
    body: {
      amount: 100,
      pix_key: 'x@exemplo.com.br',
      pix_key_type: 'email',
      external_id: 'usada',
      beneficiary: { name: 'X', document: '52998224725' },
    },
  });
  const batch = await check(
    session,
    `${ANA};1.234;;`,
    `${ANA};10,00;;repetida`,
    `${BRUNO};10,00;;repetida`,
    'Carla;529.982.247-25;cpf;12;10,00;;',
    'Davi;12;e-mail;davi@exemplo.com.br;10,00;;',
    'Eva;;e-mail;eva@exemplo.com.br;10,00;;',
    'Gil;529.982.247-25;pombo;gil@exemplo.com.br;0,00;;',
    'Sem chave;;;;10,00;;',
    `${ANA};50,01;;`,
    `${BRUNO};1,00;;usada`,
  );
  assert.deepEqual(errorsOf(batch), [
    ['amount_invalid'],
    ['external_id_repeated'],
    ['external_id_repeated'],
    ['invalid_pix_key'],
    ['document_invalid'],
    ['document_invalid'],
    ['key_type_invalid', 'amount_invalid'],
    ['key_missing'],
    ['payout_limit_exceeded'],
    ['external_id_reused'],
  ]);
  assert.equal(batch.lines[0]?.line, 2);
  const before = await balance();
  const confirmed = await session.call('POST', `${PATH}/${batch.id}/confirm`, { body: {} });
  assert.deepEqual([confirmed.status, confirmed.body.code], [422, 'batch_has_errors']);
  assert.deepEqual(await balance(), before);
});

test('the template of the panel has no errors', async () => {
  const { session } = await openShop();
  const template = await session.call('GET', '/api/panel/test/payout-batch-template.csv');
  assert.equal((await upload(session, template.text)).body.error_count, 0);
});

test('a confirmed batch pays each line once, under double clicks at two processes', async () => {
  const { session, balance, merchant } = await openShop();
  const lines = Array.from({ length: 50 }, (_, at) => `${ANA};1,00;Folha;ref-${at}`);
  const batch = await check(session, ...lines);
  assert.equal(batch.total, 5_000);
  const answers = await Promise.all(
    [gateway.url, secondUrl, gateway.url, secondUrl].map((url) =>
      callGateway(`${url}${PATH}/${batch.id}/confirm`, 'POST', {
        headers: { cookie: session.cookie() },
        body: {},
      }),
    ),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.deepEqual(await balance(), [93_461, 5_000]);
  const [log] = await gateway.sql(
    `select count(*) as count from audit_log where merchant_id = $1 and action like 'payout%'`,
    [merchant.merchantId],
  );
  assert.equal(Number(log?.count), 2, 'the limits and the batch are one change each');
  await until('all are paid', async () => {
    gateway.clock.advance(1_000);
    const [status, ...payouts] = await statusesOf(session, batch.id);
    return status === 'released' && payouts.every((one) => one === 'paid');
  });
  const result = await session.call('GET', `${PATH}/${batch.id}/resultado.csv`);
  assert.match(
    result.text,
    /Ana Lima;52998224725;email;ana@exemplo\.com\.br;1,00;Folha;ref-0;pago/,
  );
  const again = await check(session, ...lines.map((line) => line.replace('ref-', 'nova-')));
  assert.equal(again.lines[0]?.warnings.includes('paid_recently'), true);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a file that was checked twice is not paid twice without a new confirmation, at two processes', async () => {
  const { session, balance } = await openShop();
  const lines = [`${ANA};10,00;;`, `${BRUNO};20,00;;`];
  const batches = [await check(session, ...lines), await check(session, ...lines)];
  assert.deepEqual(
    batches.map(({ repeats }) => repeats),
    [0, 0],
  );
  const answers = await Promise.all(
    batches.map(({ id }, at) =>
      callGateway<Batch>(`${at === 0 ? gateway.url : secondUrl}${PATH}/${id}/confirm`, 'POST', {
        headers: { cookie: session.cookie() },
        body: {},
      }),
    ),
  );
  assert.deepEqual(answers.map(({ body }) => body.code ?? body.status).toSorted(), [
    'batch_repeated',
    'released',
  ]);
  assert.deepEqual(await balance(), [95_461, 3_000]);
  const { id = '' } = batches[answers.findIndex(({ status }) => status === 409)] ?? {};
  const { body } = await session.call<Batch>('GET', `${PATH}/${id}`);
  assert.deepEqual([body.status, body.is_repeated, body.repeats], ['checked', true, 3]);
  assert.deepEqual(
    body.lines.map(({ warnings }) => warnings),
    [['paid_recently'], ['paid_recently']],
  );
  // A retry of the refused request has not seen the warning either.
  const again = await session.call('POST', `${PATH}/${id}/confirm`, { body: {} });
  assert.equal(again.body.code, 'batch_repeated');
  await session.call('POST', `${PATH}/${id}/confirm`, { body: { seen_repeats: 3 } });
  assert.deepEqual(await balance(), [92_461, 6_000]);
});

test('a batch that the balance does not cover creates nothing', async () => {
  const { session, balance } = await openShop();
  const batch = await check(session, `${ANA};900,00;;`, `${BRUNO};900,00;;`);
  assert.deepEqual([batch.is_balance_short, batch.error_count], [true, 0]);
  const refused = await session.call('POST', `${PATH}/${batch.id}/confirm`, { body: {} });
  assert.deepEqual([refused.status, refused.body.code], [422, 'batch_refused'], refused.text);
  assert.deepEqual(await balance(), [98_461, 0]);
  assert.deepEqual(await statusesOf(session, batch.id), ['checked', undefined, undefined]);
});

test('a batch whose sum needs an approval waits as one, and another member releases all', async () => {
  const above = { approvalAbove: 5_000n as PayoutLimits['perDay'] };
  const { session, merchant, balance } = await openShop(above);
  const other = await signIn(gateway, merchant);
  const batch = await check(session, `${ANA};30,00;;`, `${BRUNO};30,00;;`);
  await session.call('POST', `${PATH}/${batch.id}/confirm`, { body: {} });
  const waiting = ['awaiting_approval', 'awaiting_approval', 'awaiting_approval'];
  assert.deepEqual(await statusesOf(session, batch.id), waiting);
  assert.deepEqual(await balance(), [92_461, 6_000]);
  const single = await other.call('GET', '/api/panel/test/payout-approvals');
  assert.deepEqual(single.body.data, []);
  const listed = await other.call<{ data: Batch[] }>('GET', `${PATH}?awaiting=true`);
  assert.deepEqual(
    listed.body.data.map(({ id }) => id),
    [batch.id],
  );
  const { body } = await session.call<Batch>('GET', `${PATH}/${batch.id}`);
  const alone = `/api/panel/test/payout-approvals/${body.lines[0]?.payout?.id}/approve`;
  assert.equal((await other.call('POST', alone, { body: {} })).body.code, 'approval_not_found');
  const own = await session.call('POST', `${PATH}/${batch.id}/approve`, { body: {} });
  assert.equal(own.body.code, 'approval_of_own_payout');
  const decisions = await Promise.all([
    other.call('POST', `${PATH}/${batch.id}/approve`, { body: {} }),
    other.call('POST', `${PATH}/${batch.id}/approve`, { body: {} }),
  ]);
  assert.deepEqual(decisions.map(({ status }) => status).toSorted(), [200, 404]);
  await until('all are paid', async () => {
    gateway.clock.advance(1_000);
    const statuses = await statusesOf(session, batch.id);
    return statuses.join() === 'released,paid,paid';
  });
});

test('a rejected batch returns all of its money, and the bell tells each step once, but not its author that it waits', async () => {
  const { merchant, session, balance } = await openShop({
    approvalAbove: 0n as PayoutLimits['perDay'],
  });
  const batch = await check(session, `${ANA};30,00;;`, `${BRUNO};30,00;;`);
  await session.call('POST', `${PATH}/${batch.id}/confirm`, { body: {} });
  const body = { reason: 'Lote do mês errado.' };
  const rejected = await session.call('POST', `${PATH}/${batch.id}/reject`, { body });
  assert.equal(rejected.status, 200, rejected.text);
  assert.deepEqual(await statusesOf(session, batch.id), ['rejected', 'failed', 'failed']);
  const shown = (await session.call('GET', `${PATH}/${batch.id}`)).body;
  assert.deepEqual(
    [shown.decided_by, shown.reason],
    [`Ana Lojista (${session.email})`, body.reason],
  );
  const reasons = await gateway.sql('select reason from payout_approvals where batch_id = $1', [
    batch.id,
  ]);
  assert.deepEqual(reasons, [body, body]);
  assert.deepEqual(await balance(), [98_461, 0]);
  const rejection = { kind: 'payout.rejected', batch_id: batch.id, resource_id: null };
  const wait = { kind: 'payout.awaiting_approval', batch_id: batch.id, resource_id: null };
  const other = await signIn(gateway, merchant);
  assert.deepEqual((await bellOf(other)).slice(0, -1), [rejection, wait]);
  assert.deepEqual((await bellOf(session)).slice(0, -1), [rejection]);
  assert.equal((await bellOf(session)).at(-1)?.kind, 'payment');
  assert.deepEqual(await failedChecks(gateway), []);
});

async function bellOf(session: PanelSession) {
  const { body } = await session.call<{ data: Record<string, unknown>[] }>(
    'GET',
    '/api/panel/test/notices',
  );
  return body.data.map(({ kind, batch_id, resource_id }) => ({ kind, batch_id, resource_id }));
}

const correct = (session: PanelSession, id: string, line: number, body: object) =>
  session.call<Batch>('POST', `${PATH}/${id}/lines/${line}`, { body });

test('a corrected line is checked again with all others, and then the batch can be confirmed', async () => {
  const { session, balance } = await openShop();
  const batch = await check(
    session,
    `${ANA};1.234;;`,
    `${BRUNO};10,00;;repetida`,
    'Carla;529.982.247-25;cpf;12;10,00;;repetida',
  );
  assert.deepEqual(
    batch.lines.map(({ typed }) => typed?.amount),
    ['1.234', '10,00', '10,00'],
  );
  assert.equal(batch.total, 2_000);
  const amount = await correct(session, batch.id, 2, { amount: ' 12,34 ' });
  assert.equal(amount.status, 200, amount.text);
  assert.deepEqual(errorsOf(amount.body), [
    [],
    ['external_id_repeated'],
    ['invalid_pix_key', 'external_id_repeated'],
  ]);
  assert.deepEqual([amount.body.error_count, amount.body.total], [2, 3_234]);
  const wrong = await correct(session, batch.id, 4, { external_id: '', amount: '1.000' });
  assert.deepEqual(errorsOf(wrong.body), [[], [], ['invalid_pix_key', 'amount_invalid']]);
  const early = await session.call('POST', `${PATH}/${batch.id}/confirm`, { body: {} });
  assert.equal(early.body.code, 'batch_has_errors');
  const right = await correct(session, batch.id, 4, {
    key: 'carla@exemplo.com.br',
    key_type: 'e-mail',
    amount: '7,66',
  });
  assert.deepEqual([right.body.error_count, right.body.total], [0, 3_000]);
  const [available] = await balance();
  const done = await session.call('POST', `${PATH}/${batch.id}/confirm`, { body: {} });
  assert.equal(done.status, 200, done.text);
  assert.equal((await balance())[0], Number(available) - 3_000);
  const late = await correct(session, batch.id, 2, { amount: '99,99' });
  assert.deepEqual([late.status, late.body.code], [409, 'batch_not_correctable']);
});

test('a line with cells under wrong columns is corrected, and a correction may exceed the balance', async () => {
  const { session } = await openShop();
  const batch = await check(session, `${ANA};10,00;;;;excedente`);
  assert.deepEqual(errorsOf(batch), [['columns_differ']]);
  const { body } = await correct(session, batch.id, 2, { amount: '99.999,99' });
  assert.deepEqual([errorsOf(body), body.is_balance_short], [[[]], true]);
});

test('a correction of another merchant, of no line, or of no text is refused', async () => {
  const { session } = await openShop();
  const { session: stranger } = await openShop();
  const batch = await check(session, `${ANA};1.234;;`);
  for (const [by, id, line] of [
    [stranger, batch.id, 2],
    [session, batch.id, 3],
    [session, batch.id, 0],
    [session, 'x', 2],
  ] as const) {
    const answer = await correct(by, id, line, { amount: '1,00' });
    assert.deepEqual([answer.status, answer.body.code], [404, 'batch_not_found']);
  }
  for (const [line, body] of [
    [2, { amount: 5 }],
    [2, { name: 'x'.repeat(501) }],
  ] as const) {
    const answer = await correct(session, batch.id, line, body);
    assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request'], answer.text);
  }
  const { body } = await session.call<Batch>('GET', `${PATH}/${batch.id}`);
  assert.deepEqual(errorsOf(body), [['amount_invalid']]);
});

test('a corrected file takes the place of its batch, but never of a confirmed one or of another merchant', async () => {
  const { session } = await openShop();
  const { session: stranger } = await openShop();
  const bad = await check(session, `${ANA};1.234;;`);
  const send = (by: PanelSession, replaces: string) => {
    const content = Buffer.from(`${HEADER}\n${ANA};1,00;;`).toString('base64');
    return by.call<Batch>('POST', PATH, { body: { file_name: 'folha.csv', content, replaces } });
  };
  assert.equal((await send(stranger, bad.id)).status, 201);
  assert.equal((await session.call('GET', `${PATH}/${bad.id}`)).status, 200);
  const good = await send(session, bad.id);
  assert.equal(good.status, 201, good.text);
  assert.equal((await session.call('GET', `${PATH}/${bad.id}`)).status, 404);
  const done = await session.call('POST', `${PATH}/${good.body.id}/confirm`, { body: {} });
  assert.equal(done.status, 200, done.text);
  assert.equal((await send(session, good.body.id)).status, 201);
  assert.equal((await session.call('GET', `${PATH}/${good.body.id}`)).status, 200);
});

test('a batch is discarded until it is confirmed, by its own merchant only', async () => {
  const { session } = await openShop();
  const other = await openShop();
  const discard = (member: PanelSession, { id }: Batch) =>
    member.call('POST', `${PATH}/${id}/discard`);
  const wrong = await check(session, `${ANA};1,00;;`);
  assert.equal((await discard(other.session, wrong)).body.code, 'batch_not_found');
  assert.equal((await discard(session, wrong)).status, 200);
  assert.equal((await session.call('GET', `${PATH}/${wrong.id}`)).status, 404);
  const right = await check(session, `${ANA};1,00;;`);
  assert.equal(
    (await session.call('POST', `${PATH}/${right.id}/confirm`, { body: {} })).status,
    200,
  );
  assert.equal((await discard(session, right)).body.code, 'batch_not_found');
  const { body } = await session.call<Batch>('GET', `${PATH}/${right.id}`);
  assert.equal(body.lines.length, 1);
});

test('a file of payouts is checked by chosen columns, of which one may be used twice', async () => {
  const { session } = await openShop();
  const file = 'Funcionário;CPF;Tipo;Líquido\nAna Lima;529.982.247-25;cpf;10,00';
  const content = Buffer.from(file).toString('base64');
  const read = await session.call('POST', '/api/panel/test/payout-batch-columns', {
    body: { content },
  });
  assert.deepEqual(read.body.columns, { name: 0, document: 1, key_type: 2 }, read.text);
  assert.deepEqual(read.body.required, [['amount'], ['key', 'name']]);
  const columns = { name: 0, document: 1, key_type: 2, key: 1, amount: 3 };
  const batch = await session.call<Batch>('POST', PATH, {
    body: { file_name: 'folha.csv', content, columns },
  });
  assert.equal(batch.status, 201, batch.text);
  assert.deepEqual(errorsOf(batch.body), [[]]);
  assert.equal(batch.body.lines[0]?.amount, 1_000);
});
