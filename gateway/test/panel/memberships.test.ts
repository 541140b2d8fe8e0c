import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CHARGE, PAYOUT, startGateway } from '../support/gateway.ts';
import { acting, choose, join, openShop } from '../support/memberships.ts';
import { logIn, signIn } from '../support/panel.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const LIST = '/api/panel/test/transactions';

/** A person who owns the first shop and is an accountant of the second one. */
async function openTwoShops() {
  const [first, second] = [await openShop(gateway), await openShop(gateway)];
  const person = await signIn(gateway, first.merchant);
  await join(gateway, second, { person, role: 'accountant' });
  return { first, second, person };
}

function leave(person: Awaited<ReturnType<typeof signIn>>, username: string) {
  return person.call('POST', `/api/account/merchants/${username}/leave`, { body: {} });
}

function idsOf(email: string) {
  return gateway.sql('select "id" from auth."user" where "email" = $1', [email]);
}

test('a person acts for the chosen shop with the role there, and reads nothing of the other', async () => {
  const { first, second, person } = await openTwoShops();
  assert.equal((await choose(person, second.merchant.username)).status, 200);
  assert.deepEqual(await acting(person), [second.merchant.username, 'accountant']);
  const team = await person.call('GET', '/api/panel/team/members');
  assert.equal(team.body.code, 'role_missing');
  assert.equal((await choose(person, first.merchant.username)).status, 200);
  const own = await person.call<{ data: { email: string }[] }>('GET', '/api/panel/team/members');
  const emails = own.body.data.map(({ email }) => email);
  assert.deepEqual(emails.toSorted(), [first.owner.email, person.email].toSorted());
});

test('an accountant of several shops reads in each of them and changes nothing in any', async () => {
  const shops = [await openShop(gateway), await openShop(gateway)];
  const [first] = shops;
  const person = await signIn(gateway, first?.merchant ?? assert.fail(), {
    memberRole: 'accountant',
  });
  for (const shop of shops.slice(1)) await join(gateway, shop, { person, role: 'accountant' });
  for (const { merchant } of shops) {
    assert.equal((await choose(person, merchant.username)).status, 200);
    assert.equal((await person.call('GET', LIST)).status, 200);
    const changes = [
      await person.call('POST', '/api/panel/test/charges', { body: CHARGE }),
      await person.call('POST', '/api/panel/test/payouts', { body: PAYOUT }),
      await person.call('GET', '/api/panel/test/credentials'),
    ];
    for (const { status, body } of changes) {
      assert.deepEqual([status, body.code], [403, 'role_missing']);
    }
  }
});

test('a log-in opens the shop that the person chose last, and another session keeps its shop', async () => {
  const { first, second, person } = await openTwoShops();
  const before = await logIn(gateway, person.email);
  assert.deepEqual(await acting(before), [first.merchant.username, 'owner']);
  await choose(person, second.merchant.username);
  assert.deepEqual(await acting(before), [first.merchant.username, 'owner']);
  const later = await logIn(gateway, person.email);
  assert.deepEqual(await acting(later), [second.merchant.username, 'accountant']);
});

test('an unknown shop and the shop of others are refused alike', async () => {
  const { first, person } = await openTwoShops();
  const foreign = await openShop(gateway);
  const answers = [
    await choose(person, foreign.merchant.username),
    await choose(person, 'loja-que-nao-existe'),
    await leave(person, foreign.merchant.username),
    await leave(person, 'loja-que-nao-existe'),
  ];
  for (const { status, text } of answers) {
    assert.deepEqual([status, JSON.parse(text).code], [404, 'merchant_not_found']);
    assert.equal(text, answers[0]?.text);
  }
  assert.deepEqual(await acting(person), [first.merchant.username, 'owner']);
});

test('a page of a shop that another tab has left is refused with 409, for reads and changes', async () => {
  const { first, second, person } = await openTwoShops();
  const shown = (username: string) => ({ headers: { 'x-viewed-merchant': username } });
  const ofFirst = shown(first.merchant.username);
  assert.equal((await person.call('GET', LIST, ofFirst)).status, 200);
  await choose(person, second.merchant.username);
  const refused = [
    await person.call('GET', LIST, ofFirst),
    await person.call('GET', `${LIST}?viewed=${first.merchant.username}`),
    await person.call('PUT', '/api/panel/notification-preferences/dispute', {
      ...ofFirst,
      body: { is_enabled: true },
    }),
    await person.call('GET', `/api/panel/events?viewed=${first.merchant.username}`),
    // Uploads have no header of the page.
    await person.call('POST', `/api/panel/kyc/documents?viewed=${first.merchant.username}`, {
      body: {},
    }),
  ];
  for (const { status, body } of refused) {
    assert.deepEqual([status, body.code], [409, 'merchant_switched']);
  }
  assert.deepEqual(await gateway.sql('select from notification_preferences'), []);
  assert.equal((await person.call('GET', LIST, shown(second.merchant.username))).status, 200);
});

