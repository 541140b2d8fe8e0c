import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHARGE, callGateway } from '../../../gateway/test/support/gateway.ts';
import { freePort } from '../../../gateway/test/support/gateway-process.ts';
import { newDeveloper } from '../world.ts';

test('tail shows requests that pass its port, without bodies or secrets, and the events of the key', async (context) => {
  const developer = await newDeveloper(context);
  const tailing = developer.open(['tail', '--port', String(await freePort())]);
  const { url } = await tailing.next('ready');
  await tailing.next('connected');
  const headers = { 'idempotency-key': 'pedido-1' };
  const options = { keys: developer.keys, body: CHARGE, headers };
  const first = await callGateway<Record<string, string>>(`${url}/v1/pix/qrcode`, 'POST', options);
  const created = await tailing.next('request');
  assert.deepEqual(
    [created.method, created.path, created.status, created.replayed, created.request_id],
    ['POST', '/v1/pix/qrcode', 201, false, first.headers.get('x-request-id')],
  );
  await callGateway(`${url}/v1/pix/qrcode`, 'POST', options);
  assert.equal((await tailing.next('request')).replayed, true);
  const wrong = { keys: developer.keys, body: { amount: 0, secret: 'planted' } };
  await callGateway(`${url}/v1/pix/qrcode?planted=1`, 'POST', wrong);
  assert.equal((await tailing.next('request')).code, 'invalid_request');
  await developer.json(['pay', String(first.body.internal_id)]);
  assert.equal((await tailing.next('event')).event, 'deposit.paid');
  const { exitCode, stdout } = await tailing.interrupt();
  assert.equal(exitCode, 0);
  assert.ok(!stdout.includes('planted') && !stdout.includes(developer.keys['client-secret']));
});
