import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createMigratedDatabase, run } from '../support/database-server.ts';

const MIGRATION = new URL('../../migrations/0660-charges-at-the-bank.sql', import.meta.url);

test('a dropped change of a charge is tried again under its new kind, and other work stays', async (context) => {
  const database = await createMigratedDatabase(1);
  context.after(database.drop);
  const owner = database.ownerConnectionString;
  const [merchant, changed, expiring] = [randomUUID(), randomUUID(), randomUUID()];
  await run(
    owner,
    `insert into charge_changes (merchant_id, environment, charge_id, change, requested_at, due_at)
      values ('${merchant}', 'live', '${changed}', '{}', now(), now());
    insert into set_aside_work (kind, id, failures, last_error, first_failed_at, next_try_at,
        dropped_at, dropped_reason)
      values ('charge', '${changed}', 3, 'x', now(), 'infinity', now(), 'y'),
        ('charge', '${expiring}', 3, 'x', now(), 'infinity', now(), 'y')`,
  );
  await run(owner, await readFile(MIGRATION, 'utf8'));
  const rows = await run(
    owner,
    `select id, kind, next_try_at < 'infinity' as is_tried, dropped_at is null as is_kept
      from set_aside_work`,
  );
  const of = (id: string) => rows.find((row) => row.id === id);
  assert.deepEqual(of(changed), {
    id: changed,
    kind: 'bank_charge',
    is_tried: true,
    is_kept: true,
  });
  assert.equal(of(expiring)?.kind, 'charge');
});
