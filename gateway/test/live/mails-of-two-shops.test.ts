import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { writePaymentMails } from '#src/messages/notifications/payments/write-payment-mails.ts';
import { writeSummaryMails } from '#src/reports/summaries/write-summary-mails.ts';
import { CHARGE, type Keys, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { choose, join, openShop } from '../support/memberships.ts';
import { type PanelSession, signIn } from '../support/panel.ts';

const { gateway, bank } = await startLiveInBuckets({ after });
const { appContext, clock } = gateway;

/** Pays a charge at the bank, and waits until the gateway has booked it. */
async function receive(keys: Keys, amount: number): Promise<void> {
  const charge = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { ...CHARGE, amount },
  });
  assert.equal(charge.status, 201, charge.text);
  const id = String(charge.body.internal_id);
  bank.pay(id.replaceAll('-', ''));
  await until('it is paid', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === 'paid';
  });
}

async function prefer(person: PanelSession, kind: string, body: object): Promise<void> {
  const path = `/api/panel/notification-preferences/${kind}`;
  const answer = await person.call('PUT', path, { body });
  assert.equal(answer.status, 204, answer.text);
}

/** The texts of the mails to a person, oldest first. */
async function textsTo({ email }: { email: string }): Promise<string[]> {
  const rows = await gateway.sql(
    'select id, sealed_body from mails where recipient = $1 order by id',
    [email],
  );
  return rows.map(({ id, sealed_body: sealed }) =>
    Buffer.isBuffer(sealed) ? appContext.secretBox.open(sealed, String(id)) : '',
  );
}

async function subjectsTo({ email }: { email: string }): Promise<string[]> {
  const rows = await gateway.sql('select subject from mails where recipient = $1 order by id', [
    email,
  ]);
  return rows.map(({ subject }) => String(subject));
}

/** Does work of the worker in each bucket. */
async function inEachBucket(write: (deps: typeof appContext) => Promise<boolean>): Promise<void> {
  for (const database of appContext.database.buckets.all())
    await write({ ...appContext, database });
}

/** A person in two shops, which are in different buckets, and an owner who has only one. */
async function openTwoShops() {
  const [first, second] = [await openShop(gateway, 'live'), await openShop(gateway, 'live')];
  const person = await signIn(gateway, first.merchant, { memberRole: 'finance' });
  await join(gateway, second, { person, role: 'accountant' });
  await gateway.sql('delete from mails');
  return { first, second, person };
}

test('a person gets the mails of both shops, each by its own preferences and with its name', async () => {
  const { first, second, person } = await openTwoShops();
  await prefer(person, 'payment_received', { is_enabled: true, min_amount: 5_000 });
  await prefer(first.owner, 'payment_received', { is_enabled: true, min_amount: 5_000 });
  await choose(person, second.merchant.username);
  await prefer(person, 'payment_received', { is_enabled: true, min_amount: 90_000 });
  await receive(first.keys, 6_000);
  await receive(second.keys, 6_000);
  await receive(second.keys, 100_000);
  const subjects = await until('both shops have mailed', async () => {
    clock.advance(MINUTE_MS);
    await inEachBucket(writePaymentMails);
    const all = await subjectsTo(person);
    return all.length >= 2 ? all : undefined;
  });
  const starts = [first, second].map(({ merchant }) => `${merchant.name}: `);
  assert.equal(subjects.length, 2, subjects.join());
  for (const start of starts) assert.ok(subjects.some((subject) => subject.startsWith(start)));
  const texts = (await textsTo(person)).join();
  for (const { merchant } of [first, second]) {
    assert.match(texts, new RegExp(`/painel/\\S+[?&]loja=${merchant.username}(\\s|$)`, 'm'));
  }
  assert.ok(!(await textsTo(first.owner)).join().includes('loja='));
  const [plain] = await subjectsTo(first.owner);
  assert.ok(plain && !plain.startsWith(starts[0] ?? ''), 'who has one shop needs no name');
});

test('the summaries of both shops are mailed once each', async () => {
  const { first, second, person } = await openTwoShops();
  await prefer(person, 'daily_summary', { is_enabled: true });
  await choose(person, second.merchant.username);
  await prefer(person, 'daily_summary', { is_enabled: true });
  await receive(first.keys, 6_000);
  await receive(second.keys, 7_000);
  const day = brazilianDayOf(clock.now());
  clock.set((startOfBrazilianDay(addDays(day, 1)) ?? assert.fail()) + 8 * HOUR_MS);
  await gateway.sql('delete from mails');
  for (let round = 0; round < 2; round += 1) await inEachBucket(writeSummaryMails);
  const date = day.split('-').reverse().join('/');
  const expected = [first, second].map(({ merchant }) => `${merchant.name}: Resumo de ${date}`);
  assert.deepEqual((await subjectsTo(person)).toSorted(), expected.toSorted());
});

test('a person who was removed from a shop gets its mails no more, and those of the other', async () => {
  const { first, second, person } = await openTwoShops();
  await prefer(person, 'payment_received', { is_enabled: true, min_amount: 1 });
  await choose(person, second.merchant.username);
  await prefer(person, 'payment_received', { is_enabled: true, min_amount: 1 });
  const left = `/api/account/merchants/${second.merchant.username}/leave`;
  assert.equal((await person.call('POST', left, { body: {} })).status, 200);
  await gateway.sql('delete from mails');
  await receive(second.keys, 7_000);
  await receive(first.keys, 6_000);
  const subjects = await until('the first shop has mailed', async () => {
    clock.advance(MINUTE_MS);
    await inEachBucket(writePaymentMails);
    const all = await subjectsTo(person);
    return all.length > 0 ? all : undefined;
  });
  assert.equal(subjects.length, 1);
  const state = await gateway.sql('select from payment_notice_cursors where merchant_id = $1', [
    second.merchant.merchantId,
  ]);
  assert.equal(state.length, 0, 'the shop reads its payments for nobody');
});

test('one address gets the closings of two shops', async () => {
  const { first, second, person } = await openTwoShops();
  for (const { owner } of [first, second]) {
    const body = { email: person.email, periods: ['month'], language: 'pt-BR' };
    const named = await owner.callWithCode('POST', '/api/panel/closing-mails/recipients', body);
    assert.equal(named.status, 201, named.text);
  }
  const subjects = await subjectsTo(person);
  for (const { merchant } of [first, second]) {
    assert.ok(
      subjects.some((subject) => subject.includes(merchant.name)),
      subjects.join(),
    );
  }
});
