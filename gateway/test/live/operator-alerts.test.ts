import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { createId } from '#src/ground/ids.ts';
import { createMailer } from '#src/ground/mail/mailer.ts';
import { createMailSender } from '#src/ground/mail/send-mails.ts';
import {
  ALERT_RULES,
  type AlertCause,
  type AlertReaders,
} from '#src/messages/alerts/operator-alert.ts';
import { createAlertSender } from '#src/messages/alerts/send-alerts.ts';
import { CHARGE, PAYOUT, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { startMailServer } from '../support/mail-server.ts';
import { signInOperator } from '../support/panel.ts';

const HOUR_MS = 3_600_000;
const live = await startLiveInBuckets({ after });
const { gateway, bank, shop } = live;
const { appContext, clock } = gateway;
const { database, logger, secretBox } = appContext;
const operator = await signInOperator(gateway);
const colleague = await signInOperator(gateway, { operatorRole: 'finance' });

/** Runs two rounds as two processes at once would. */
async function tellByTwoProcesses(): Promise<void> {
  const alerts = { ...appContext, readers: appContext.alertReaders };
  const processes = [createAlertSender(alerts), createAlertSender(alerts)];
  await Promise.all(processes.map((round) => round()));
  await Promise.all(processes.map((round) => round()));
}

/** The recipients of the mails about a cause, with duplicates. */
async function told(cause: AlertCause): Promise<string[]> {
  const rows = await gateway.sql('select recipient from mails where subject = $1 order by 1', [
    ALERT_RULES[cause].subject,
  ]);
  return rows.map(({ recipient }) => String(recipient));
}

const OPERATORS = [operator.email, colleague.email].sort();

/** The value on the health page, in the metrics, and whether the alert is raised. */
async function shown(cause: AlertCause): Promise<[page: unknown, metric: number, raised: unknown]> {
  const { body } = await operator.call<{ alerts: Record<string, unknown>[] }>(
    'GET',
    '/api/operator/health',
  );
  const alert = body.alerts.find((one) => one.cause === cause);
  const { text } = await gateway.call('GET', '/metrics');
  const line = new RegExp(`^${ALERT_RULES[cause].metric} (\\S+)$`, 'm').exec(text);
  return [alert?.value, Number(line?.[1]), alert?.is_raised];
}

/** Creates a live charge and pays it; the worker books it. */
async function receive(): Promise<void> {
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', { keys: shop.keys, body: CHARGE });
  const id = String(body.internal_id);
  bank.pay(id.replaceAll('-', ''));
  await until('the charge is paid', async () => {
    const now = await gateway.call('GET', `/v1/transactions/${id}`, { keys: shop.keys });
    return now.body.status === 'paid';
  });
}

test('an unmatched payment is in the metric, on the page, and told once a day to each operator', async () => {
  await receive();
  assert.deepEqual(await shown('unmatched_payment'), [0, 0, false]);
  bank.receiveWithoutCharge(1_000n, 'deoutrosistema0000000000000001');
  await until('the payment is in suspense', async () => {
    clock.advance(200_000);
    return (await shown('unmatched_payment'))[0] === 1;
  });
  await gateway.stopWorker();
  assert.deepEqual(await shown('unmatched_payment'), [1, 1, true]);
  const day = brazilianDayOf(clock.now());
  while (brazilianDayOf(clock.now()) === day) clock.advance(HOUR_MS);
  const before = await told('unmatched_payment');
  await tellByTwoProcesses();
  await tellByTwoProcesses();
  const first = await told('unmatched_payment');
  assert.deepEqual(first, [...before, ...OPERATORS].sort());
  clock.advance(24 * HOUR_MS);
  await tellByTwoProcesses();
  assert.deepEqual(await told('unmatched_payment'), [...first, ...OPERATORS].sort());
});

test('a payout without a result for an hour, and a collector that is behind, are raised', async () => {
  const { body } = await gateway.call('POST', '/v1/pix/payout', { keys: shop.keys, body: PAYOUT });
  assert.equal((await shown('payouts_stuck'))[0], 0);
  clock.advance(61 * 60_000);
  assert.deepEqual(await shown('payouts_stuck'), [1, 1, true]);
  await gateway.sql('update payouts set held_at = now() where id = $1', [body.internal_id]);
  assert.deepEqual(await shown('payouts_stuck'), [0, 0, false]);
  await gateway.sql('update payouts set held_at = null where id = $1', [body.internal_id]);
  const [page, metric, isRaised] = await shown('collector_behind');
  assert.ok(Number(page) > 3_600 && metric >= Number(page), `${page} ${metric}`);
  assert.equal(isRaised, true);
  await tellByTwoProcesses();
  for (const cause of ['payouts_stuck', 'collector_behind'] as const) {
    assert.ok((await told(cause)).length >= OPERATORS.length, cause);
  }
});

test('discrepancies are counted, and a balance that does not cover what is owed is raised', async () => {
  const [fees] = await gateway.sql(
    `select sum(balance_centavos)::int as sum from ledger_accounts
     where environment = 'live' and account = 'fees'`,
  );
  const own = Number(fees?.sum);
  assert.deepEqual(await shown('bank_balance_low'), [0, 0, false]);
  const report = async (missing: number) => {
    await gateway.sql('delete from reconciliation_reports');
    await gateway.sql(
      `insert into reconciliation_reports (bank, day, made_at, is_clean, received_count,
         payout_count, bank_balance_centavos, ledger_balance_centavos,
         outbound_in_transit_centavos, inbound_in_transit_centavos, discrepancy_count, lines)
       values ('efi', '2026-11-20', now(), false, 0, 0, $1, 10000, 30, 0, 2, '[]')`,
      [10_000 - missing],
    );
  };
  // The platform's own money and the payout in transit explain this much.
  await report(own + 30);
  clock.advance(6 * 60_000);
  assert.deepEqual(await shown('bank_balance_low'), [0, 0, false]);
  assert.deepEqual(await shown('reconciliation_discrepancy'), [2, 2, true]);
  await report(own + 30 + 7);
  clock.advance(6 * 60_000);
  assert.deepEqual(await shown('bank_balance_low'), [7, 7, true]);
  await tellByTwoProcesses();
  assert.deepEqual(await told('bank_balance_low'), OPERATORS);
  assert.deepEqual(await told('reconciliation_discrepancy'), OPERATORS);
});

test('a broken rule is raised until the next clean verification, and a backlog of webhooks is', async () => {
  const verify = (laws: object[]) =>
    gateway.sql(
      `insert into ledger_verifications
         (id, status, asked_at, started_at, finished_at, is_clean, is_full, laws)
       values (gen_random_uuid(), 'done', now(), now(), now(), $1, true, $2)`,
      [laws.length === 0, JSON.stringify(laws)],
    );
  await gateway.sql('delete from ledger_verifications');
  await verify([
    { law: 'a posting sums to zero', checked: 9, differences: [{ sum: '1' }] },
    { law: 'available is never negative', checked: 9, differences: [] },
  ]);
  assert.deepEqual(await shown('ledger_rule_broken'), [1, 1, true]);
  await tellByTwoProcesses();
  assert.deepEqual(await told('ledger_rule_broken'), OPERATORS);
  await gateway.sql('delete from ledger_verifications');
  await verify([]);
  assert.deepEqual(await shown('ledger_rule_broken'), [0, 0, false]);

  await gateway.stopWorker();
  await gateway.sql(
    `insert into webhook_deliveries (merchant_id, environment, event_id, id, url, status,
       undelivered, next_attempt_at, created_at)
     values ($1, 'live', $2, $2, 'https://exemplo.com.br', 'pending', 'new', $3, $3)`,
    [shop.merchant.merchantId, createId(clock.now() - HOUR_MS), new Date(clock.now() - HOUR_MS)],
  );
  const [value, , isRaised] = await shown('webhook_backlog');
  assert.ok(Number(value) >= 3_600 && isRaised === true, String(value));
});

test('a dispute without a defence is raised in the last 24 hours before its deadline', async () => {
  const [charge] = await gateway.sql(
    `select id from charges where environment = 'live' and end_to_end_id is not null limit 1`,
  );
  const due = clock.now() + 25 * HOUR_MS;
  await gateway.sql(
    `insert into disputes (merchant_id, environment, id, charge_id, end_to_end_id, reason, status,
       amount_centavos, claimed_centavos, returned_centavos, opened_at, defense_due_at)
     select merchant_id, 'live', id, id, end_to_end_id, 'fraud', 'open', 100, 0, 0, now(), $2
       from charges where id = $1`,
    [charge?.id, new Date(due)],
  );
  assert.deepEqual(await shown('dispute_deadline'), [0, 0, false]);
  clock.advance(2 * HOUR_MS);
  assert.deepEqual(await shown('dispute_deadline'), [1, 1, true]);
  await tellByTwoProcesses();
  assert.deepEqual(await told('dispute_deadline'), OPERATORS);
  await gateway.sql(`update disputes set status = 'in_defense'`);
  assert.deepEqual(await shown('dispute_deadline'), [0, 0, false]);
  await gateway.sql(`update disputes set status = 'open'`);
  clock.advance(24 * HOUR_MS);
  assert.deepEqual(await shown('dispute_deadline'), [0, 0, false]);
});

/** Runs two rounds with measurements of the test's own. */
async function tell(readers: AlertReaders, recipients: readonly string[]): Promise<void> {
  const readRecipients = async () => recipients;
  const mailer = createMailer(secretBox, {
    appUrl: 'https://pix.exemplo',
    readRecipients,
    readEnglishReaders: async () => new Set(),
    readNamedMerchants: async () => new Map(),
  });
  const round = createAlertSender({ database, clock, logger, readers, mailer });
  await round();
  await round();
}

test('an alert that is over in the next round is not told', async () => {
  clock.advance(24 * HOUR_MS);
  const before = await told('webhook_backlog');
  const values = [601, 600, 601, 601];
  const readers = { webhook_backlog: async () => values.shift() ?? 0 };
  await tell(readers, ['plantao@exemplo.com.br']);
  assert.deepEqual(await told('webhook_backlog'), before);
  await tell(readers, ['plantao@exemplo.com.br']);
  assert.deepEqual(await told('webhook_backlog'), [...before, 'plantao@exemplo.com.br'].sort());
});

test('a cause that can not be measured does not keep the others from being told', async () => {
  clock.advance(24 * HOUR_MS);
  const readers: AlertReaders = {
    bank_balance_low: async () => {
      throw new Error('the database does not answer');
    },
    webhook_backlog: async () => 601,
  };
  const before = await told('webhook_backlog');
  await tell(readers, ['plantao@exemplo.com.br']);
  assert.deepEqual(await told('webhook_backlog'), [...before, 'plantao@exemplo.com.br'].sort());
  assert.ok(gateway.logLines.some((line) => line.includes('could not be measured')));
});

test('without an operator no alert counts as told', async () => {
  clock.advance(24 * HOUR_MS);
  const readers: AlertReaders = { webhook_backlog: async () => 601 };
  const before = await told('webhook_backlog');
  await tell(readers, []);
  assert.deepEqual(await told('webhook_backlog'), before);
  await tell(readers, ['nova@exemplo.com.br']);
  assert.deepEqual(await told('webhook_backlog'), [...before, 'nova@exemplo.com.br'].sort());
});

test('an alert is sent after an outage of the mail server of two days', async () => {
  const server = await startMailServer({ after });
  const sender = createMailSender(
    { ...appContext, makeFiles: async () => ({ files: [] }) },
    { url: server.url, from: 'gateway@exemplo.com.br', requiresTls: false },
  );
  after(() => sender.close());
  await gateway.sql('delete from mails');
  clock.advance(24 * HOUR_MS);
  server.isDown = true;
  const readers: AlertReaders = { payouts_stuck: async () => 3 };
  await tell(readers, ['plantao@exemplo.com.br']);
  for (let hour = 0; hour < 48; hour += 1) {
    await sender.sendDue();
    clock.advance(HOUR_MS);
  }
  assert.equal(server.messages.length, 0);
  server.isDown = false;
  await sender.sendDue();
  assert.equal(server.messages.length, 1);
  const [row] = await gateway.sql('select status from mails');
  assert.equal(row?.status, 'sent');
  const [message = ''] = server.messages;
  assert.match(message, /https:\/\/pix\.exemplo\/operador\/retidos/);
});
