import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { openStandardClient, typeOf } from '../support/api-pix.ts';
import { CHARGE, createMerchantWithKeys, type Keys } from '../support/gateway.ts';
import { lotCharge, putLot } from '../support/lots.ts';
import { signIn } from '../support/panel.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after }, { env: { CHARGE_BATCH_LINES_PER_DAY: '10' } });
const PATH = '/v1/charges/batches';
const HEADER = 'nome;cpf_cnpj;valor;vencimento';

function send(keys: Keys, count: number, key = `batch-${randomUUID()}`) {
  const charges = Array.from({ length: count }, () => CHARGE);
  return gateway.call('POST', PATH, {
    keys,
    headers: { 'idempotency-key': key },
    body: { charges },
  });
}

const batchesOf = async (merchantId: string) =>
  (await gateway.sql('select from charge_batches where merchant_id = $1', [merchantId])).length;

test('a merchant sends so many lines in 24 hours and no more, and is told how many are left', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const other = await createMerchantWithKeys(gateway);
  assert.equal((await send(keys, 7, 'first-batch')).status, 201);
  const tooMany = await send(keys, 4);
  assert.deepEqual([tooMany.status, tooMany.body.code], [422, 'charge_batch_daily_limit']);
  assert.deepEqual(tooMany.body.details, [
    { field: 'charges', message: 'cabem mais 3 linhas agora' },
  ]);
  assert.equal((await send(keys, 7, 'first-batch')).status, 201, 'a repeat is answered');
  assert.equal((await send(keys, 3)).status, 201);
  assert.equal((await send(keys, 1)).body.code, 'charge_batch_daily_limit');
  assert.equal((await send(other.keys, 10)).status, 201);
  assert.equal(await batchesOf(merchant.merchantId), 2);
  gateway.clock.advance(DAY_MS + 1_000);
  assert.equal((await send(keys, 10)).status, 201);
});

test('of batches sent at once only those that fit are stored', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(keys, 4)));
  const stored = answers.filter(({ status }) => status === 201).length;
  assert.ok(stored >= 1 && stored <= 2, String(stored));
  assert.equal(await batchesOf(merchant.merchantId), stored);
});

test('lots of the API Pix count too', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const client = await openStandardClient(gateway, keys);
  const day = addDays(brazilianDayOf(gateway.clock.now()), 9);
  const lines = (count: number) => Array.from({ length: count }, () => lotCharge(day));
  await putLot(client, 'primeiro', lines(8));
  const tooMany = await client.call('PUT', '/lotecobv/segundo', {
    descricao: 'Segundo',
    cobsv: lines(3),
  });
  assert.deepEqual([tooMany.status, typeOf(tooMany)], [400, 'LoteCobVOperacaoInvalida']);
  assert.match(tooMany.text, /cabem mais 2 linhas agora/);
  assert.equal((await send(keys, 3)).body.code, 'charge_batch_daily_limit');
  await putLot(client, 'segundo', lines(2));
});

test('files count, also unconfirmed ones, and a file that is discarded no longer does', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const upload = (lines: number) => {
    const row = 'Maria Silva;12345678909;10,00;';
    const text = [HEADER, ...Array.from({ length: lines }, () => row)].join('\n');
    const body = { file_name: 'a.csv', content: Buffer.from(text).toString('base64') };
    return session.call('POST', '/api/panel/test/charge-batches', { body });
  };
  const first = await upload(8);
  assert.equal(first.status, 201, first.text);
  assert.equal((await upload(3)).body.code, 'charge_batch_daily_limit');
  assert.equal((await send(keys, 3)).body.code, 'charge_batch_daily_limit');
  const path = `/api/panel/test/charge-batches/${String(first.body.id)}/discard`;
  assert.equal((await session.call('POST', path)).status, 200);
  assert.equal((await send(keys, 10)).status, 201);
});
