import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { addDays, brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { MEMBER_ACCESS } from '#src/host/http/member-access.ts';
import { NOTIFICATION_RULES } from '#src/messages/notifications/notification-kind.ts';
import { writePaymentMails } from '#src/messages/notifications/payments/write-payment-mails.ts';
import { settlePayouts } from '#src/money-out/payouts/settle-payouts.ts';
import { stopPayouts } from '#src/money-out/payouts/stop/stop-payouts.ts';
import { writeSummaryMails } from '#src/reports/summaries/write-summary-mails.ts';
import { watchEndpoints } from '#src/webhooks/alarms/watch-endpoints.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import { CHARGE, createMerchantWithKeys, type Keys, PAYOUT, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { type PanelSession, signIn } from '../support/panel.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const { gateway, bank } = await startLiveInBuckets({ after });
const deps = gateway.appContext;
const PREFERENCES = '/api/panel/notification-preferences';
const NOTICES = '/api/panel/live/notices';

async function openShop() {
  const { merchant, keys } = await createMerchantWithKeys(gateway, 'live');
  const member = (memberRole: MemberRole) => signIn(gateway, merchant, { memberRole });
  return { merchant, keys, owner: await signIn(gateway, merchant), member };
}
type MemberRole = 'finance' | 'developer' | 'viewer';

async function choose(session: PanelSession, kind: string, body: object): Promise<void> {
  const answer = await session.call('PUT', `${PREFERENCES}/${kind}`, { body });
  assert.equal(answer.status, 204, answer.text);
}

/** Pays charges at the bank, and waits until the gateway has booked them. */
async function receive(keys: Keys, amounts: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, amount] of amounts.entries()) {
    const body = { ...CHARGE, amount, external_id: `pedido-${index + 1}` };
    const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
    assert.equal(charge.status, 201, charge.text);
    ids.push(String(charge.body.internal_id));
    bank.pay(String(charge.body.internal_id).replaceAll('-', ''));
  }
  for (const id of ids) {
    await until('it is paid', async () => {
      const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
      return body.status === 'paid';
    });
  }
  return ids;
}

interface SentMail {
  readonly subject: string;
  readonly text: string;
}

/** The mails to a person, oldest first. */
async function mailsTo({ email }: { email: string }): Promise<SentMail[]> {
  const rows = await gateway.sql(
    'select id, subject, sealed_body from mails where recipient = $1 order by id',
    [email],
  );
  return rows.map(({ id, subject, sealed_body: sealed }) => ({
    subject: String(subject),
    text: Buffer.isBuffer(sealed) ? gateway.appContext.secretBox.open(sealed, String(id)) : '',
  }));
}

/** Lets two workers write what is due, at the same time, in each bucket. */
async function twoWorkers(write: (one: typeof deps) => Promise<boolean>): Promise<void> {
  for (const database of gateway.appContext.database.buckets.all()) {
    await Promise.all([write({ ...deps, database }), write({ ...deps, database })]);
  }
}

test('a member chooses the mails that its role may read, and has the defaults before it chooses', async () => {
  const shop = await openShop();
  const kindsOf = async (session: PanelSession) => {
    const { body } = await session.call<{
      preferences: { kind: string; is_enabled: boolean }[];
    }>('GET', PREFERENCES);
    return body.preferences.map(({ kind, is_enabled: isOn }) => `${kind} ${isOn}`);
  };
  const rest = ['dispute true', 'webhook_failing true', 'daily_summary false'];
  assert.deepEqual(await kindsOf(shop.owner), [
    'payment_received false',
    'payout_failed true',
    ...rest,
  ]);
  const finance = await shop.member('finance');
  assert.deepEqual(await kindsOf(finance), [
    'payment_received false',
    'payout_failed true',
    'dispute true',
    'daily_summary false',
  ]);
  const refused = await finance.call('PUT', `${PREFERENCES}/webhook_failing`, {
    body: { is_enabled: true },
  });
  assert.deepEqual([refused.status, refused.body.code], [403, 'role_missing']);
  await choose(finance, 'dispute', { is_enabled: false });
  assert.ok((await kindsOf(finance)).includes('dispute false'));
  assert.ok((await kindsOf(shop.owner)).includes('dispute true'), 'others keep theirs');
  for (const { operation, roles } of Object.values(NOTIFICATION_RULES)) {
    assert.deepEqual(roles, MEMBER_ACCESS[operation]?.roles.live, operation);
  }
});

