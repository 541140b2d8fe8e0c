import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { COB, newTxid, openStandardClient } from '../support/api-pix.ts';
import { ownerAddressOf } from '../support/database-server.ts';
import { until } from '../support/gateway.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';

const LOCK = 4_711;
const { gateway, bank, shop } = await startLiveGateway({ after });
const { keys } = shop;

async function openSession(): Promise<Client> {
  const client = new Client({ connectionString: ownerAddressOf(gateway.connectionString) });
  await client.connect();
  after(() => client.end());
  return client;
}

/** Waits until a statement of the gateway waits for a lock. */
async function lockIsWaitedFor(statement: string): Promise<void> {
  const query = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '${statement}'`;
  await until(`${statement} waits`, async () => {
    gateway.clock.advance(1);
    return (await gateway.sql(query)).length > 0;
  });
}

async function held(): Promise<number> {
  return (await gateway.sql(`select from incoming_payments where state = 'suspense'`)).length;
}

test('a payment between two statements of a change pays the charge with its new amount', async () => {
  const client = await openStandardClient(gateway, keys);
  const create = async () => {
    const txid = newTxid();
    const made = await client.call('PUT', `/cob/${txid}`, { ...COB, chave: bank.pixKey });
    assert.equal(made.status, 201, made.text);
    const [row] = await gateway.sql('select id from charges where external_id = $1', [txid]);
    return { txid, id: String(row?.id) };
  };
  // The first payment that is held makes the accounts of suspense, and its transaction runs twice.
  bank.faults.add({ kind: 'wrong_amount', operation: 'pay', times: 1 });
  bank.pay((await create()).id.replaceAll('-', ''));
  await until('another payment is held', async () => (await held()) === 1);
  const { txid, id } = await create();
  const [advisory, table] = [await openSession(), await openSession()];
  await advisory.query(
    `create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$;
    create trigger wait_for_test before update on charges for each row
      when (new.id = '${id}') execute function wait_for_test();
    select pg_advisory_lock(${LOCK})`,
  );
  // The change is booked: its row is deleted, and the charge has the old amount.
  const revised = client.call('PATCH', `/cob/${txid}`, { valor: { original: '250.00' } });
  await lockIsWaitedFor('update charges%');
  await table.query('begin');
  const locked = table.query('lock table charge_changes in access exclusive mode');
  await lockIsWaitedFor('lock table charge_changes%');
  // The payment has read the charge, and waits to read its open changes.
  bank.pay(id.replaceAll('-', ''));
  await lockIsWaitedFor('%json_to_recordset%join charge_changes r%');
  await advisory.query(`select pg_advisory_unlock(${LOCK})`);
  await locked;
  await table.query('rollback');
  assert.equal((await revised).status, 200);
  await until('it is paid', async () => {
    gateway.clock.advance(1_000);
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === 'paid' && body.amount === 25_000;
  });
  assert.equal(await held(), 1);
  assert.deepEqual(await failedChecks(gateway), []);
});
