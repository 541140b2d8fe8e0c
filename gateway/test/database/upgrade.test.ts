import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { migrate } from '#src/ground/database/migrate.ts';
import { sha256 } from '#src/ground/encryption/encryption.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { openLog } from '#src/ground/log.ts';
import { bootstrap } from '#src/host/bootstrap.ts';
import { composeApi } from '#src/host/compose-api.ts';
import { composeWorker } from '#src/host/compose-worker.ts';
import { allLedgerChecks } from '#src/host/context.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { transactionEventKinds } from '#src/webhooks/webhook-event.ts';
import { createTestDatabase, run } from '../support/database-server.ts';
import { testConfig, until } from '../support/gateway.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { quickPasswords } from '../support/passwords.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const LAST_OF_0_2_0 = '0065-deliveries-sent-again.sql';
const EVENTS_OF_0_2_0 = [
  ...['deposit.paid', 'deposit.expired', 'deposit.refunded'],
  ...['payout.paid', 'payout.failed', 'payout.returned'],
];
const ORIGIN = '019aa2f4-0000-7000-8000-000000000001';
const RECIPIENT = '019aa2f4-0000-7000-8000-000000000002';

const sink = await startWebhookSink({ after });
const clock = createManualClock();
const createdAt = new Date(clock.now() - 60_000);
const paidAt = new Date(clock.now() - 30_000);
const chargeId = firstIdAt(createdAt.getTime());
const pendingId = firstIdAt(paidAt.getTime());
const eventId = firstIdAt(paidAt.getTime() + 1);

/** Rows as 0.2.0 wrote them: a paid charge with a share of 10 %, and a pending one with another. */
const ROWS: readonly (readonly [string, unknown[]])[] = [
  ['select make_partitions($1)', [paidAt]],
  [
    `insert into merchants (merchant_id, username, name, document, status, fee_basis_points,
        fee_fixed_centavos, payout_fee_centavos, created_at)
      select id, name, name, '11222333000181', 'active', 149, 49, 0, $1
      from (values ('${ORIGIN}'::uuid, 'origem'), ('${RECIPIENT}', 'parceiro')) m (id, name)`,
    [createdAt],
  ],
  [
    `insert into credentials (client_id, merchant_id, environment, name, secret_sha256, created_at)
      select 'svc_pk_test_' || username, merchant_id, 'test', 'antiga', $1, $2 from merchants
      where merchant_id in ('${ORIGIN}', '${RECIPIENT}')`,
    [sha256('segredo'), createdAt],
  ],
  [
    `insert into webhook_endpoints (merchant_id, environment, id, url, status, sealed_secret,
        created_at, events)
      values ('${RECIPIENT}', 'test', '${RECIPIENT}', 'https://example.com', 'active', '', $1, $2)`,
    [createdAt, EVENTS_OF_0_2_0],
  ],
  [
    `insert into charges (merchant_id, environment, id, status, amount_centavos, fee_centavos,
        payer_name, payer_document, qrcode, split_count, event_count, created_at, expires_at,
        due_at,
        is_simulated, paid_at, booked_at, end_to_end_id)
      select '${ORIGIN}', 'test', id, status, 10000, 198, 'Ana', '12345678909', '', 1, events, $3,
        $4, case when status = 'pending' then $4::timestamptz end, false, paid_at, paid_at,
        case when status = 'paid' then 'E1' end
      from (values ($1::uuid, 'paid', 1, $5::timestamptz), ($2, 'pending', 0, null))
        c (id, status, events, paid_at)`,
    [chargeId, pendingId, createdAt, new Date(clock.now() + 3_600_000), paidAt],
  ],
  [
    `insert into charge_splits (merchant_id, environment, charge_id, position, recipient_id,
        username, basis_points, amount_centavos, status)
      select '${ORIGIN}', 'test', id, 0, '${RECIPIENT}', 'parceiro', 1000, 1000, status
      from (values ($1::uuid, 'paid'), ($2, 'pending')) s (id, status)`,
    [chargeId, pendingId],
  ],
  [
    `insert into charge_days values
      ('${ORIGIN}', 'test', ($1 at time zone 'America/Sao_Paulo')::date, 1, 10000, 1)`,
    [paidAt],
  ],
  [
    `insert into webhook_events values ('${ORIGIN}', 'test', $1, 'deposit.paid', $2, 1, '{}', $3)`,
    [eventId, chargeId, paidAt],
  ],
  // It waits for its job, which is not needed any more.
  [
    `insert into webhook_deliveries (merchant_id, environment, event_id, id, url, status,
        next_attempt_at, created_at)
      values ('${ORIGIN}', 'test', $1, $1, $2, 'pending', $3, $3)`,
    [eventId, sink.url, paidAt],
  ],
  ['create schema graphile_worker create table _private_jobs (id bigint)', []],
  [
    `insert into ledger_postings values ('${ORIGIN}', 'test', $1, 'charge_paid', $2),
      ('${RECIPIENT}', 'test', $1, 'split_received', $2)`,
    [chargeId, paidAt],
  ],
  [
    `with moved (merchant_id, kind, account, centavos) as (values
        ('${ORIGIN}'::uuid, 'charge_paid', 'bank', -9000),
        ('${ORIGIN}', 'charge_paid', 'fees', 198),
        ('${ORIGIN}', 'charge_paid', 'available', 8802),
        ('${RECIPIENT}', 'split_received', 'bank', -1000),
        ('${RECIPIENT}', 'split_received', 'available', 1000)),
      accounts as (
        insert into ledger_accounts
        select merchant_id, 'test', account, centavos, 1, account = 'bank' from moved)
      insert into ledger_entries
      select merchant_id, 'test', account, 1, $1, kind, centavos, centavos, $2 from moved`,
    [chargeId, paidAt],
  ],
];

