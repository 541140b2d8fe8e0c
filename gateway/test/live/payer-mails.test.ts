import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ERASED_PAYER } from '#src/charges/erased-payer.ts';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { createMailSender } from '#src/ground/mail/send-mails.ts';
import { MAILS_PER_ADDRESS, MAILS_PER_DAY } from '#src/messages/payer-mails/payer-mail-plan.ts';
import { payerMailHooks } from '#src/messages/payer-mails/send-payer-mails.ts';
import { writePayerMails } from '#src/messages/payer-mails/write-payer-mails.ts';
import { payerMailParts } from '#src/reports/receipts/payer-mail-parts.ts';
import { createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { startMailServer } from '../support/mail-server.ts';
import { payerMailClient, readMessage } from '../support/payer-mails.ts';
import { createPayers, type Link } from '../support/payment-links.ts';

const server = await startMailServer({ after });
const { gateway, bank } = await startLiveInBuckets({ after }, { env: { SMTP_URL: server.url } });
const { mailsOf, turnOn, charge, states } = payerMailClient(gateway);
const deps = { ...gateway.appContext, ...payerMailParts(gateway.appContext) };
const DAY_S = DAY_MS / 1_000;
let payers = 0;

/** The address of a payer that no other test uses. */
function newAddress(): string {
  payers += 1;
  return `pagador-${payers}@casa.example`;
}

const shopWith = async (wishes: object) => {
  const { keys, merchant } = await createMerchantWithKeys(gateway, 'live');
  await turnOn(keys, wishes);
  return { keys, merchant };
};

/** Two workers write all that is due, at the same time. */
async function twoWorkers(): Promise<void> {
  for (const database of gateway.appContext.database.buckets.all()) {
    const one = async () => {
      while (await writePayerMails({ ...deps, database }));
    };
    await Promise.all([one(), one()]);
  }
}

/** Lets the charges of now be planned, then goes to an hour of a day of Brasília. */
async function goTo(days: number, hour: number): Promise<void> {
  gateway.clock.advance(2 * MINUTE_MS);
  await twoWorkers();
  const day = addDays(brazilianDayOf(gateway.clock.now()), days);
  gateway.clock.advance(startOfKnownDay(day) + hour * HOUR_MS - gateway.clock.now());
  await twoWorkers();
}

const messagesTo = (address: string) =>
  server.messages.map(readMessage).filter(({ header }) => header('To').includes(address));

async function end(keys: Keys, id: string, wanted: readonly string[]): Promise<void> {
  await until(wanted.join(', '), async () => {
    const found = await states(keys, id);
    return JSON.stringify(found) === JSON.stringify(wanted);
  });
}

test('two workers mail each due charge once', async () => {
  const { keys } = await shopWith({ days_before: 1 });
  const addresses = [newAddress(), newAddress(), newAddress()];
  const ids = [];
  for (const address of addresses) ids.push(await charge(keys, address, { expires_in: 3 * DAY_S }));
  await goTo(2, 10);
  for (const id of ids) await end(keys, id, ['before sent']);
  await twoWorkers();
  gateway.clock.advance(HOUR_MS);
  await twoWorkers();
  assert.deepEqual(
    addresses.map((address) => messagesTo(address).length),
    [1, 1, 1],
  );
});

test('a charge that is paid between the writing and the sending of its reminder gets none', async () => {
  const { keys } = await shopWith({ days_before: 1 });
  const address = newAddress();
  const id = await charge(keys, address, { expires_in: 3 * DAY_S });
  server.isDown = true;
  await goTo(2, 10);
  await until('an attempt has failed', async () => {
    const rows = await gateway.sql('select failure from mails where recipient = $1', [address]);
    return rows[0]?.failure != null;
  });
  bank.pay(id.replaceAll('-', ''));
  await until('it is paid', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === 'paid';
  });
  server.isDown = false;
  gateway.clock.advance(HOUR_MS);
  await end(keys, id, ['before skipped paid']);
  assert.deepEqual(messagesTo(address), []);
});

