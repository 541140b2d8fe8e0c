import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { dueDayOf } from '#src/subscriptions/cycle-days.ts';
import { newTxid, typeOf } from '../support/api-pix.ts';
import { recClient } from '../support/api-pix-recs.ts';
import { faultsOfSchema } from '../support/bcb/standard.ts';
import { until } from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { startWebhookSink, type WebhookSink } from '../support/webhook-sink.ts';

const gateway = await startInBuckets({ after });
const { today, openMerchant, createRec, createLoc, subscriptionOf } = recClient(gateway);
const ACCOUNT = { conta: '1234567', tipoConta: 'CORRENTE' };

interface Notice extends Record<string, unknown> {
  readonly idRec: string;
  readonly txid?: string;
  readonly status: string;
}

/** The notices that arrived at a path, in the order of their arrival. */
function noticesAt({ received }: WebhookSink, path: string, list: 'recs' | 'cobsr'): Notice[] {
  return received
    .filter((webhook) => webhook.path === path)
    .flatMap(({ rawBody }) => JSON.parse(rawBody)[list] as Notice[]);
}

for (const path of ['/webhookrec', '/webhookcobr']) {
  test(`the address of ${path} is set, read, replaced and deleted, for each merchant`, async () => {
    const { client } = await openMerchant();
    const other = await openMerchant();
    const family = path === '/webhookrec' ? 'WebhookRec' : 'WebhookCobR';
    assert.equal(typeOf(await client.call('GET', path)), `${family}NaoEncontrado`);
    const set = await client.call('PUT', path, { webhookUrl: 'https://antes.example.com' });
    assert.equal(set.status, 200, set.text);
    await client.call('PUT', path, { webhookUrl: 'https://erp.example.com/pix' });
    const read = await client.call('GET', path);
    assert.equal(read.body.webhookUrl, 'https://erp.example.com/pix');
    assert.equal((await other.client.call('GET', path)).status, 404);
    // It is no webhook of a Pix key.
    const keys = await client.call<{ webhooks: unknown[] }>('GET', '/webhook');
    assert.deepEqual(keys.body.webhooks, []);
    const wrong = await client.call('PUT', path, { webhookUrl: 'nada' });
    assert.deepEqual([wrong.status, typeOf(wrong)], [400, `${family}OperacaoInvalida`]);
    assert.equal((await client.call('DELETE', path)).status, 204);
    assert.equal(typeOf(await client.call('DELETE', path)), `${family}NaoEncontrado`);
  });
}

test('an authorization, a charge and its refusals arrive at /rec and /cobr as the document says', async (context) => {
  const sink = await startWebhookSink(context);
  const merchant = await openMerchant();
  const { client, subscriptions } = merchant;
  for (const path of ['/webhookrec', '/webhookcobr']) {
    await client.call('PUT', path, { webhookUrl: `${sink.url}/erp` });
  }
  const { id: loc } = await createLoc(client);
  const { idRec } = await createRec(client, { loc });
  const { internal_id: id } = await subscriptionOf(merchant);
  await subscriptions.authorize(id);
  const recs = () => noticesAt(sink, '/erp/rec', 'recs');
  const cobrs = () => noticesAt(sink, '/erp/cobr', 'cobsr');
  const [rec] = await until('the authorization arrives', async () => recs().length > 0 && recs());
  assert.deepEqual([rec?.idRec, rec?.status], [idRec, 'APROVADA']);
  const txid = newTxid();
  const dataDeVencimento = addDays(today(), 30);
  const made = await client.call('PUT', `/cobr/${txid}`, {
    idRec,
    calendario: { dataDeVencimento },
    valor: { original: '35.00' },
    recebedor: ACCOUNT,
  });
  assert.equal(made.status, 201, made.text);
  const found = (status: string) => cobrs().find((one) => one.status === status);
  await until('the charge arrives', async () => found('ATIVA'));
  await subscriptions.fail(id, dueDayOf(dataDeVencimento), 'AC05');
  const rejected = await until('its end arrives', async () => found('REJEITADA'));
  const read = await client.call<Notice>('GET', `/cobr/${txid}`);
  const { atualizacao, encerramento, tentativas } = read.body;
  assert.deepEqual(rejected, {
    idRec,
    txid,
    status: 'REJEITADA',
    atualizacao,
    encerramento,
    tentativas,
  });
  await client.call('PATCH', `/rec/${idRec}`, { status: 'CANCELADA' });
  await until('the end of the recurrence arrives', async () =>
    recs().some(({ status }) => status === 'CANCELADA'),
  );
  for (const notice of recs()) assert.deepEqual(faultsOfSchema('RecNotification', notice), []);
  for (const notice of cobrs()) assert.deepEqual(faultsOfSchema('CobRNotification', notice), []);
  // Each message is a call-back: it has neither a kind nor an id.
  assert.ok(sink.received.every(({ headers }) => headers['x-service-event'] === undefined));
});
