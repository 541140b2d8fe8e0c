import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { refusingDestinations } from '#src/bank/simulated/payout-destinations.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { createEndpoint } from '#src/webhooks/endpoints/manage-endpoints.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  PAYOUT,
  receivePayment,
  startGateway,
  until,
} from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { daysAfter, SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';

const PORTUGUESE = /[ãçõáéíóúâê]|\bO banco\b|\bfavorecido\b/i;

interface Failed {
  readonly status: string;
  readonly failure_reason: { code: string; message: string } | null;
}

const gateway = await startGateway({ after });
const { keys, merchant } = await createMerchantWithKeys(gateway);
const session = await signIn(gateway, merchant);
await receivePayment(gateway, keys, { ...CHARGE, amount: 1_000_000 });

test('the English panel says in English why each payout failed; programs get it as before', async () => {
  const made: [string, string][] = [];
  for (const [name, code] of refusingDestinations) {
    const key = { pix_key_type: 'email', pix_key: `${name}@sandbox.com` };
    const body = { ...PAYOUT, ...key, amount: 100 };
    const answer = await gateway.call('POST', '/v1/pix/payout', { keys, body });
    assert.equal(answer.status, 201, answer.text);
    made.push([String(answer.body.internal_id), code]);
  }
  gateway.clock.advance(60_000);
  const read = async (path: string, headers: Readonly<Record<string, string>>) => {
    const { body } = await gateway.call<Failed>('GET', path, { headers });
    return body;
  };
  for (const [id, code] of made) {
    const program = { ...keys, 'accept-language': 'en' };
    const failed = await until(`${code} fails`, async () => {
      const payout = await read(`/v1/transactions/${id}`, program);
      return payout.status === 'failed' ? payout : undefined;
    });
    const path = `/api/panel/test/transactions/${id}`;
    const cookie = session.cookie();
    const { failure_reason: portuguese } = await read(path, { cookie });
    const { failure_reason: english } = await read(path, { cookie: `${cookie}; language=en` });
    assert.deepEqual(portuguese, failed.failure_reason, code);
    assert.equal(english?.code, code);
    assert.doesNotMatch(english?.message ?? '', PORTUGUESE, code);
    assert.notEqual(english?.message, portuguese?.message, code);
  }
});

test('the lines of a batch say in English why their payouts failed', async () => {
  const batches = '/api/panel/test/payout-batches';
  const file = [
    'favorecido;documento;tipo da chave;chave;valor;descrição;referência',
    'Ana Lima;529.982.247-25;e-mail;ac06@sandbox.com;1,00;;',
  ].join('\r\n');
  const content = Buffer.from(file).toString('base64');
  const body = { file_name: 'folha.csv', content };
  const { body: batch } = await session.call('POST', batches, { body });
  const path = `${batches}/${batch.id}`;
  const confirmed = await session.call('POST', `${path}/confirm`, { body: {} });
  assert.equal(confirmed.status, 200, confirmed.text);
  gateway.clock.advance(60_000);
  const failure = async (cookie: string) => {
    const { body: read } = await gateway.call('GET', path, { headers: { cookie } });
    return Object(read).lines[0].payout?.failure as string | null;
  };
  const portuguese = await until(
    'it fails',
    async () => (await failure(session.cookie())) ?? false,
  );
  assert.equal(portuguese, 'A conta de destino está bloqueada.');
  const english = await failure(`${session.cookie()}; language=en`);
  assert.equal(english, 'The destination account is blocked.');
});

test('the English panel says in English why a webhook was not delivered', async () => {
  const endpoint = await addUnreachableEndpoint('/webhook');
  const charge = await receivePayment(gateway, keys);
  const cookie = session.cookie();
  const english = `${cookie}; language=en`;
  const attempt = async (by: string) => {
    const path = `/api/panel/test/transactions/${String(charge.internal_id)}`;
    const { body } = await gateway.call('GET', path, { headers: { cookie: by } });
    const { timeline } = body as { timeline: { kind: string; [fact: string]: unknown }[] };
    return timeline.find(({ kind }) => kind === 'webhook_attempt');
  };
  const first = await until('an attempt', () => attempt(cookie));
  const delivery = async (by: string) => {
    const path = `/api/panel/test/webhooks/${endpoint.id}/deliveries/${first.delivery_id}`;
    const { body } = await gateway.call('GET', path, { headers: { cookie: by } });
    return Object(body).attempts[0].failure as string;
  };
  const portuguese = /^connection: A conexão com o destino falhou( \([A-Z_]+\))?\.$/;
  assert.match(String(first.failure), portuguese);
  assert.match(await delivery(cookie), portuguese);
  const inEnglish = /^connection: The connection to the destination failed( \([A-Z_]+\))?\.$/;
  assert.match(String((await attempt(english))?.failure), inEnglish);
  assert.match(await delivery(english), inEnglish);
});

test('the English panel says in English what a webhook’s program must mend', async () => {
  const endpoint = await addUnreachableEndpoint('/exam');
  const path = `/api/panel/test/webhooks/${endpoint.id}/exam`;
  const begun = await session.call('POST', path, { body: {} });
  assert.equal(begun.status, 201, begun.text);
  const cookie = session.cookie();
  const read = async (by: string) => {
    const { body } = await gateway.call('GET', path, { headers: { cookie: by } });
    return Object(body).data as { status: string; checks: Record<string, unknown>[] };
  };
  const portuguese = await until('its end', async () => {
    const exam = await read(cookie);
    return exam.status === 'failed' && exam;
  });
  const english = await read(`${cookie}; language=en`);
  assert.equal(portuguese.checks[0]?.title, 'Evento válido');
  assert.equal(english.checks[0]?.title, 'Valid event');
  assert.match(String(english.checks[0]?.advice), /^The address did not answer \(connection: The /);
  assert.equal(english.checks.length, portuguese.checks.length);
  for (const { title, advice } of english.checks) {
    assert.doesNotMatch(`${title} ${advice}`, PORTUGUESE);
  }
});

test('the English panel says in English why cycles failed and subscriptions ended', async () => {
  const path = '/api/panel/test/subscriptions';
  const client = subscriptionClient(gateway, keys);
  const start = daysAfter(SUBSCRIPTION.first_due_on, -10);
  const clock = await client.createClock(start);
  const created = await client.create({ clock_id: clock.id, reference: 'motivos' });
  const { internal_id: id } = await client.authorize(created.internal_id);
  await client.advanceTo(clock, `${daysAfter(SUBSCRIPTION.first_due_on, -2)}T15:00:00.000Z`);
  const [cycle] = await client.cycles(id);
  await client.fail(id, cycle?.due_on ?? '');
  await client.cancel(id);
  const read = async (address: string, language: string) => {
    const cookie = `${session.cookie()}; language=${language}`;
    return (await gateway.call('GET', address, { headers: { cookie } })).body;
  };
  const cycles = `${path}/${id}/cycles`;
  const [failed] = Object((await read(cycles, 'en')).data);
  assert.deepEqual(
    [failed.reason.code, failed.reason.message],
    ['no_balance', 'The payer had no balance on the day.'],
  );
  assert.equal(failed.attempts[0].reason.message, failed.reason.message);
  const [inPortuguese] = Object((await read(cycles, 'pt-BR')).data);
  assert.equal(inPortuguese.reason.message, 'O pagador não tinha saldo no dia.');
  const own = Object((await read(`${path}/${id}`, 'en')).reason);
  assert.equal(own.code, 'SLCR');
  assert.doesNotMatch(`${own.message} ${own.remedy}`, /[ãçõáéíóúâê]|\bempresa\b|\bassinatura\b/i);
  const listed = await read(path, 'en');
  const row = Object(listed.data).find((one: { internal_id: string }) => one.internal_id === id);
  assert.equal(row.reason.message, own.message);
  const { body: program } = await gateway.call('GET', `/v1/subscriptions/${id}`, {
    headers: { ...keys, 'accept-language': 'en' },
  });
  assert.equal(Object(program.reason).message, 'A sua empresa cancelou a assinatura.');
});

/** A webhook of the merchant at an address where nobody listens. */
function addUnreachableEndpoint(path: string) {
  const targetRules = { allowPrivateAddresses: true, allowPlainHttp: true };
  return createEndpoint(
    { ...gateway.appContext, targetRules },
    { ...merchant, environment: 'test' },
    { url: `http://127.0.0.1:9${path}` },
    commandActor,
  );
}
