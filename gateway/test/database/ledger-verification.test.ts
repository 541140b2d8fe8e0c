import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { forScopes, OF_POSTINGS, OF_RANGE, OF_SCOPE, OF_WINDOW } from '#src/ledger/for-scopes.ts';
import { verifyAndSave } from '#src/ledger/run-verifications.ts';
import { ownerAddressOf } from '../support/database-server.ts';
import { createMerchantWithKeys, receivePayment, startGateway, until } from '../support/gateway.ts';
import { runCli } from '../support/gateway-process.ts';

const gateway = await startGateway({ after }, { hasWorker: false });
const { keys } = await createMerchantWithKeys(gateway);
const deps = { ...gateway.appContext, checks: allLedgerChecks };

async function verify(isFull = false) {
  const report = await verifyAndSave(deps, isFull);
  const entries = report.laws.find(({ law }) => law.startsWith('Cada partida registra'));
  const broken = report.laws.filter(({ differences }) => differences.length > 0);
  return {
    isClean: report.isClean,
    entries: entries?.checked,
    broken: broken.map(({ law }) => law),
  };
}

async function forge(statement: string): Promise<void> {
  await gateway.sql(`set session_replication_role = replica; ${statement}`);
}

test('a verification reads the entries since the last one, and a full verification reads all', async () => {
  await receivePayment(gateway, keys);
  await receivePayment(gateway, keys);
  assert.deepEqual(await verify(), { isClean: true, entries: 6, broken: [] });
  assert.deepEqual(await verify(), { isClean: true, entries: 0, broken: [] });
  await receivePayment(gateway, keys);
  assert.deepEqual(await verify(), { isClean: true, entries: 3, broken: [] });
  assert.deepEqual(await verify(true), { isClean: true, entries: 9, broken: [] });
});

test('a full verification finds a change before the checkpoint', async () => {
  const entry = `where account = 'fees' and sequence = 1`;
  await forge(`update ledger_entries set amount_centavos = amount_centavos + 1 ${entry}`);
  const full = await verify(true);
  await forge(`update ledger_entries set amount_centavos = amount_centavos - 1 ${entry}`);
  assert.equal(full.isClean, false);
  assert.ok(full.broken.some((law) => law.startsWith('Cada lançamento soma zero')));
  assert.equal((await verify(true)).isClean, true);
});

test('a change before the checkpoint is found when the scope was read in full 30 days ago', async () => {
  const entry = `where account = 'fees' and sequence = 1`;
  await forge(`update ledger_entries set amount_centavos = amount_centavos + 1 ${entry}`);
  assert.equal((await verify()).isClean, true, 'the scope is not due');
  await gateway.sql(
    `update ledger_verified_scopes set fully_verified_at = $1
      where (merchant_id, environment)
        = (select merchant_id, environment from ledger_entries ${entry})`,
    [new Date(gateway.clock.now() - 30 * 86_400_000 - 1)],
  );
  assert.equal((await verify()).isClean, false);
  await forge(`update ledger_entries set amount_centavos = amount_centavos - 1 ${entry}`);
  assert.equal((await verify()).isClean, true);
});

test('a scope with a fault gets no checkpoint, so that the next verification finds it again', async () => {
  await receivePayment(gateway, keys);
  const newest = `where account = 'fees' and sequence = 4`;
  await forge(`update ledger_entries set balance_after_centavos = 7 ${newest}`);
  assert.equal((await verify()).isClean, false);
  assert.equal((await verify()).isClean, false);
  await forge(`update ledger_entries e set balance_after_centavos = (
      select sum(amount_centavos) from ledger_entries f
      where (f.merchant_id, f.environment, f.account) = (e.merchant_id, e.environment, e.account)
    ) ${newest}`);
  assert.equal((await verify()).isClean, true);
});

test('every check of one scope is also a statement of many scopes', async () => {
  const { database } = gateway.appContext;
  for (const { postings, rows, scope } of allLedgerChecks) {
    const statements = [
      postings && forScopes(postings.differences, OF_POSTINGS),
      ...(postings?.elsewhere ?? []).map(({ facts }) => forScopes(facts, OF_POSTINGS)),
      rows && forScopes(rows.window, OF_WINDOW),
      rows && forScopes(rows.differences, OF_RANGE),
      ...(rows?.elsewhere ?? []).map(({ facts }) => forScopes(facts, OF_RANGE)),
      scope && forScopes(scope.differences, OF_SCOPE),
    ];
    for (const statement of statements) {
      if (!statement) continue;
      const values = statement.text.includes('$2') ? ['[]', 1] : ['[]'];
      assert.deepEqual(await database.query(statement, values), [], statement.name);
    }
  }
});