/** A database of 0.2.0 with its rows. */
async function createOldDatabase() {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-migrations-'));
  for (const name of await readdir(MIGRATIONS)) {
    if (name <= LAST_OF_0_2_0) await cp(join(MIGRATIONS, name), join(folder, name));
  }
  const { ownerConnectionString: connectionString } = database;
  await migrate({ connectionString, folder: pathToFileURL(`${folder}/`) });
  await rm(folder, { recursive: true });
  for (const [text, values] of ROWS) await run(connectionString, text, values);
  return database;
}

test('a database of 0.2.0 is upgraded, and its charges, shares, keys and webhooks go on', async () => {
  const { connectionString, ownerConnectionString, drop } = await createOldDatabase();
  const { logger } = openLog('info', { write: () => {} });
  const config = testConfig(connectionString);
  const appContext = await bootstrap({
    ...{ config, logger, clock, connectionString, passwords: quickPasswords },
  });
  const api = await composeApi(appContext);
  after(async () => {
    await api.close();
    await appContext.database.close();
    await drop();
  });
  const worker = await composeWorker(appContext);
  await until('the webhook that waited arrives', async () => sink.received.length === 1);
  await worker.stop();
  const call = async (method: 'GET' | 'POST', url: string, username: string) => {
    const headers = { 'client-id': `svc_pk_test_${username}`, 'client-secret': 'segredo' };
    const answer = await api.inject({ method, url, headers });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const broken = async () => {
    const { laws } = await verifyLedger(appContext.database, allLedgerChecks);
    return laws.filter(({ differences }) => differences.length > 0);
  };
  assert.deepEqual(await broken(), []);
  const charges = await run(
    ownerConnectionString,
    'select shares_centavos, disputed_centavos from charges',
  );
  assert.deepEqual(charges, Array(2).fill({ shares_centavos: '1000', disputed_centavos: '0' }));
  await call('POST', `/v1/test/charges/${pendingId}/pay`, 'origem');
  const { available } = await call('GET', '/v1/balance', 'origem');
  assert.equal(available, 2 * 8_802);
  const { data } = await call('GET', '/v1/splits', 'parceiro');
  assert.deepEqual(
    data.map((one: Record<string, unknown>) => [one.charge_id, one.percentage, one.status]),
    [
      [pendingId, 10, 'paid'],
      [chargeId, 10, 'paid'],
    ],
  );
  // The webhook had all events of 0.2.0, so it gets the new ones too.
  const [webhook] = await run(ownerConnectionString, 'select events from webhook_endpoints');
  assert.deepEqual([...Object(webhook).events].sort(), [...transactionEventKinds].sort());
  const events = await run(
    ownerConnectionString,
    `select kind from webhook_events where merchant_id = $1`,
    [RECIPIENT],
  );
  assert.deepEqual(events, [{ kind: 'split.received' }]);
  assert.deepEqual(await broken(), []);
});
