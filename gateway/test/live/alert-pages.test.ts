import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMailer } from '#src/ground/mail/mailer.ts';
import { createMailSender } from '#src/ground/mail/send-mails.ts';
import type { AlertCause, AlertReaders } from '#src/messages/alerts/operator-alert.ts';
import { ALERT_RULES } from '#src/messages/alerts/operator-alert.ts';
import { createAlertSender } from '#src/messages/alerts/send-alerts.ts';
import { until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { startMailServer } from '../support/mail-server.ts';
import { createStuckOrders, SILENT_BANK } from '../support/stuck-orders.ts';

const HOUR_MS = 3_600_000;
const live = await startLiveInBuckets({ after }, SILENT_BANK);
const { gateway, bank } = live;
const { appContext, clock } = gateway;
const { database, logger, secretBox } = appContext;
const { operator, openShop, stuckPayout, stuckRefund } = await createStuckOrders(live);

interface Item {
  readonly kind: string;
  readonly id: string;
  readonly username: string | null;
  readonly amount: number | null;
  readonly at: string | null;
  readonly bank: string | null;
  readonly bank_at: string | null;
  readonly end_to_end_id: string | null;
  readonly charge_id: string | null;
  readonly count: number | null;
}

interface Alert {
  readonly value: number | null;
  readonly is_raised: boolean;
  readonly silence: { readonly by: string; readonly until: string } | null;
  readonly page: string;
  readonly facts: { readonly name: string; readonly value: string | number }[];
  readonly items: Item[];
}

async function readAlert(cause: AlertCause): Promise<Alert> {
  const { status, body, text } = await operator.call<Alert>('GET', `/api/operator/alerts/${cause}`);
  assert.equal(status, 200, text);
  return body;
}

const factOf = ({ facts }: Alert, wanted: string) =>
  facts.find(({ name }) => name === wanted)?.value;

const silenceOf = (cause: AlertCause) => `/api/operator/alerts/${cause}/silence`;

test('the page of stuck orders names each with its merchant, amount and the last word of the bank', async () => {
  const shop = await openShop();
  const refund = await stuckRefund(shop, 500);
  const payout = await stuckPayout(shop);
  assert.deepEqual((await readAlert('payouts_stuck')).items, []);
  clock.advance(HOUR_MS);
  const alert = await readAlert('payouts_stuck');
  assert.deepEqual([alert.value, alert.is_raised, alert.page], [2, true, '/operador/retidos']);
  const { username } = shop.merchant;
  const words = alert.items.map(({ kind, id, username: of, amount, bank: word }) => ({
    kind,
    id,
    of,
    amount,
    word,
  }));
  assert.deepEqual(words, [
    { kind: 'refund', id: refund, of: username, amount: 500, word: 'in_progress' },
    { kind: 'payout', id: payout, of: username, amount: 1_000, word: 'in_progress' },
  ]);
  assert.ok(alert.items.every(({ at, bank_at: asked }) => at !== null && asked !== null));
});

test('the page of unmatched payments and of near deadlines names each with ids to copy', async () => {
  bank.receiveWithoutCharge(1_234n, 'deoutrosistema0000000000000001');
  const found = await until('the payment is in suspense', async () => {
    clock.advance(200_000);
    const { items } = await readAlert('unmatched_payment');
    return items.length === 1 && items;
  });
  const [payment] = found;
  assert.deepEqual(
    [payment?.kind, payment?.amount, payment?.bank],
    ['incoming_payment', 1_234, 'received'],
  );
  assert.match(String(payment?.id), /^E[A-Za-z0-9]{31}$/);

  const [charge] = await gateway.sql(
    `select id, end_to_end_id from charges
     where environment = 'live' and end_to_end_id is not null limit 1`,
  );
  const due = new Date(clock.now() + 5 * HOUR_MS);
  await gateway.sql(
    `insert into disputes (merchant_id, environment, id, charge_id, end_to_end_id, reason, status,
       amount_centavos, claimed_centavos, returned_centavos, opened_at, defense_due_at)
     select merchant_id, 'live', id, id, end_to_end_id, 'fraud', 'open', 100, 0, 0, now(), $2
       from charges where id = $1`,
    [charge?.id, due],
  );
  const [dispute] = (await readAlert('dispute_deadline')).items;
  assert.deepEqual(
    [dispute?.kind, dispute?.id, dispute?.charge_id, dispute?.end_to_end_id, dispute?.at],
    ['dispute', charge?.id, charge?.id, charge?.end_to_end_id, due.toISOString()],
  );
});

test('the pages of reconciliation and of the balance show the days and what the bank reported', async () => {
  // It would write a report of its own.
  await gateway.stopWorker();
  await gateway.sql('delete from reconciliation_reports');
  await gateway.sql(
    `insert into reconciliation_reports (bank, day, made_at, is_clean, received_count,
       payout_count, bank_balance_centavos, ledger_balance_centavos,
       outbound_in_transit_centavos, inbound_in_transit_centavos, discrepancy_count, lines)
     values ('efi', '2026-11-20', now(), false, 0, 0, 4321, 10000, 0, 0, 2, '[]')`,
  );
  const { items } = await readAlert('reconciliation_discrepancy');
  assert.deepEqual(
    items.map(({ kind, id, count, bank: word }) => [kind, id, count, word]),
    [['reconciled_day', '2026-11-20', 2, 'differs']],
  );
  const balance = await readAlert('bank_balance_low');
  assert.equal(factOf(balance, 'bank_said'), 4_321);
  assert.equal(factOf(balance, 'bank_day'), '2026-11-20');
  assert.equal(Number(factOf(balance, 'owed')) > 0, true);
});

test('the page of a collector that is behind says why the bank’s list could not be read', async () => {
  await gateway.sql(
    `insert into incoming_payment_windows
       (id, bank, purpose, from_at, to_at, due_at, failure_count, failure)
     values (gen_random_uuid(), 'efi', 'new', now() - interval '9 hours', now(), now(), 7,
       'HTTP 401')`,
  );
  const alert = await readAlert('collector_behind');
  assert.equal(alert.is_raised, true);
  assert.equal(factOf(alert, 'bank_failure'), 'HTTP 401');
  assert.equal(factOf(alert, 'bank_failures'), 7);
  assert.ok(Date.parse(String(factOf(alert, 'booked_until'))) < gateway.clock.now() - 8 * HOUR_MS);
});

test('an order that the bank has never shown was not sent, or has no clear answer', async () => {
  // No worker asks the bank meanwhile.
  await gateway.sql(`update payouts set is_known_at_bank = false where status = 'pending'`);
  await gateway.sql(
    `update refunds set is_known_at_bank = false, uncertain_at = null where status = 'pending'`,
  );
  const { items } = await readAlert('payouts_stuck');
  assert.deepEqual(
    items.map(({ kind, bank: word, bank_at: sentAt }) => [kind, word, sentAt !== null]),
    [
      ['refund', 'not_sent', false],
      ['payout', 'no_answer', true],
    ],
  );
});

test('each alert has a page, also one that is not measured, and an unknown cause is refused', async () => {
  for (const cause of Object.keys(ALERT_RULES) as AlertCause[]) {
    const { page } = await readAlert(cause);
    assert.equal(page, ALERT_RULES[cause].page);
  }
  assert.equal((await readAlert('backup_old')).value, null);
  const { status, body } = await operator.call('GET', '/api/operator/alerts/nada');
  assert.deepEqual([status, body.code], [400, 'invalid_request']);
});

/** Runs two rounds of an alert that is raised, and returns how many mails were written. */
async function tell(cause: AlertCause): Promise<number> {
  const readers: AlertReaders = { [cause]: async () => ALERT_RULES[cause].above + 1 };
  const readRecipients = async () => ['plantao@exemplo.com.br'];
  const mailer = createMailer(secretBox, {
    appUrl: 'https://pix.exemplo',
    readRecipients,
    readEnglishReaders: async () => new Set(),
    readNamedMerchants: async () => new Map(),
  });
  await gateway.sql('delete from mails');
  const round = createAlertSender({ database, clock, logger, readers, mailer });
  await round();
  await round();
  return (await gateway.sql('select from mails')).length;
}

test('a silenced alert is not mailed for an hour, and is told once more when it outlasts that', async () => {
  clock.advance(24 * HOUR_MS);
  assert.equal(await tell('payouts_stuck'), 1);
  assert.equal(await tell('payouts_stuck'), 0);
  const { body, status } = await operator.call<Alert>('POST', silenceOf('payouts_stuck'));
  assert.equal(status, 200);
  assert.equal(body.silence?.by, operator.email);
  const left = Date.parse(String(body.silence?.until)) - clock.now();
  assert.ok(left > HOUR_MS - 60_000 && left <= HOUR_MS, String(left));
  assert.deepEqual((await readAlert('payouts_stuck')).silence, body.silence);
  const health = await operator.call<{ alerts: { cause: string; silence: object | null }[] }>(
    'GET',
    '/api/operator/health',
  );
  const silenced = health.body.alerts.filter(({ silence }) => silence !== null);
  assert.deepEqual(
    silenced.map(({ cause, silence }) => [cause, silence]),
    [['payouts_stuck', body.silence]],
  );
  assert.equal(await tell('payouts_stuck'), 0);
  clock.advance(HOUR_MS + 1_000);
  assert.equal((await readAlert('payouts_stuck')).silence, null);
  assert.equal(await tell('payouts_stuck'), 1);
  assert.equal(await tell('payouts_stuck'), 0);
});

test('an alert that is silenced before its first mail is told after the silence', async () => {
  clock.advance(24 * HOUR_MS);
  await operator.call('POST', silenceOf('webhook_backlog'));
  assert.equal(await tell('webhook_backlog'), 0);
  assert.equal(await tell('payouts_stuck'), 1);
  await operator.call('DELETE', silenceOf('webhook_backlog'));
  assert.equal((await readAlert('webhook_backlog')).silence, null);
  assert.equal(await tell('webhook_backlog'), 1);
});

test('the audit log says who silenced an alert, until when, and who ended the silence', async () => {
  const { body } = await operator.call<Alert>('POST', silenceOf('backup_old'));
  await operator.call('DELETE', silenceOf('backup_old'));
  // Without a silence in force nothing changes, and nothing is recorded.
  await operator.call('DELETE', silenceOf('backup_old'));
  const rows = await gateway.sql(
    `select action, actor_name, details from audit_log where subject = 'backup_old' order by id`,
  );
  assert.deepEqual(rows, [
    {
      action: 'alert.silenced',
      actor_name: operator.email,
      details: { until: body.silence?.until },
    },
    { action: 'alert.unsilenced', actor_name: operator.email, details: null },
  ]);
});

test('the mail of an alert leads to its page, to the page that solves it and to the procedure', async () => {
  const server = await startMailServer({ after });
  const sender = createMailSender(
    { ...appContext, makeFiles: async () => ({ files: [] }) },
    { url: server.url, from: 'gateway@exemplo.com.br', requiresTls: false },
  );
  after(() => sender.close());
  clock.advance(24 * HOUR_MS);
  await tell('unmatched_payment');
  await sender.sendDue();
  const [message = ''] = server.messages;
  for (const link of [
    'https://pix.exemplo/operador/alertas/unmatched_payment',
    'https://pix.exemplo/operador/recebimentos',
    'https://pix.exemplo/operador/manual/alerts#unmatched_payment',
  ]) {
    assert.ok(message.includes(link), `${link} is not in ${message}`);
  }
});
