import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHARGE, callGateway } from '../../../gateway/test/support/gateway.ts';
import { newDeveloper, world } from '../world.ts';

test('tail shows the requests of the key, without bodies or secrets, and its events', async (context) => {
  const developer = await newDeveloper(context);
  const tailing = developer.open(['tail']);
  await tailing.next('connected');
  const address = `${world.gateway.url}/v1/pix/qrcode`;
  const headers = { 'idempotency-key': 'pedido-1' };
  const options = { keys: developer.keys, body: CHARGE, headers };
  const first = await callGateway<Record<string, string>>(address, 'POST', options);
  const created = await tailing.next('request');
  assert.deepEqual(
    [created.method, created.path, created.status, created.idempotency_replayed],
    ['POST', '/v1/pix/qrcode', 201, false],
  );
  assert.equal(created.request_id, first.headers.get('x-request-id'));
  await callGateway(address, 'POST', options);
  assert.equal((await tailing.next('request')).idempotency_replayed, true);
  const wrong = { keys: developer.keys, body: { amount: 0, secret: 'planted' } };
  await callGateway(`${address}?planted=1`, 'POST', wrong);
  assert.equal((await tailing.next('request')).code, 'invalid_request');
  await developer.json(['pay', String(first.body.internal_id)]);
  assert.equal((await tailing.next('event')).event, 'deposit.paid');
  const { exitCode, stdout } = await tailing.interrupt();
  assert.equal(exitCode, 0);
  assert.ok(!stdout.includes('planted') && !stdout.includes(developer.keys['client-secret']));
});