test('after a crash in the middle of an attempt a payer gets no second mail', async (context) => {
  const { keys } = await shopWith({ days_before: 1 });
  const address = newAddress();
  const id = await charge(keys, address, { expires_in: 3 * DAY_S });
  server.isDown = true;
  context.after(() => {
    server.isDown = false;
  });
  await goTo(2, 10);
  const isTried = async () => {
    const rows = await gateway.sql(
      `select id from mails where recipient = $1 and failure is not null`,
      [address],
    );
    return rows.length === 1;
  };
  await until('an attempt has failed', isTried);
  // As a process leaves it that has died after the server took the mail: no result is recorded.
  await gateway.sql('update mails set failure = null, next_attempt_at = $2 where recipient = $1', [
    address,
    new Date(gateway.clock.now() - 1),
  ]);
  server.isDown = false;
  await end(keys, id, ['before failed interrupted']);
  assert.deepEqual(messagesTo(address), []);
});

test('an address that the mail server refuses is marked, and the merchant sees why', async () => {
  const { keys } = await shopWith({ days_before: 1, on_due_day: true });
  const address = newAddress();
  server.refusals.set(address, `550 5.1.1 <${address}> no such user`);
  const id = await charge(keys, address, { expires_in: 3 * DAY_S });
  await goTo(2, 10);
  await end(keys, id, ['before failed address_refused', 'on_due_day planned']);
  const mails = await mailsOf(keys, id);
  assert.deepEqual(mails.address_stop, { reason: 'refused', reply: '550 5.1.1' });
  assert.equal(mails.data[0]?.reply, '550 5.1.1');
  server.refusals.delete(address);
  await goTo(1, 10);
  await end(keys, id, ['before failed address_refused', 'on_due_day skipped address_refused']);
  const other = await shopWith({ days_before: 1 });
  const theirs = await charge(other.keys, address, { expires_in: 3 * DAY_S });
  await goTo(2, 10);
  await end(other.keys, theirs, ['before sent']);
});

test('a server that refuses the sender or its rules marks no address', async () => {
  const { keys } = await shopWith({ days_before: 1 });
  const address = newAddress();
  server.refusals.set(address, '554 5.7.1 relay access denied');
  const id = await charge(keys, address, { expires_in: 3 * DAY_S });
  await goTo(2, 10);
  await end(keys, id, ['before failed mail_refused']);
  assert.equal((await mailsOf(keys, id)).address_stop, null);
  assert.doesNotMatch(gateway.logLines.join('\n'), /casa\.example/, 'no address in the log');
});

test('one click ends all mails of one merchant, without a log-in, and a followed link does not', async () => {
  const first = await shopWith({ days_before: 1, on_due_day: true });
  const second = await shopWith({ days_before: 1 });
  const address = newAddress();
  const id = await charge(first.keys, address, { expires_in: 3 * DAY_S });
  const theirs = await charge(second.keys, address.toUpperCase(), { expires_in: 5 * DAY_S });
  await goTo(2, 10);
  await end(first.keys, id, ['before sent', 'on_due_day planned']);
  const [mail] = messagesTo(address);
  const link = /<(.*)>/.exec(mail?.header('List-Unsubscribe') ?? '')?.[1] ?? '';
  assert.ok(mail?.text.includes(link), 'the link is in the text too');
  const path = new URL(link).pathname;
  const page = await gateway.call('GET', path);
  assert.equal(page.status, 200);
  assert.match(page.text, /<form method="post">/);
  assert.doesNotMatch(page.text, /casa\.example/);
  assert.equal((await mailsOf(first.keys, id)).address_stop, null, 'a followed link');
  // The last character of a token has unused bits, so another one is changed.
  const at = path.lastIndexOf('/') + 1;
  const forged = `${path.slice(0, at)}${path[at] === 'A' ? 'B' : 'A'}${path.slice(at + 1)}`;
  for (const method of ['GET', 'POST'])
    assert.equal((await gateway.call(method, forged)).status, 404);
  const clicked = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  assert.equal(clicked.status, 200, await clicked.text());
  const { address_stop: stop } = await mailsOf(first.keys, id);
  assert.deepEqual(stop, { reason: 'unsubscribed', reply: null });
  await goTo(1, 10);
  await end(first.keys, id, ['before sent', 'on_due_day skipped unsubscribed']);
  await goTo(1, 10);
  await end(second.keys, theirs, ['before sent']);
});

