import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { planSubscriptionMails as tellPayers } from '#src/messages/payer-mails/plan-subscription-mails.ts';
import { type Act, actOnSubscriptions } from '#src/subscriptions/act-on-subscriptions.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { ownerAddressOf } from '../support/database-server.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';
import { assertClean } from '../support/two-buckets.ts';

const RECIPIENTS = 8;
const gateway = await startGateway({ after }, { hasWorker: false });
// Ids grow with time, so the first merchant has the lowest account.
const lowest = await createMerchantWithKeys(gateway);
const origin = await createMerchantWithKeys(gateway);
const others: (typeof lowest)[] = [];
for (let count = 0; count < RECIPIENTS; count += 1) {
  others.push(await createMerchantWithKeys(gateway));
}
const all = [...others, origin];

/** Whether a transaction waits for a lock in a statement about accounts of the ledger. */
const waitsForAccount = () => isBlocked(gateway, 'ledger_accounts');

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerAddressOf(gateway.connectionString) });
  await client.connect();
  return client;
}

/** A charge whose last share goes to the lowest merchant; its accounts are created last too. */
async function createCrossedCharge(): Promise<string> {
  for (const { keys } of all) await receivePayment(gateway, keys);
  await receivePayment(gateway, lowest.keys);
  const split = [...others, lowest].map(({ username }) => ({ username, percentage: 2 }));
  const body = { ...CHARGE, split };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: origin.keys, body });
  assert.equal(created.status, 201, created.text);
  return String(created.body.internal_id);
}

test('a payment that waits for the lowest account holds no other, so crossed splits can’t deadlock', async () => {
  const id = await createCrossedCharge();
  const [holder, other] = [await connect(), await connect()];
  try {
    await holder.query('begin');
    await holder.query(
      `select from ledger_accounts where merchant_id = $1 and account = 'available' for update`,
      [lowest.merchant.merchantId],
    );
    const path = `/v1/test/charges/${id}/pay`;
    const paying = gateway.call('POST', path, { keys: origin.keys });
    await until('the payment waits for the lowest account', waitsForAccount);
    await other.query('begin');
    const free = await other.query(
      `select count(*)::int as count from (
        select from ledger_accounts where merchant_id <> $1 for update nowait
      ) locked`,
      [lowest.merchant.merchantId],
    );
    assert.ok(free.rows[0]?.count >= all.length * 3);
    await other.query('rollback');
    await holder.query('commit');
    assert.equal((await paying).status, 200);
  } finally {
    await holder.end();
    await other.end();
  }
});

test('a payment that opens an account holds no lock while another opens the same one', async () => {
  const newest = await createMerchantWithKeys(gateway);
  for (const { keys } of all) await receivePayment(gateway, keys);
  const split = [...others, newest].map(({ username }) => ({ username, percentage: 2 }));
  const body = { ...CHARGE, split };
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: origin.keys, body });
  assert.equal(created.status, 201, created.text);
  const [opener, other] = [await connect(), await connect()];
  try {
    await opener.query('begin');
    await opener.query(
      `insert into ledger_accounts (merchant_id, environment, account, may_be_negative)
        values ($1, 'test', 'available', false)`,
      [newest.merchant.merchantId],
    );
    const path = `/v1/test/charges/${created.body.internal_id}/pay`;
    const paying = gateway.call('POST', path, { keys: origin.keys });
    await until('the payment waits for the new account', waitsForAccount);
    await other.query('begin');
    const free = await other.query(
      'select count(*)::int as count from (select from ledger_accounts for update nowait) locked',
    );
    assert.ok(free.rows[0]?.count >= all.length * 3);
    await other.query('rollback');
    await opener.query('commit');
    assert.equal((await paying).status, 200);
  } finally {
    await opener.end();
    await other.end();
  }
});

test('a batch that waits for one charge holds no other, so that payments can’t deadlock with it', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const shop = subscriptionClient(gateway, keys);
  const first = { journey: 'code_and_first_payment', first_payment: { amount: 1_000 } };
  const paid = await shop.create({ ...first, reference: 'pago' });
  const charged = await shop.create({ amount: null, min_amount: 1_000, reference: 'variável' });
  await shop.authorize(charged.internal_id);
  const cycle = await shop.addCycle(charged.internal_id, {
    amount: 1_000,
    due_on: SUBSCRIPTION.first_due_on,
  });
  const ended = await shop.create({ ...first, reference: 'cancelado' });
  const { merchantId } = merchant;
  const of = ({ internal_id: id }: { internal_id: string }, act: Act) => ({
    merchantId,
    environment: 'test' as const,
    id,
    act,
  });
  const [holder, other] = [await connect(), await connect()];
  try {
    await holder.query('begin');
    await holder.query('select from charges where id = $1 for update', [paid.first_transaction_id]);
    const acting = actOnSubscriptions({ ...gateway.appContext, tellPayers }, [
      of(ended, { kind: 'cancel', by: 'merchant', reason: 'SLCR' }),
      of(paid, { kind: 'authorize' }),
      of(charged, { kind: 'cancel_cycle', chargeId: String(cycle.transaction_id) }),
    ]);
    await until('the batch waits for the charge', () => isBlocked(gateway, 'charges'));
    const free = await other.query(
      `select from charges where merchant_id = $1 and id <> $2 for update nowait`,
      [merchantId, paid.first_transaction_id],
    );
    assert.equal(free.rowCount, 2);
    await holder.query('commit');
    assert.ok((await acting).every((result) => 'value' in result));
  } finally {
    await holder.end();
    await other.end();
  }
  await assertClean(gateway);
});