test('of two concurrent choices one is in force, and pages of the other shop are refused', async () => {
  const { first, second, person } = await openTwoShops();
  const names = [first.merchant.username, second.merchant.username];
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(names.map((username) => choose(person, username)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    const [username] = await acting(person);
    const statuses = await Promise.all(
      names.map(async (name) => {
        const answer = await person.call('GET', LIST, { headers: { 'x-viewed-merchant': name } });
        return [name, answer.status];
      }),
    );
    const expected = names.map((name) => [name, name === username ? 200 : 409]);
    assert.deepEqual(statuses, expected);
  }
});

test('a removed membership ends its sessions at the next request; the person keeps the other shop', async () => {
  const { first, second, person } = await openTwoShops();
  const elsewhere = await logIn(gateway, person.email);
  await choose(person, second.merchant.username);
  const [{ id } = { id: '' }] = await idsOf(person.email);
  const path = `/api/panel/team/members/${String(id)}/remove`;
  assert.equal((await second.owner.callWithCode('POST', path)).status, 200);
  assert.equal((await person.call('GET', LIST)).body.code, 'not_logged_in');
  assert.deepEqual(await acting(elsewhere), [first.merchant.username, 'owner']);
  const again = await logIn(gateway, person.email);
  assert.deepEqual(await acting(again), [first.merchant.username, 'owner']);
  assert.equal((await choose(again, second.merchant.username)).status, 404);
});

test('two shops that remove a person at the same time delete the user', async () => {
  const [first, second] = [await openShop(gateway), await openShop(gateway)];
  const shops = [first, second];
  const person = await signIn(gateway, first.merchant, { memberRole: 'viewer' });
  await join(gateway, second, { person, role: 'viewer' });
  const [{ id } = { id: '' }] = await idsOf(person.email);
  const path = `/api/panel/team/members/${String(id)}/remove`;
  const codes = await Promise.all(shops.map(({ owner }) => owner.code()));
  const removed = await Promise.all(
    shops.map(({ owner }, index) => owner.call('POST', path, { body: { code: codes[index] } })),
  );
  assert.deepEqual(
    removed.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual(await idsOf(person.email), []);
});

test('a person leaves a shop, goes on in another one, and is deleted with the last one', async () => {
  const { first, second, person } = await openTwoShops();
  await choose(person, second.merchant.username);
  assert.equal((await leave(person, second.merchant.username)).status, 200);
  assert.deepEqual(await acting(person), [first.merchant.username, 'owner']);
  const mails = await gateway.sql('select subject from mails where recipient = $1', [
    second.owner.email,
  ]);
  assert.ok(mails.some(({ subject }) => String(subject).startsWith(`${person.email} saiu`)));
  assert.equal((await leave(person, first.merchant.username)).status, 200);
  assert.equal((await person.call('GET', LIST)).body.code, 'not_logged_in');
  assert.deepEqual(await idsOf(person.email), []);
});

test('the last owner can’t leave, also with another shop', async () => {
  const [first, second] = [await openShop(gateway), await openShop(gateway)];
  const person = await signIn(gateway, first.merchant, { memberRole: 'viewer' });
  await join(gateway, second, { person, role: 'owner' });
  assert.equal((await leave(second.owner, second.merchant.username)).status, 200);
  const refused = await leave(person, second.merchant.username);
  assert.deepEqual([refused.status, refused.body.code], [409, 'last_owner']);
});

test('the preferences of a person are of one shop, and end with the membership', async () => {
  const { first, second, person } = await openTwoShops();
  const path = '/api/panel/notification-preferences';
  const isOn = async () => {
    const { body } = await person.call<{ preferences: { kind: string; is_enabled: boolean }[] }>(
      'GET',
      path,
    );
    return body.preferences.find(({ kind }) => kind === 'payment_received')?.is_enabled;
  };
  const body = { is_enabled: true, min_amount: 100 };
  assert.equal((await person.call('PUT', `${path}/payment_received`, { body })).status, 204);
  await choose(person, second.merchant.username);
  assert.equal(await isOn(), false);
  await person.call('PUT', `${path}/payment_received`, { body });
  await leave(person, second.merchant.username);
  assert.equal(await isOn(), true);
  const rows = await gateway.sql('select merchant_id from notification_preferences');
  assert.ok(rows.some(({ merchant_id: id }) => id === first.merchant.merchantId));
  assert.ok(rows.every(({ merchant_id: id }) => id !== second.merchant.merchantId));
});

test('a person sees the notices of each shop as read on its own', async () => {
  const { second, person } = await openTwoShops();
  const seen = { until: new Date(gateway.clock.now()).toISOString() };
  const path = '/api/panel/live/notices';
  const marked = await person.call('POST', `${path}/seen`, { body: seen });
  assert.equal(marked.status, 204, marked.text);
  await choose(person, second.merchant.username);
  const rows = await gateway.sql('select merchant_id from notice_visits');
  assert.ok(rows.length > 0);
  assert.ok(rows.every(({ merchant_id: id }) => id !== second.merchant.merchantId));
});