test('an address gets a bounded number of mails a day', async () => {
  const { keys } = await shopWith({ days_before: 1 });
  const address = newAddress();
  const ids: string[] = [];
  for (let made = 0; made <= MAILS_PER_ADDRESS; made += 1) {
    ids.push(await charge(keys, address, { expires_in: 3 * DAY_S }));
  }
  await goTo(2, 10);
  const all = await until('all have ended', async () => {
    const found = (await Promise.all(ids.map((id) => states(keys, id)))).flat();
    return found.every((state) => !/planned|waiting/.test(state)) && found;
  });
  const sent = all.filter((state) => state === 'before sent');
  assert.equal(sent.length, MAILS_PER_ADDRESS);
  assert.equal(all.filter((state) => state === 'before skipped address_limit').length, 1);
});

test('a merchant writes a bounded number of mails a day', async () => {
  const { keys, merchant } = await shopWith({ days_before: 1 });
  const address = newAddress();
  const id = await charge(keys, address, { expires_in: 4 * DAY_S });
  await goTo(2, 12);
  await gateway.sql(
    `update payer_mail_settings set counted_day = $2, mail_count = $3 where merchant_id = $1`,
    [merchant.merchantId, addDays(brazilianDayOf(gateway.clock.now()), 1), MAILS_PER_DAY],
  );
  await goTo(1, 10);
  await end(keys, id, ['before skipped daily_limit']);
  assert.deepEqual(messagesTo(address), []);
});

test('a payment by a link has a receipt, and an erased payer gets none and leaves no mail', async () => {
  const { keys } = await shopWith({ receipts: true, days_after: 2 });
  const address = newAddress();
  const made = await gateway.call<Link>('POST', '/v1/payment-links', {
    keys,
    body: { title: 'Aula de violão', amount: 5_000 },
  });
  assert.equal(made.status, 201, made.text);
  const payer = { name: 'Zefirina Souza', document: '529.982.247-25', email: address };
  const bought = await createPayers(gateway.url).visitor().buy(made.body, payer);
  const id = bought.chargeId ?? '';
  assert.notEqual(id, '', bought.text);
  bank.pay(id.replaceAll('-', ''));
  await until('it is paid', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === 'paid';
  });
  gateway.clock.advance(2 * MINUTE_MS);
  await twoWorkers();
  await end(keys, id, ['receipt sent']);
  assert.equal(messagesTo(address).length, 1);
  const found = await gateway.call<{ data: { id: string }[] }>(
    'GET',
    '/v1/customers?search=52998224725',
    { keys },
  );
  const erased = await gateway.call('DELETE', `/v1/customers/${found.body.data[0]?.id}`, { keys });
  assert.equal(erased.body.status, 'done', erased.text);
  const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
  assert.deepEqual(body.payer, ERASED_PAYER);
  assert.deepEqual(await gateway.sql('select id from mails where recipient = $1', [address]), []);
  assert.deepEqual(await states(keys, id), ['receipt sent'], 'that it was sent stays');
});

test('an expired charge whose payer is erased gets no reminder after its end', async () => {
  const { keys } = await shopWith({ days_after: 3 });
  const address = newAddress();
  const id = await charge(keys, address, { expires_in: 3_600 });
  await goTo(1, 10);
  await until('it has expired', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === 'expired';
  });
  const found = await gateway.call<{ data: { id: string }[] }>('GET', '/v1/customers', { keys });
  await gateway.call('DELETE', `/v1/customers/${found.body.data[0]?.id}`, { keys });
  await goTo(5, 10);
  assert.deepEqual(await states(keys, id), ['after skipped erased']);
  assert.deepEqual(messagesTo(address), []);
});

test('two senders of the outbox send a mail once', async () => {
  const { keys } = await shopWith({ days_before: 1 });
  const address = newAddress();
  const id = await charge(keys, address, { expires_in: 3 * DAY_S });
  await goTo(2, 10);
  const smtp = { url: server.url, from: 'gateway@exemplo.com.br', requiresTls: false };
  const makeFiles = async () => ({ files: [] });
  const senders = [0, 1].map(() =>
    createMailSender({ ...gateway.appContext, makeFiles, payerMails: payerMailHooks(deps) }, smtp),
  );
  await Promise.all(senders.map((sender) => sender.sendDue()));
  await end(keys, id, ['before sent']);
  for (const sender of senders) sender.close();
  assert.equal(messagesTo(address).length, 1);
});