test('many changed scopes are verified at once, and a fault in one of them is found', async () => {
  const others = await Promise.all([1, 2, 3].map(() => createMerchantWithKeys(gateway)));
  await verify(true);
  for (const other of others) await receivePayment(gateway, other.keys);
  assert.deepEqual(await verify(), { isClean: true, entries: 9, broken: [] });
  assert.deepEqual(await verify(), { isClean: true, entries: 0, broken: [] });
  for (const other of others) await receivePayment(gateway, other.keys);
  const [found] = await gateway.sql(
    `select merchant_id, reference_id from ledger_entries where account = 'fees' and sequence = 2
      order by created_at desc limit 1`,
  );
  const change = (centavos: string) =>
    forge(`update charges set fee_centavos = fee_centavos ${centavos}
      where id = '${found?.reference_id}'`);
  await change('+ 1');
  const broken = await verify();
  await change('- 1');
  assert.deepEqual(
    [broken.entries, broken.broken],
    [9, ['Cada cobrança paga tem exatamente um lançamento, e só ela tem']],
  );
  // The other scopes have their checkpoints; this one is read again.
  assert.deepEqual(await verify(), { isClean: true, entries: 3, broken: [] });
});

test('an event that is made of its charge is found when the charge has changed since', async () => {
  await receivePayment(gateway, keys);
  const [event] = await gateway.sql(
    `select id, resource_id from webhook_events where kind = 'deposit.paid' and form = 1
      order by created_at desc limit 1`,
  );
  assert.equal((await verify(true)).isClean, true);
  for (const [table, id, change, undo] of [
    ['webhook_events', 'id', 'amount_centavos = amount_centavos + 1', 'amount_centavos - 1'],
    ['webhook_events', 'id', "external_id = 'another'", 'null'],
    ['webhook_events', 'id', 'form = 1000', '1'],
    ['webhook_events', 'id', 'sequence = 1000', '1'],
    ['charges', 'resource_id', 'split_count = 1', '0'],
    ['charges', 'resource_id', "due = '{}'", 'null'],
    [
      'charges',
      'resource_id',
      'expected_centavos = 1, expected_fee_centavos = 0',
      'null, expected_fee_centavos = null',
    ],
  ] as const) {
    const set = (assignment: string) =>
      forge(`update ${table} set ${assignment} where id = '${event?.[id]}'`);
    await set(change);
    const { broken } = await verify(true);
    await set(`${change.split(' ')[0]} = ${undo}`);
    assert.ok(
      broken.includes('Cada evento feito da cobrança paga tem a cobrança, inalterada desde então'),
      change,
    );
  }
  assert.equal((await verify(true)).isClean, true);
});

test('while a verification runs, a second one is refused and a command waits', async () => {
  const { config } = gateway.appContext;
  const env = {
    DATABASE_URL: gateway.connectionString,
    ENCRYPTION_KEY: config.encryptionKey?.toString('base64') ?? '',
  };
  const hold = (until: string) =>
    gateway.sql(`update ledger_verification_lease set holder = gen_random_uuid(),
      held_until = now() ${until} interval '1 minute'`);
  await hold('+');
  const [start] = await gateway.sql('select clock_timestamp() as at');
  const command = runCli(env, 'ledger', 'verify', '--full', '--json');
  await until('the command has asked for its turn', async () => {
    const asked = await gateway.sql(
      `select from pg_stat_activity where query_start > $1 and pid <> pg_backend_pid()
        and query like '%ledger_verification_lease%' and query not like '%pg_stat_activity%'`,
      [new Date(Number(start?.at))],
    );
    return asked.length > 0;
  });
  await assert.rejects(verify(), { code: 'verification_running' });
  await hold('-');
  const { exitCode, stdout } = await command;
  assert.deepEqual([exitCode, JSON.parse(stdout).clean], [0, true], stdout);
});

test('of two verifications at once, one runs and the other is refused', async () => {
  // The first verification can't end before the second has asked for its turn.
  const client = new pg.Client({ connectionString: ownerAddressOf(gateway.connectionString) });
  await client.connect();
  await client.query('begin; lock table ledger_entries in access exclusive mode');
  const verifications = [verify(true), verify(true)];
  const settled = Promise.allSettled(verifications);
  await Promise.race(verifications.map((one) => one.catch(() => {})));
  await client.query('commit');
  await client.end();
  const both = await settled;
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});
