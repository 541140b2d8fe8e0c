import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, brazilianDayOf } from '../../../gateway/src/ground/brazilian-days.ts';
import { businessDayFrom } from '../../../gateway/src/ground/business-days.ts';
import { intervals } from '../../../gateway/src/subscriptions/cycle-days.ts';
import { journeys } from '../../../gateway/src/subscriptions/subscription.ts';
import { INTERVALS, JOURNEYS } from '../../src/subscriptions.ts';
import { newDeveloper, world } from '../world.ts';

const { gateway } = world;
const FIRST_DUE = addDays(brazilianDayOf(Date.now()), 9);

test('subscribe with --authorize shows the code, and ends when the first charge is paid', async (context) => {
  const developer = await newDeveloper(context);
  const words = ['subscribe', '49,90', '--authorize', '--first-due', FIRST_DUE];
  const { exitCode, stdout, stderr } = await developer.pix(words);
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /█/);
  assert.match(stdout, /Código: 000201.*br\.gov\.bcb\.pix/);
  assert.match(stdout, /A assinatura \S+: AUTORIZADA/);
  const day = businessDayFrom(FIRST_DUE).split('-').reverse().join('/');
  assert.ok(stdout.includes(`A cobrança de ${day} (R$ 49,90): PAGA`), stdout);
  const clocks = await gateway.call<{ data: unknown[] }>('GET', '/v1/test/clocks', {
    keys: developer.keys,
  });
  assert.deepEqual(clocks.body.data, []);
});

test('subscribe waits for the payer, and ends with 6 when the payer refuses', async (context) => {
  const developer = await newDeveloper(context);
  const email = 'ana@casa.example';
  const words = ['subscribe', '10', '--reference', 'contrato-7', '--email', email];
  const waiting = developer.open(words);
  const created = await waiting.next('subscription');
  assert.equal(Object(created.payer).email, email);
  assert.deepEqual([created.amount, created.reference], [1_000, 'contrato-7']);
  await gateway.call('POST', `/v1/test/subscriptions/${created.internal_id}/reject`, {
    ...{ keys: developer.keys, body: {} },
  });
  const { status, reason } = await waiting.next('status');
  assert.deepEqual([status, Object(reason).code], ['rejected', 'AP13']);
  assert.equal((await waiting.ended()).exitCode, 6);
});

test('subscribe makes variable ones, with a first payment, and ends with 7 after its timeout', async (context) => {
  const developer = await newDeveloper(context);
  const words = ['subscribe', '10', '--variable', '--authorize'];
  const more = ['--journey', 'code_and_first_payment', '--first-payment', '25'];
  const { stdout } = await developer.pix([...words, ...more, '--interval', 'weekly', '--json']);
  const [created, state] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    [created.min_amount, created.interval, state.status],
    [...[1_000, 'weekly', 'authorized']],
  );
  const path = `/v1/transactions/${created.first_transaction_id}`;
  const { body: first } = await gateway.call('GET', path, { keys: developer.keys });
  assert.deepEqual([first.status, first.amount], ['paid', 2_500]);
  const late = await developer.pix(['subscribe', '10', '--timeout', '1s']);
  assert.equal(late.exitCode, 7);
});

test('subscribe takes the intervals and the journeys of the API', () => {
  assert.deepEqual([...INTERVALS], [...intervals]);
  assert.deepEqual([...JOURNEYS], [...journeys]);
});

test('subscribe with bank_push has no code and sends the account, and each cycle is split', async (context) => {
  const [developer, partner] = [await newDeveloper(context), await newDeveloper(context)];
  const words = ['subscribe', '100', '--journey', 'bank_push', '--authorize'];
  const account = ['--bank', '18236120', '--branch', '0002', '--account', '98765'];
  const split = ['--split', `${partner.username}:10%`, '--first-due', FIRST_DUE];
  const { exitCode, stdout, stderr } = await developer.pix([...words, ...account, ...split]);
  assert.equal(exitCode, 0, stderr);
  assert.match(stdout, /Código: nenhum; o banco pergunta ao pagador/);
  assert.match(stdout, /: PAGA/);
  const id = /Assinatura: (\S+)/.exec(stdout)?.[1] ?? '';
  const [row] = await gateway.sql('select payer_account from subscriptions where id = $1', [id]);
  assert.deepEqual(row?.payer_account, { ispb: '18236120', number: '98765', branch: '0002' });
  const balance = await gateway.call('GET', '/v1/balance', { keys: partner.keys });
  assert.equal(balance.body.available, 1_000);
  const plain = await developer.pix(['subscribe', '10', '--journey', 'bank_push', '--no-wait']);
  assert.equal(plain.exitCode, 0, plain.stderr);
  const wrong = await developer.pix(['subscribe', '10', '--bank', '18236120', '--no-wait']);
  assert.equal(wrong.exitCode, 2);
  assert.match(wrong.stderr, /só de --journey bank_push/);
});
