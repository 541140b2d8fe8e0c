import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { createMigratedDatabase } from '../support/database-server.ts';
import { until } from '../support/gateway.ts';
import { freePort, startGatewayProcess } from '../support/gateway-process.ts';
import { startMailServer } from '../support/mail-server.ts';

const ADDRESSES = 20;
/** The last closed months that were not mailed yet. */
const MONTHS = 2;

const database = await createMigratedDatabase();
const mailServer = await startMailServer({ after });
const client = new pg.Client({ connectionString: database.ownerConnectionString });
const env = {
  ...database.env,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'silent',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'gateway@exemplo.com.br',
};
const start = async () => startGatewayProcess({ ...env, PORT: String(await freePort()) });
const first = await start();
await client.connect();
const gateways = [first];
after(async () => {
  await client.end();
  for (const gateway of gateways) await gateway.killHard();
  await database.drop();
});

/** Confirmed addresses of the sandbox's merchant whose last closings are due now. */
async function addDueAddresses(): Promise<void> {
  const month = `${brazilianDayOf(Date.now()).slice(0, 7)}-01`;
  await client.query('set search_path to b0, public');
  await client.query(
    `with shop as (select merchant_id from merchants where username = 'sandbox'),
      named as (
        insert into closing_recipients
          (merchant_id, id, email, language, invited_at, confirmed_at)
        select merchant_id, gen_random_uuid(), 'contador-' || n || '@contabil.example', 'pt-BR',
          now(), now()
        from shop, generate_series(1, $2::int) n
        returning merchant_id, id
      )
      insert into closing_mailings (merchant_id, address_id, period, first_day, due_at)
      select merchant_id, id, 'month', ($1::date - make_interval(months => $3))::date, now()
      from named`,
    [month, ADDRESSES, MONTHS],
  );
}

async function isMailWaitedFor(): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_locks where relation = 'public.mails'::regclass and not granted`,
  );
  return rows.length > 0;
}

test('a gateway killed while it writes closings leaves each to be mailed once by others', async () => {
  // The lock comes first, so that no closing is written before the gateway dies.
  const lock = new pg.Client({ connectionString: database.ownerConnectionString });
  await lock.connect();
  await lock.query('begin');
  await lock.query('lock table public.mails in exclusive mode');
  await addDueAddresses();
  await until('the gateway waits to write a mail', isMailWaitedFor);
  await first.killHard();
  await lock.query('rollback');
  await lock.end();
  gateways.push(...(await Promise.all([start(), start()])));
  const wanted = ADDRESSES * MONTHS;
  await until('all are sent', async () => {
    const { rows } = await client.query(
      `select count(*)::int as count from public.mails
        where attached_files is not null and status = 'sent'`,
    );
    return rows[0].count >= wanted;
  });
  const { rows } = await client.query(
    `select recipient, attached_files from public.mails where attached_files is not null`,
  );
  const each = new Set(rows.map(({ recipient, attached_files: file }) => `${recipient} ${file}`));
  assert.equal(each.size, wanted);
  assert.equal(rows.length, wanted, 'no closing has two mails');
  const sent = mailServer.messages.filter((message) => message.includes('Fechamento'));
  assert.equal(sent.length, wanted, 'each mail arrived once');
});