test('payments from the chosen amount are mailed once, though two workers look', async () => {
  const shop = await openShop();
  const finance = await shop.member('finance');
  await choose(shop.owner, 'payment_received', { is_enabled: true, min_amount: 5_000 });
  await choose(finance, 'payment_received', { is_enabled: true, min_amount: 20_000 });
  const [, id] = await receive(shop.keys, [4_999, 5_000]);
  gateway.clock.advance(MINUTE_MS);
  await twoWorkers(writePaymentMails);
  const [mail, ...others] = await until('a mail', async () => {
    const mails = await mailsTo(shop.owner);
    return mails.length > 0 && mails;
  });
  assert.deepEqual([mail?.subject, others], ['Pagamento de R$ 50,00 recebido', []]);
  assert.match(mail?.text ?? '', /^R\$ 50,00 em .*, referência pedido-2\./);
  assert.ok(mail?.text.includes(`/painel/transacoes/${id}?ambiente=producao`), mail?.text);
  assert.doesNotMatch(mail?.text ?? '', /Maria|12345678909/, 'nothing of the payer');
  assert.deepEqual(await mailsTo(finance), []);
  gateway.clock.advance(MINUTE_MS);
  await twoWorkers(writePaymentMails);
  assert.equal((await mailsTo(shop.owner)).length, 1, 'never again');
});

test('a payout that the bank did not pay is mailed to those who want it', async () => {
  const shop = await openShop();
  await receive(shop.keys, [10_000]);
  const finance = await shop.member('finance');
  const developer = await shop.member('developer');
  await choose(finance, 'payout_failed', { is_enabled: false });
  await choose(developer, 'payout_failed', { is_enabled: true });
  const { merchantId } = shop.merchant;
  const scope = { merchantId, environment: 'live' } as const;
  const stop = { ...scope, stoppedBy: 'merchant' } as const;
  await stopPayouts(gateway.appContext, stop, 'Teste', commandActor);
  const body = { ...PAYOUT, amount: 200 };
  const payout = await gateway.call('POST', '/v1/pix/payout', { keys: shop.keys, body });
  const id = String(payout.body.internal_id);
  const failure = { code: 'key_not_found', message: 'A chave não existe.' };
  const outcome = { ...scope, id, status: 'failed', endToEndId: null, failure } as const;
  await gateway.appContext.database.transaction((tx) =>
    settlePayouts(gateway.appContext, tx, [outcome]),
  );
  gateway.clock.advance(2 * MINUTE_MS);
  const subject = 'Saque não realizado';
  const has = async (session: PanelSession) =>
    (await mailsTo(session)).some((mail) => mail.subject === subject);
  await until('the mails', async () => (await has(shop.owner)) && (await has(developer)));
  assert.equal(await has(finance), false);
  const { body: list } = await shop.owner.call<{ data: Record<string, unknown>[] }>('GET', NOTICES);
  const lines = list.data.map(({ kind, resource_id: of, amount }) => [kind, of, amount]);
  assert.ok(
    lines.some((line) => line.join() === ['payout.failed', id, 200].join()),
    JSON.stringify(lines),
  );
});

