import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { refuseBouncedAddress } from '#src/messages/payer-mails/address-stops.ts';
import { createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import { startMailServer } from '../support/mail-server.ts';
import { type PanelSession, signIn } from '../support/panel.ts';
import { payerMailClient } from '../support/payer-mails.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const server = await startMailServer({ after });
const gateway = await startInBuckets({ after }, { env: { SMTP_URL: server.url } });
const { appContext } = gateway;
const { turnOn, charge, states, mailsOf } = payerMailClient(gateway);

/** A shop that mails receipts, and its customer: in the test environment, one of its own team. */
async function openShop() {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  await turnOn(keys, { receipts: true });
  return { keys, merchant, owner };
}

/** Pays a new charge and waits for the end of its receipt. Returns the charge and its state. */
async function receiptTo(keys: Keys, email: string): Promise<{ id: string; state: string }> {
  const id = await charge(keys, email);
  await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  gateway.clock.advance(2 * MINUTE_MS);
  const [state = ''] = await until('the receipt has ended', async () => {
    const found = await states(keys, id);
    return found.length > 0 && !/planned|waiting/.test(found.join()) && found;
  });
  return { id, state };
}

async function customerOf(keys: Keys, owner: PanelSession) {
  const { body } = await gateway.call<{ data: { id: string }[] }>('GET', '/v1/customers', { keys });
  const path = `/api/panel/test/customers/${body.data[0]?.id}`;
  const stop = async () => (await owner.call(`GET`, path)).body.email_stop;
  const release = (by = owner) => by.call('POST', `${path}/email/release`);
  return { id: body.data[0]?.id, stop, release };
}

test('a refused address gets mails again after a member releases it, and the audit log names both', async () => {
  const { keys, merchant, owner } = await openShop();
  server.refusals.set(owner.email, '550 5.1.1 no such user');
  assert.equal((await receiptTo(keys, owner.email)).state, 'receipt failed address_refused');
  const customer = await customerOf(keys, owner);
  assert.equal(await customer.stop(), 'refused');
  server.refusals.delete(owner.email);
  assert.equal((await receiptTo(keys, owner.email)).state, 'receipt skipped address_refused');
  const viewer = await signIn(gateway, merchant, { memberRole: 'viewer' });
  const denied = await customer.release(viewer);
  assert.deepEqual([denied.status, denied.body.code], [403, 'role_missing']);
  const released = await customer.release();
  assert.equal(released.status, 200, released.text);
  assert.equal(await customer.stop(), null);
  assert.equal((await receiptTo(keys, owner.email)).state, 'receipt sent');
  const again = await customer.release();
  assert.deepEqual([again.status, again.body.code], [409, 'address_not_refused']);
  const log = await gateway.sql(
    `select actor_name, subject, details::text from audit_log
      where action = 'customer.email_released'`,
  );
  assert.deepEqual(
    log.map(({ actor_name: name, subject }) => [name, subject]),
    [[owner.email, customer.id]],
  );
  assert.equal(JSON.stringify(log[0]?.details ?? '').includes('@'), false, 'no address');
});

test('a person who has unsubscribed is not released, and another merchant releases nobody', async () => {
  const { keys, owner } = await openShop();
  const { id } = await receiptTo(keys, owner.email);
  const message = server.messages.findLast((text) => text.includes('List-Unsubscribe')) ?? '';
  const token = /emails\/cancelar\/([\w-]{59})/.exec(message.replaceAll(/=?\r?\n\s*/g, ''))?.[1];
  assert.ok(token, message);
  const left = await fetch(`${gateway.url}/emails/cancelar/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  assert.equal(left.status, 200);
  const customer = await customerOf(keys, owner);
  assert.equal(await customer.stop(), 'unsubscribed');
  const refused = await customer.release();
  assert.deepEqual([refused.status, refused.body.code], [409, 'address_not_refused']);
  assert.equal((await mailsOf(keys, id)).address_stop?.reason, 'unsubscribed');
  const stranger = await openShop();
  const foreign = await customer.release(stranger.owner);
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'customer_not_found']);
});

test('an operator marks an address whose mail bounced later, for the merchants that mailed it', async () => {
  const shop = await openShop();
  const other = await openShop();
  const { id, state } = await receiptTo(shop.keys, shop.owner.email);
  assert.equal(state, 'receipt sent');
  const deps = {
    ...appContext,
    readKey: () => readReceiptKey(appContext.database, appContext.secretBox),
  };
  assert.equal(await refuseBouncedAddress(deps, shop.owner.email, commandActor), 1);
  assert.equal(await refuseBouncedAddress(deps, 'ninguem@exemplo.com.br', commandActor), 0);
  const next = await receiptTo(shop.keys, shop.owner.email);
  assert.equal(next.state, 'receipt skipped address_refused');
  const log = await gateway.sql(
    `select subject from audit_log where action = 'charge.address_refused'`,
  );
  assert.deepEqual(log, [{ subject: id }]);
  assert.equal((await receiptTo(other.keys, other.owner.email)).state, 'receipt sent');
});
