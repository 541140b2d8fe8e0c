import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { type Database, openDatabase } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { recordIncomingPayments } from '#src/incoming/payments/record-incoming-payments.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { ownerAddressOf } from '../support/database-server.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';
import { move } from '../support/two-buckets.ts';

test('payments that arrive while their merchant moves pay their charges', async (context) => {
  // Only this test books what the bank received.
  const live = await startLiveGateway(context, { buckets: 2, hasWorker: false });
  const { gateway, bank, shop } = live;
  const operator = await signInOperator(gateway);
  const { database, clock, logger } = gateway.appContext;
  const receiver = { name: 'efi', pixKey: bank.pixKey };
  const receiving = { findCharge: () => assert.fail('the bank is not asked') };
  const deps = { database: await openPatient(), clock, logger, receiving, bank: receiver };
  bank.faults.add({ kind: 'callback_lost', operation: 'callback' });
  const { merchantId } = shop.merchant;
  const { bucketId } = await database.buckets.ofMerchant(merchantId);
  // There and back: a search reads the buckets in one order, so each direction differs.
  for (const to of [bucketId === 'b0' ? 'b1' : 'b0', bucketId]) {
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys: shop.keys, body: CHARGE });
    assert.equal(created.status, 201, created.text);
    await payDuring(to, String(created.body.internal_id));
  }
  const path = '/api/operator/incoming-payments';
  const { body } = await operator.call<{ data: unknown[] }>('GET', path);
  assert.deepEqual(body.data, []);
  assert.deepEqual(await failedChecks(gateway), []);

  /** Books a payment while a move has deleted its charge from the old bucket. */
  async function payDuring(to: string, charge: string): Promise<void> {
    const { endToEndId, receivedAt } = bank.pay(charge.replaceAll('-', ''));
    const blocker = new pg.Client({ connectionString: ownerAddressOf(gateway.connectionString) });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table b0.transfers, b1.transfers in access exclusive mode');
    const moving = move(gateway, shop, to, { waitsForLocks: true });
    await until('the move waits', () => isBlocked(gateway, 'moving_transfers'));
    const booking = recordIncomingPayments(deps, [
      {
        endToEndId,
        receivedAt,
        txid: charge.replaceAll('-', ''),
        pixKey: bank.pixKey,
        amount: centavos(CHARGE.amount),
        refunds: [],
      },
    ]);
    let isBooked = false;
    const ended = booking.finally(() => {
      isBooked = true;
    });
    await until('the payment waits', async () => {
      assert.ok(!isBooked, 'the payment was not booked before it waited');
      return isBlocked(gateway, 'update charges');
    });
    await blocker.query('commit');
    await blocker.end();
    await moving;
    assert.equal(await ended, 1);
    const found = await gateway.call('GET', `/v1/transactions/${charge}`, { keys: shop.keys });
    assert.equal(found.body.status, 'paid');
  }

  /** A database that waits for locks for ever, so that a busy machine changes nothing. */
  async function openPatient(): Promise<Database> {
    const opened = openDatabase({
      connectionString: gateway.connectionString,
      connectionsMax: 2,
      applicationName: 'test',
      statementTimeoutMs: 0,
    });
    context.after(() => opened.close());
    await opened.buckets.refresh();
    const waiting: Database = {
      ...opened.withLimits({ lockTimeoutMs: 0, statementTimeoutMs: 0 }),
      withLimits: () => waiting,
    };
    return waiting;
  }
});