test('the summary of a day is mailed once from eight o’clock on', async () => {
  const shop = await openShop();
  await choose(shop.owner, 'daily_summary', { is_enabled: true });
  await receive(shop.keys, [10_000, 2_000]);
  const day = brazilianDayOf(gateway.clock.now());
  const next = startOfBrazilianDay(addDays(day, 1)) ?? assert.fail();
  gateway.clock.set(next + 8 * HOUR_MS - MINUTE_MS);
  await twoWorkers(writeSummaryMails);
  assert.deepEqual(await mailsTo(shop.owner), [], 'not before eight');
  gateway.clock.advance(2 * MINUTE_MS);
  await twoWorkers(writeSummaryMails);
  const [mail, ...others] = await mailsTo(shop.owner);
  const date = day.split('-').reverse().join('/');
  assert.deepEqual([mail?.subject, others], [`Resumo de ${date}`, []]);
  assert.match(mail?.text ?? '', /Recebido: R\$ 120,00 \(2 pagamentos\)/);
  assert.match(mail?.text ?? '', /Tarifas: R\$ 2,76/);
  assert.match(mail?.text ?? '', /Saldo disponível no fim do dia: R\$ 117,24/);
  gateway.clock.advance(24 * HOUR_MS);
  await twoWorkers(writeSummaryMails);
  assert.equal((await mailsTo(shop.owner)).length, 1, 'nothing happened on the next day');
});

test('a webhook that fails for ten minutes is mailed once, and is in the bell', async (context) => {
  const sink = await startWebhookSink(context);
  sink.answerWith((_webhook, response) => response.writeHead(500).end());
  const shop = await openShop();
  const scope = { merchantId: shop.merchant.merchantId, environment: 'live' } as const;
  const targetRules = { allowPrivateAddresses: true, allowPlainHttp: true };
  const { id } = await createEndpoint(
    { ...gateway.appContext, targetRules },
    { ...scope, isSandbox: false },
    { url: `${sink.url}/in` },
    commandActor,
  );
  await receive(shop.keys, [1_000]);
  const watch = () => twoWorkers(watchEndpoints);
  await until('it fails', async () => {
    await watch();
    const rows = await gateway.sql('select from webhook_alarms where endpoint_id = $1', [id]);
    return rows.length === 1;
  });
  const told = async () =>
    (await mailsTo(shop.owner)).filter(({ subject }) => subject === 'Webhook com falhas');
  assert.deepEqual(await told(), []);
  gateway.clock.advance(11 * MINUTE_MS);
  await watch();
  await watch();
  const [mail, ...others] = await told();
  assert.ok(mail?.text.includes(`/painel/webhooks/${id}`), mail?.text);
  assert.deepEqual(others, []);
  const kinds = async (session: PanelSession) => {
    const { body } = await session.call<{ data: { kind: string }[] }>('GET', NOTICES);
    return body.data.map(({ kind }) => kind);
  };
  assert.ok((await kinds(shop.owner)).includes('webhook.failing'));
  assert.ok(!(await kinds(await shop.member('finance'))).includes('webhook.failing'));
});

test('the bell counts what is new until it is marked as seen', async () => {
  const shop = await openShop();
  const viewer = await shop.member('viewer');
  const unread = async (session: PanelSession) =>
    (await session.call('GET', `${NOTICES}/unread`)).body.count;
  assert.equal(await unread(viewer), 0);
  await receive(shop.keys, [1_000, 2_000]);
  assert.equal(await unread(viewer), 2);
  const { body } = await viewer.call('GET', NOTICES);
  await receive(shop.keys, [3_000]);
  const until = { until: body.read_at };
  const seen = await viewer.call('POST', `${NOTICES}/seen`, { body: until });
  assert.equal(seen.status, 204, seen.text);
  assert.equal(await unread(viewer), 1, 'what came after the list is unread');
  assert.equal(await unread(shop.owner), 3, 'another member has seen nothing');
  await receive(shop.keys, [4_000]);
  const { body: list } = await viewer.call<{ data: Record<string, unknown>[] }>('GET', NOTICES);
  const lines = list.data.map(({ kind, count, amount }) => [kind, count, amount]);
  assert.deepEqual(lines, [['payments_of_day', 4, 10_000]], 'a day with many has one line');
});
