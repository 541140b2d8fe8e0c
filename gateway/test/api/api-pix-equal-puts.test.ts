import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { COB, newTxid, openStandardClient } from '../support/api-pix.ts';
import { type RecLoc, recClient } from '../support/api-pix-recs.ts';
import { startGateway } from '../support/gateway.ts';
import { finishedLot, lotCharge, statesOf } from '../support/lots.ts';

const ROUNDS = 12;
const gateway = await startGateway({ after });
const urls = [gateway.url, await gateway.openSecondApi()];
const { today, openMerchant, createLoc, createRec, subscriptionOf } = recClient(gateway);
const DUE = businessDayFrom(addDays(today(), 9));

/** Clients of a merchant at both servers. */
async function openClients() {
  const merchant = await openMerchant();
  const clients = await Promise.all(urls.map((url) => openStandardClient({ url }, merchant.keys)));
  /** Sends equal requests to both servers at once; all must get the same answer. */
  const all = async (
    ...[method, path, body, status, each = 2]: [string, string, object, number, number?]
  ) => {
    const senders = Array.from({ length: each }, () => clients).flat();
    const answers = await Promise.all(senders.map((client) => client.call(method, path, body)));
    for (const answer of answers) assert.equal(answer.status, status, answer.text);
  };
  return { ...merchant, all };
}

test('equal PUTs of a charge that arrive at once all get the charge', async () => {
  const { client, all } = await openClients();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id: loc } = (await client.call<RecLoc>('POST', '/loc', { tipoCob: 'cob' })).body;
    await all('PUT', `/cob/${newTxid()}`, COB, 201);
    await all('PUT', `/cob/${newTxid()}`, { ...COB, loc: { id: loc } }, 201);
  }
});

test('equal PUTs of a charge with a due date that arrive at once all get the charge', async () => {
  const { client, all } = await openClients();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { txid, ...cobv } = lotCharge(DUE);
    await all('PUT', `/cobv/${txid}`, cobv, 201);
    const { id: loc } = (await client.call<RecLoc>('POST', '/loc', { tipoCob: 'cobv' })).body;
    await all('PUT', `/cobv/${newTxid()}`, { ...cobv, loc: { id: loc } }, 201);
    await all('PATCH', `/cobv/${txid}`, { valor: { original: '99.00' } }, 200);
  }
});

test('equal PUTs of a lot that arrive at once are all accepted and make its charges once', async () => {
  const { client, all } = await openClients();
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = String(1_234_567_890 + round);
    // A server checks one lot of a merchant at a time.
    await all('PUT', `/lotecobv/${id}`, { descricao: 'x', cobsv: [lotCharge(DUE)] }, 202, 1);
    assert.deepEqual(statesOf(await finishedLot(client, id)), ['CRIADA']);
  }
});

test('equal requests for a recurrence and its charges that arrive at once get the same answers', async () => {
  const merchant = await openClients();
  const { client, all } = merchant;
  const { id: loc } = await createLoc(client);
  const { idRec } = await createRec(client, { loc });
  await all('PATCH', `/rec/${idRec}`, { vinculo: { devedor: { nome: 'Maria Souza' } } }, 200);
  await merchant.subscriptions.authorize((await subscriptionOf(merchant)).internal_id);
  for (let month = 1; month <= 10; month += 1) {
    const dataDeVencimento = addDays(today(), 31 * month);
    await all(
      'PUT',
      `/cobr/${newTxid()}`,
      {
        idRec,
        calendario: { dataDeVencimento },
        valor: { original: '35.00' },
        recebedor: { agencia: '0001', conta: '1234567', tipoConta: 'CORRENTE' },
      },
      201,
    );
  }
});

test('equal addresses of call-backs that arrive at once are one endpoint', async () => {
  const { client, all } = await openClients();
  const path = `/webhook/${COB.chave}`;
  for (let round = 0; round < ROUNDS; round += 1) {
    await all('PUT', path, { webhookUrl: 'https://loja.example/pix' }, 200);
    const { body } = await client.call<{ webhooks: unknown[] }>('GET', '/webhook');
    assert.equal(body.webhooks.length, 1);
    assert.equal((await client.call('DELETE', path)).status, 204);
  }
  for (const kind of ['webhookrec', 'webhookcobr']) {
    await all('PUT', `/${kind}`, { webhookUrl: 'https://loja.example/pix' }, 200);
  }
});
