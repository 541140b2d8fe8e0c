import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { openStandardClient, type StandardClient, typeOf } from '../support/api-pix.ts';
import { createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import { failedChecks, startLiveInBuckets } from '../support/live.ts';
import { finishedLot, lotCharge, putLot, readLot, statesOf } from '../support/lots.ts';

const { gateway, bank, shop } = await startLiveInBuckets(
  { after },
  { env: { PROVIDER_TIMEOUT_SECONDS: '3' } },
);
const { keys } = shop;
const DUE = businessDayFrom(addDays(brazilianDayOf(gateway.clock.now()), 20));

afterEach(() => bank.faults.clear());
const ADDRESS = ['01310100', 'Avenida Paulista', '1000', 'Bela Vista', 'São Paulo', 'SP'];

await openWithAddress(shop.merchant.merchantId);
const client = await openStandardClient(gateway, keys);

async function openWithAddress(merchantId: string): Promise<void> {
  await gateway.sql(
    `insert into merchant_addresses
       (merchant_id, postal_code, street, street_number, district, city, state, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())`,
    [merchantId, ...ADDRESS],
  );
}

/** A charge of a live lot: its key is the bank's, and its documents have check digits. */
const charge = (change: object = {}) =>
  lotCharge(DUE, {
    devedor: { cpf: '52998224725', nome: 'Ana Souza' },
    chave: bank.pixKey,
    ...change,
  });
const charges = (count: number) => Array.from({ length: count }, () => charge());
const step = () => void gateway.clock.advance(1_000);
const finished = (id: string, by: StandardClient = client) => finishedLot(by, id, step);
const atBank = () => bank.snapshot().dueCharges.map(({ txid }) => txid);

async function chargesOf(cobsv: readonly { readonly txid: string }[], by: Keys = keys) {
  const ids: string[] = [];
  for (const { txid } of cobsv) {
    const path = `/v1/transactions?external_id=${txid}`;
    const { body } = await gateway.call<{ data: { internal_id: string }[] }>('GET', path, {
      keys: by,
    });
    ids.push(...body.data.map(({ internal_id: id }) => id.replaceAll('-', '')));
  }
  return ids;
}

/** Each charge of a lot is registered once, and no other was registered since. */
async function assertRegistered(
  cobsv: readonly { readonly txid: string }[],
  before: readonly string[],
): Promise<void> {
  const made = await chargesOf(cobsv);
  assert.equal(made.length, cobsv.length);
  const registered = atBank().filter((txid) => !before.includes(txid));
  assert.deepEqual(registered.toSorted(), made.toSorted());
}

test('each charge of a live lot is registered at the bank once, and is paid as any other', async () => {
  const before = atBank();
  const cobsv = charges(7);
  await putLot(client, 'vivo', cobsv);
  assert.deepEqual(new Set(statesOf(await finished('vivo'))), new Set(['CRIADA']));
  await assertRegistered(cobsv, before);
  const [txid = ''] = await chargesOf(cobsv.slice(0, 1));
  bank.pay(txid);
  await until('it is paid', async () => {
    gateway.clock.advance(60_000);
    const { body } = await client.call('GET', `/cobv/${cobsv[0]?.txid}`);
    return body.status === 'CONCLUIDA';
  });
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a charge that the bank refuses is NEGADA, and the same PUT makes it later', async () => {
  const before = atBank();
  bank.faults.add({ kind: 'error', operation: 'createDueCharge', status: 400, times: 1 });
  const cobsv = charges(4);
  await putLot(client, 'recusada', cobsv);
  const lot = await finished('recusada');
  assert.deepEqual(statesOf(lot).toSorted(), ['CRIADA', 'CRIADA', 'CRIADA', 'NEGADA']);
  const refused = lot.cobsv.find(({ status }) => status === 'NEGADA');
  assert.ok(refused?.problema?.type.endsWith('/CobVOperacaoInvalida'));
  await putLot(client, 'recusada', cobsv);
  assert.deepEqual(new Set(statesOf(await finished('recusada'))), new Set(['CRIADA']));
  await assertRegistered(cobsv, before);
});

test('a charge without a clear answer of the bank is made once there and here', async () => {
  for (const kind of ['silent_before', 'silent_after'] as const) {
    const before = atBank();
    bank.faults.add({ kind, operation: 'createDueCharge', times: 2 });
    const cobsv = charges(6);
    await putLot(client, kind, cobsv);
    assert.deepEqual(new Set(statesOf(await finished(kind))), new Set(['CRIADA']), kind);
    await assertRegistered(cobsv, before);
    bank.faults.clear();
  }
});

test('while the bank is away a charge does not exist, and another merchant’s lot is made', async () => {
  const other = await createMerchantWithKeys(gateway);
  const tester = await openStandardClient(gateway, other.keys);
  bank.faults.add({ kind: 'error', operation: 'createDueCharge', status: 503 });
  const [first = charge(), ...others] = charges(3);
  await putLot(client, 'espera', [first, ...others]);
  await putLot(tester, 'espera', [lotCharge(DUE), lotCharge(DUE)]);
  assert.deepEqual(statesOf(await finished('espera', tester)), ['CRIADA', 'CRIADA']);
  const waiting = await readLot(client, 'espera');
  assert.deepEqual(new Set(statesOf(waiting)), new Set(['EM_PROCESSAMENTO']));
  const { txid, ...cobv } = first;
  assert.equal((await client.call('GET', `/cobv/${txid}`)).status, 404);
  for (const method of ['PUT', 'PATCH']) {
    const single = await client.call(method, `/cobv/${txid}`, cobv);
    assert.deepEqual([single.status, typeOf(single)], [400, 'CobVOperacaoInvalida'], single.text);
  }
  const change = [{ ...first, valor: { original: '9.00' } }, ...others];
  const body = { descricao: 'Turno da tarde', cobsv: change };
  const busy = await client.call('PUT', '/lotecobv/espera', body);
  assert.deepEqual([busy.status, typeOf(busy)], [503, 'ServicoIndisponivel'], busy.text);
  await putLot(client, 'espera', [first, ...others]);
  bank.faults.clear();
  assert.deepEqual(new Set(statesOf(await finished('espera'))), new Set(['CRIADA']));
});

test('a lot that is sent again changes its charges at the bank once, also after a lost answer', async () => {
  for (const kind of ['silent_before', 'silent_after'] as const) {
    const cobsv = charges(3);
    await putLot(client, `muda-${kind}`, cobsv);
    await finished(`muda-${kind}`);
    bank.faults.add({ kind, operation: 'reviseDueCharge', times: 1 });
    const changed = cobsv.map((one) => ({ ...one, valor: { original: '123.00' } }));
    await putLot(client, `muda-${kind}`, changed);
    assert.deepEqual(new Set(statesOf(await finished(`muda-${kind}`))), new Set(['CRIADA']), kind);
    for (const txid of await chargesOf(cobsv)) {
      const registered = bank.dueCharge(txid);
      assert.deepEqual([registered?.revision, bank.amountToday(txid).final], [1, 12_300n], kind);
    }
    for (const { txid } of cobsv) {
      const { body } = await client.call('GET', `/cobv/${txid}`);
      assert.deepEqual([body.revisao, body.valor], [1, { original: '123.00' }]);
    }
    bank.faults.clear();
  }
});

test('a merchant without an address makes no live lot', async () => {
  const { keys: bare } = await createMerchantWithKeys(gateway, 'live');
  const stranger = await openStandardClient(gateway, bare);
  const body = { descricao: 'x', cobsv: charges(1) };
  const answer = await stranger.call('PUT', '/lotecobv/x', body);
  assert.deepEqual([answer.status, typeOf(answer)], [400, 'LoteCobVOperacaoInvalida']);
  assert.match(String(answer.body.detail), /endereço/);
});

test('the changes of a suspended merchant are refused', async () => {
  const { merchant, keys: suspended } = await createMerchantWithKeys(gateway, 'live');
  await openWithAddress(merchant.merchantId);
  const seller = await openStandardClient(gateway, suspended);
  const cobsv = charges(2);
  await putLot(seller, 's', cobsv);
  await finished('s', seller);
  bank.faults.add({ kind: 'error', operation: 'reviseDueCharge', status: 503 });
  await putLot(
    seller,
    's',
    cobsv.map((one) => ({ ...one, valor: { original: '5.00' } })),
  );
  const setStatus = (status: string) =>
    gateway.sql('update merchants set status = $2 where merchant_id = $1', [
      merchant.merchantId,
      status,
    ]);
  await setStatus('suspended');
  await until('no change waits', async () => {
    step();
    const rows = await gateway.sql(
      'select from api_pix_lot_lines where merchant_id = $1 and change is not null',
      [merchant.merchantId],
    );
    return rows.length === 0;
  });
  bank.faults.clear();
  await setStatus('active');
  const lot = await readLot(seller, 's');
  assert.deepEqual(statesOf(lot), ['NEGADA', 'NEGADA']);
});

for (const kind of ['silent_before', 'silent_after'] as const) {
  test(`a live charge of a lot gets its location at the bank, also after ${kind}`, async () => {
    const by = await openStandardClient(gateway, keys);
    const made = await by.call<{ id: number; location: string }>('POST', '/loc', {
      tipoCob: 'cobv',
    });
    const { id, location } = made.body;
    bank.faults.add({ kind, operation: 'createDueCharge', times: 1 });
    const cobsv = [charge({ loc: { id } }), charge({ loc: { id: 12_345 } })];
    await putLot(by, `loc-${kind}`, cobsv);
    const lot = await finished(`loc-${kind}`, by);
    assert.deepEqual(statesOf(lot), ['CRIADA', 'NEGADA']);
    const { body } = await by.call<{ location: string; pixCopiaECola: string }>(
      'GET',
      `/cobv/${cobsv[0]?.txid}`,
    );
    assert.equal(body.location, location);
    assert.ok(body.pixCopiaECola.includes(location));
    assert.deepEqual(await failedChecks(gateway), []);
  });
}
