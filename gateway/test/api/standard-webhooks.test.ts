import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { signWebhook, standardHeaders } from '#src/webhooks/delivery/sign-webhook.ts';
import { updateEndpointSecret } from '#src/webhooks/endpoints/endpoint-store.ts';
import { createSecret, standardSecretOf } from '#src/webhooks/webhook-secret.ts';
import { createMerchantWithKeys, receivePayment, startGateway, until } from '../support/gateway.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });

test('the verifier of Standard Webhooks accepts a delivery, also while its secret is rotated', async (context) => {
  const { keys } = await createMerchantWithKeys(gateway);
  const sink = await startWebhookSink(context);
  const body = { url: sink.url, events: ['deposit.paid'] };
  const created = await gateway.call('POST', '/v1/webhook-endpoints', { keys, body });
  const endpoint = `/v1/webhook-endpoints/${created.body.id}`;
  await receivePayment(gateway, keys);
  await until('the event arrives', async () => sink.received.length === 1);
  const rotated = await gateway.call('POST', `${endpoint}/rotate`, { keys });
  await receivePayment(gateway, keys);
  await until('the second event arrives', async () => sink.received.length === 2);
  const secrets = [String(created.body.secret), String(rotated.body.secret)];
  for (const [index, { headers, rawBody: text, event }] of sink.received.entries()) {
    const given = headers as Record<string, string>;
    assert.equal(given['webhook-id'], event.id);
    const [old = '', renewed = ''] = secrets;
    assert.deepEqual(new Webhook(old).verify(text, given), event);
    const verifyNew = () => new Webhook(renewed).verify(text, given);
    if (index === 1) assert.deepEqual(verifyNew(), event);
    else assert.throws(verifyNew, WebhookVerificationError);
    assert.throws(() => new Webhook(old).verify(`${text} `, given), WebhookVerificationError);
  }
});

test('a secret of before has a form that the verifier reads, and signs ours as it did', () => {
  const body = '{"id":"1"}';
  const atSeconds = Math.floor(Date.now() / 1_000);
  const ofOthers = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const old = `whsec_${'a-_4'.repeat(10)}abc`;
  assert.equal(standardSecretOf(ofOthers), ofOthers);
  for (const secret of ['whsec_sandbox_publico', old, ofOthers, createSecret()]) {
    const signed = { body, secrets: [secret], atSeconds };
    const webhook = new Webhook(standardSecretOf(secret));
    assert.deepEqual(webhook.verify(body, standardHeaders('evt', signed)), { id: '1' });
    assert.match(signWebhook(signed), /^t=\d+,v1=[0-9a-f]{64}$/);
  }
  const own = createSecret();
  assert.equal(standardSecretOf(own), own);
  assert.notEqual(standardSecretOf('whsec_sandbox_publico'), 'whsec_sandbox_publico');
});

test('the secret of an endpoint is given in both forms to a program that has it, and to no other', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const { merchantId } = merchant;
  const body = { url: 'http://localhost:9/webhooks' };
  const { body: created } = await gateway.call('POST', '/v1/webhook-endpoints', { keys, body });
  const id = String(created.id);
  const check = async (secret: unknown) => {
    const path = `/v1/webhook-endpoints/${id}/check-secret`;
    const { status, body: answer } = await gateway.call('POST', path, { keys, body: { secret } });
    assert.equal(status, 200);
    return answer;
  };
  const { secret } = created;
  const both = { is_current: true, secret, standard_secret: secret };
  assert.deepEqual(await check(secret), both);
  const old = `whsec_${'a-_4'.repeat(10)}abc`;
  const none = { is_current: false, secret: null, standard_secret: null };
  assert.deepEqual(await check(old), none);

  const { database, secretBox } = gateway.appContext;
  const endpoint = { merchantId, environment: 'test', id } as const;
  const sealedSecret = secretBox.seal(old, id);
  await database.transaction(async (tx) =>
    updateEndpointSecret(tx, { ...endpoint, sealedSecret, previousUntil: Date.now() }),
  );
  const standard = standardSecretOf(old);
  const ofOld = { is_current: true, secret: old, standard_secret: standard };
  assert.deepEqual([await check(old), await check(standard)], [ofOld, ofOld]);
  assert.deepEqual(await check(secret), none);
  const others = await createMerchantWithKeys(gateway);
  const path = `/v1/webhook-endpoints/${id}/check-secret`;
  const stranger = await gateway.call('POST', path, { keys: others.keys, body: { secret: old } });
  assert.deepEqual([stranger.status, stranger.body.code], [404, 'webhook_not_found']);
});
