import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDeveloper, world } from '../world.ts';

const { gateway } = world;

test('charge shows code and page, and ends when pay has paid it', async (context) => {
  const developer = await newDeveloper(context);
  const charging = developer.open(['charge', '1.234,56', '--external-id', 'pedido-7']);
  const charge = await charging.next('charge');
  assert.deepEqual([charge.amount, charge.external_id], [123_456, 'pedido-7']);
  const paid = await developer.json(['pay', String(charge.internal_id)]);
  assert.deepEqual([paid.type, paid.status], ['paid', 'paid']);
  assert.equal((await charging.next('status')).status, 'paid');
  assert.equal((await charging.ended()).exitCode, 0);
  const again = await developer.pix(['pay', String(charge.internal_id), '--json']);
  assert.equal(again.exitCode, 5);
  assert.equal(JSON.parse(again.stderr).error.code, 'charge_not_payable');
});

test('charge ends with 7 after its timeout, and with 6 when the charge is canceled', async (context) => {
  const developer = await newDeveloper(context);
  const late = await developer.pix(['charge', '10,50', '--timeout', '1s']);
  assert.deepEqual([late.exitCode, /█/.test(late.stdout)], [7, true]);
  const charging = developer.open(['charge', '5']);
  const { internal_id: id } = await charging.next('charge');
  await gateway.call('POST', `/v1/transactions/${String(id)}/cancel`, {
    keys: developer.keys,
  });
  assert.equal((await charging.ended()).exitCode, 6);
});

test('pay pays as a scenario says, and resend sends with a fault only to webhooks', async (context) => {
  const developer = await newDeveloper(context);
  const { internal_id: id } = await developer.json(['charge', '10', '--no-wait']);
  const late = await developer.json(['pay', String(id), '--scenario', 'late']);
  assert.deepEqual([late.type, late.status], ['paid', 'paid']);
  const twice = await developer.pix(['pay', String(id), '--scenario', 'twice']);
  assert.match(twice.stdout, /A identificar: R\$ 10,00, porque já estava paga/);
  const wrong = await developer.pix(['pay', String(id), '--webhook-scenario', 'early']);
  assert.deepEqual([wrong.exitCode, /Há: lost, doubled/.test(wrong.stderr)], [2, true]);
  const { id: eventId } = await developer.json(['events', 'list', '--events', 'deposit.paid']);
  const words = ['events', 'resend', String(eventId), '--scenario', 'doubled', '--json'];
  const { stderr } = await developer.pix(words);
  assert.equal(JSON.parse(stderr).error.code, 'event_has_no_webhook');
});

test('split-preview shows fee, shares and what stays, and creates nothing', async (context) => {
  const [developer, partner] = [await newDeveloper(context), await newDeveloper(context)];
  const words = ['split-preview', '100,00', '--split', `${partner.username}:12,5%`];
  const preview = await developer.json(words);
  assert.deepEqual([preview.fee_amount, preview.origin_amount], [198, 8_552]);
  const { stdout } = await developer.pix(words);
  assert.match(stdout, /fica com você +R\$ 85,52/);
  const unknown = await developer.pix(['split-preview', '100', '--split', 'ninguem-mesmo:1,00']);
  assert.equal(unknown.exitCode, 5);
});
