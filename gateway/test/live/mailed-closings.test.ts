import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import { currentFirstDay, dueAfter } from '#src/reports/closing-mails/closing-period.ts';
import { writeClosingMails } from '#src/reports/closing-mails/write-closing-mails.ts';
import { createMerchantWithKeys, SANDBOX_KEYS } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { openSession, type PanelSession, signIn } from '../support/panel.ts';

const PATH = '/api/panel/closing-mails';
const { gateway } = await startLiveInBuckets({ after });
const { appContext, clock } = gateway;
await gateway.stopWorker();

interface Page {
  readonly data: readonly Record<string, unknown>[];
  readonly next_cursor: string | null;
}

async function openShop() {
  const { merchant, keys } = await createMerchantWithKeys(gateway, 'live');
  return { keys, owner: await signIn(gateway, merchant, { hasSecondFactor: true }) };
}

/** Names an address, which confirms by the link of its mail. */
async function nameAndConfirm(owner: PanelSession, email: string): Promise<void> {
  const wanted = { email, periods: ['month'], language: 'en' };
  const named = await owner.callWithCode('POST', `${PATH}/recipients`, wanted);
  assert.equal(named.status, 201, named.text);
  const [mail] = await gateway.sql('select id, sealed_body from mails where recipient = $1', [
    email,
  ]);
  const text = appContext.secretBox.open(mail?.sealed_body as Buffer, String(mail?.id));
  const token = /#(\S+)/.exec(text)?.[1];
  const visitor = openSession(gateway, 'ninguem@exemplo.com.br');
  const path = '/api/account/closing-mails/confirm';
  const confirmed = await visitor.call('POST', path, { body: { token } });
  assert.equal(confirmed.status, 200, confirmed.text);
}

/** Mails the closings of the month that ends. Returns its first day. */
async function endMonth(): Promise<string> {
  const firstDay = currentFirstDay('month', clock.now());
  clock.set(dueAfter('month', firstDay));
  const readKey = () => readReceiptKey(appContext.database, appContext.secretBox);
  for (const database of appContext.database.buckets.all()) {
    await writeClosingMails({ ...appContext, database, readKey });
  }
  return firstDay;
}

test('the API and the panel show who gets closings and which were mailed, to their merchant only', async () => {
  const shop = await openShop();
  const email = 'contador@contabil.example';
  await nameAndConfirm(shop.owner, email);
  const from = await endMonth();
  const settings = await gateway.call('GET', '/v1/closings/settings', { keys: shop.keys });
  const listed = await shop.owner.call<Page>('GET', PATH);
  assert.deepEqual(settings.body, { formats: ['pdf', 'xlsx'], recipients: listed.body.data });
  const sent = await gateway.call<Page>('GET', '/v1/closings', { keys: shop.keys });
  const [only] = sent.body.data;
  assert.deepEqual(
    [sent.body.data.length, only?.email, only?.from, only?.formats, only?.status],
    [1, email, from, ['pdf', 'xlsx'], 'waiting'],
  );
  assert.deepEqual((await shop.owner.call('GET', `${PATH}/sent`)).body, sent.body);
  await endMonth();
  const newest = await gateway.call<Page>('GET', '/v1/closings?limit=1', { keys: shop.keys });
  const next = `/v1/closings?limit=1&cursor=${newest.body.next_cursor}`;
  const older = await gateway.call<Page>('GET', next, { keys: shop.keys });
  assert.deepEqual([older.body.data, older.body.next_cursor], [[only], null]);
});

test('another merchant sees no mailed closings, and the public sandbox is refused', async () => {
  const stranger = await openShop();
  const foreign = await gateway.call<Page>('GET', '/v1/closings', { keys: stranger.keys });
  assert.deepEqual(foreign.body.data, []);
  for (const path of ['/v1/closings', '/v1/closings/settings']) {
    const closed = await gateway.call('GET', path, { keys: SANDBOX_KEYS });
    assert.deepEqual([closed.status, closed.body.code], [403, 'sandbox_forbidden']);
  }
});
