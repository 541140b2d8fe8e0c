import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openDatabase } from '#src/ground/database/database.ts';
import { prepareDatabase } from '#src/host/prepare-database.ts';
import { createTestDatabase, run } from '../support/database-server.ts';
import { restoreOldDatabase } from '../support/old-database.ts';

const [MERCHANT, OTHER] = [randomUUID(), randomUUID()];
// The tables of 0.3.0, where a user had one merchant.
const OLD_ROWS = `
  insert into public.merchants (merchant_id, username, name, document, city, status, is_sandbox,
      fee_basis_points, fee_fixed_centavos, payout_fee_centavos, created_at)
    select id, name, name, '12345678000195', 'Recife', 'active', false, 149, 49, 0, now()
    from (values ('${MERCHANT}'::uuid, 'padaria'), ('${OTHER}'::uuid, 'livraria')) m (id, name);
  insert into auth."user" ("id", "name", "email", "emailVerified", "role", "merchantId",
      "memberRole", "operatorRole", "createdAt")
    values
      ('ana', 'Ana', 'ana@padaria.example', true, 'merchant', '${MERCHANT}', 'owner', null,
        '2026-01-02Z'),
      ('bia', 'Bia', 'bia@padaria.example', true, 'merchant', '${MERCHANT}', 'viewer', null,
        '2026-01-03Z'),
      ('caio', 'Caio', 'caio@livraria.example', true, 'merchant', '${OTHER}', 'owner', null,
        '2026-01-04Z'),
      ('otto', 'Otto', 'otto@operador.example', true, 'operator', null, null, 'admin',
        '2026-01-05Z');
  insert into auth."session" ("id", "userId", "token", "expiresAt", "updatedAt")
    select "id", "id", "id", now() + interval '1 day', now() from auth."user";
  insert into public.notification_preferences
      (user_id, kind, is_enabled, min_centavos, summarised_day, updated_at)
    values ('bia', 'daily_summary', true, null, '2026-11-01', now()),
      ('caio', 'payment_received', true, 5000, null, now());
  insert into public.notice_visits (user_id, environment, seen_until)
    values ('bia', 'live', '2026-11-02Z');`;

test('each user of 0.3.0 keeps its merchant, role, session, preferences and seen notices', async (context) => {
  const database = await createTestDatabase();
  context.after(database.drop);
  const { ownerConnectionString: owner, connectionString } = database;
  await restoreOldDatabase(owner);
  await run(owner, OLD_ROWS);
  const opened = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  context.after(() => opened.close());
  await prepareDatabase(opened, database);
  const memberships = await run(
    owner,
    `select user_id, merchant_id, role, created_at::date::text as since, chosen_at
     from auth.memberships order by user_id`,
  );
  const ofPadaria = { merchant_id: MERCHANT, chosen_at: null };
  assert.deepEqual(memberships, [
    { ...ofPadaria, user_id: 'ana', role: 'owner', since: '2026-01-02' },
    { ...ofPadaria, user_id: 'bia', role: 'viewer', since: '2026-01-03' },
    { ...ofPadaria, merchant_id: OTHER, user_id: 'caio', role: 'owner', since: '2026-01-04' },
  ]);
  assert.deepEqual(await run(owner, `select "id", merchant_id from auth."session" order by "id"`), [
    { id: 'ana', merchant_id: MERCHANT },
    { id: 'bia', merchant_id: MERCHANT },
    { id: 'caio', merchant_id: OTHER },
    { id: 'otto', merchant_id: null },
  ]);
  assert.deepEqual(
    await run(
      owner,
      `select user_id, merchant_id, kind from public.notification_preferences order by user_id`,
    ),
    [
      { user_id: 'bia', merchant_id: MERCHANT, kind: 'daily_summary' },
      { user_id: 'caio', merchant_id: OTHER, kind: 'payment_received' },
    ],
  );
  assert.deepEqual(await run(owner, 'select user_id, merchant_id from public.notice_visits'), [
    { user_id: 'bia', merchant_id: MERCHANT },
  ]);
});

test('the trigger protects the last owner of a team of 0.3.0, also when its user is deleted', async (context) => {
  const database = await createTestDatabase();
  context.after(database.drop);
  const { ownerConnectionString: owner, connectionString } = database;
  await restoreOldDatabase(owner);
  await run(owner, OLD_ROWS);
  const opened = openDatabase({ connectionString, connectionsMax: 2, applicationName: 'test' });
  context.after(() => opened.close());
  await prepareDatabase(opened, database);
  for (const statement of [
    `delete from auth."user" where "id" = 'ana'`,
    `delete from auth.memberships where user_id = 'ana'`,
    `update auth.memberships set role = 'viewer' where user_id = 'ana'`,
  ]) {
    await assert.rejects(run(owner, statement), /needs an owner/);
  }
  // The last person of a team may go.
  await run(owner, `delete from auth."user" where "id" = 'caio'`);
  await assert.rejects(
    run(owner, `update auth."session" set merchant_id = '${OTHER}' where "id" = 'bia'`),
    /session_membership/,
  );
});
