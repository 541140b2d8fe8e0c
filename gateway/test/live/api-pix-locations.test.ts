import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { bearer, COB, newTxid, openStandardClient, typeOf } from '../support/api-pix.ts';
import { until } from '../support/gateway.ts';
import { failedChecks, startLiveInBuckets } from '../support/live.ts';

const live = await startLiveInBuckets({ after }, { env: { PROVIDER_TIMEOUT_SECONDS: '3' } });
const { gateway, bank, shop } = live;
const { keys } = shop;
const MINUTE_MS = 60_000;
const LOST_ANSWERS = ['dropped_before', 'dropped_after', 'silent_after'] as const;
const DEBTOR = { cpf: '52998224725', nome: 'Francisco da Silva' };
const BODIES = {
  cob: { ...COB, chave: bank.pixKey },
  cobv: {
    calendario: { dataDeVencimento: addDays(brazilianDayOf(gateway.clock.now()), 20) },
    devedor: DEBTOR,
    valor: { original: '123.45' },
    chave: bank.pixKey,
  },
};
const REVISE = { cob: 'reviseCharge', cobv: 'reviseDueCharge' } as const;
const CREATE = { cob: 'createCharge', cobv: 'createDueCharge' } as const;
const KINDS = ['cob', 'cobv'] as const;
type Kind = (typeof KINDS)[number];

interface Cob extends Record<string, unknown> {
  readonly txid: string;
  readonly revisao: number;
  readonly status: string;
  readonly location?: string;
  readonly loc?: { readonly id: number; readonly location: string };
  readonly pixCopiaECola?: string;
}

await gateway.sql(
  `insert into merchant_addresses (merchant_id, street, street_number, district, city, state,
      postal_code, changed_at)
    values ($1, 'Rua A', '1', 'Centro', 'Recife', 'PE', '50030230', now())`,
  [shop.merchant.merchantId],
);

/** Tokens end while the clock goes on. */
async function call<Body = Cob>(method: string, path: string, body?: unknown) {
  const client = await openStandardClient(gateway, keys);
  return client.call<Body>(method, path, body);
}

async function createLoc(kind: Kind): Promise<{ id: number; location: string }> {
  const answer = await call<{ id: number; location: string }>('POST', '/loc', { tipoCob: kind });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

function put(kind: Kind, { txid = newTxid(), ...change }: Change = {}) {
  return call('PUT', `/${kind}/${txid}`, { ...BODIES[kind], ...change });
}

type Change = { readonly txid?: string } & Record<string, unknown>;

async function made(kind: Kind, change: Change = {}): Promise<Cob> {
  const answer = await put(kind, change);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

async function completed(kind: Kind, { txid }: Cob): Promise<void> {
  await until('the charge is paid', async () => {
    gateway.clock.advance(10_000);
    return (await call('GET', `/${kind}/${txid}`)).body.status === 'CONCLUIDA';
  });
}

/** Repeats a request until the lease of an earlier one is over. */
async function repeated(request: () => Promise<{ status: number; body: Cob; text: string }>) {
  return until('the request is answered', async () => {
    gateway.clock.advance(MINUTE_MS);
    const answer = await request();
    return answer.status !== 503 && answer;
  });
}

for (const kind of KINDS) {
  test(`a live ${kind} has a location that was made at the bank, and is paid there`, async () => {
    const { id, location } = await createLoc(kind);
    const charge = await made(kind, { loc: { id } });
    assert.deepEqual([charge.location, charge.loc?.id], [location, id]);
    assert.ok(charge.pixCopiaECola?.includes(location));
    const drawn = await gateway.call('GET', `/pix/v2/loc/${id}/qrcode`, {
      headers: bearer((await openStandardClient(gateway, keys)).token),
    });
    assert.equal(drawn.body.qrcode, charge.pixCopiaECola);
    bank.pay(String(charge.pixCopiaECola));
    await completed(kind, charge);
    assert.deepEqual(await failedChecks(gateway), []);
  });

  test(`a live ${kind} moves and is freed at the bank, also if an answer was lost`, async () => {
    const charge = await made(kind);
    const own = charge.loc;
    assert.ok(own);
    const path = `/${kind}/${charge.txid}`;
    for (const fault of LOST_ANSWERS) {
      const { id, location } = await createLoc(kind);
      bank.faults.add({ kind: fault, operation: REVISE[kind], times: 1 });
      const unclear = await call('PATCH', path, { loc: { id } });
      assert.deepEqual([fault, unclear.status], [fault, 503], unclear.text);
      bank.faults.clear();
      const moved = await repeated(() => call('PATCH', path, { loc: { id } }));
      assert.deepEqual([moved.status, moved.body.revisao], [200, 0], moved.text);
      assert.deepEqual([moved.body.loc?.id, moved.body.location], [id, location]);
      bank.faults.add({ kind: fault, operation: 'freeLocation', times: 1 });
      assert.equal((await call('DELETE', `/loc/${id}/txid`)).status, 503);
      bank.faults.clear();
      const freed = await repeated(() => call('DELETE', `/loc/${id}/txid`));
      assert.equal(freed.status, 200, freed.text);
      assert.throws(() => bank.pay(String(moved.body.pixCopiaECola)), /não mostra nenhuma/);
      assert.equal((await call('GET', path)).body.location, undefined);
    }
    // The move freed the charge's first location, which can be used again.
    const back = await call('PATCH', path, { loc: { id: own.id } });
    assert.deepEqual([back.status, back.body], [200, charge], back.text);
    bank.pay(String(charge.pixCopiaECola));
    await completed(kind, charge);
    assert.deepEqual(await failedChecks(gateway), []);
  });

  test(`the own location of a live ${kind} is known after a lost answer`, async () => {
    for (const fault of LOST_ANSWERS) {
      const charge = await made(kind);
      const path = `/${kind}/${charge.txid}`;
      const loc = { id: (await createLoc(kind)).id };
      bank.faults.add({ kind: fault, operation: REVISE[kind], times: 1 });
      assert.equal((await call('PATCH', path, { loc })).status, 503);
      bank.faults.clear();
      const moved = await repeated(() => call('PATCH', path, { loc }));
      assert.equal(moved.status, 200, moved.text);
      const back = await call('PATCH', path, { loc: { id: charge.loc?.id } });
      assert.deepEqual([back.status, back.body], [200, charge], back.text);
      const other = await made(kind);
      bank.faults.add({ kind: fault, operation: 'freeLocation', times: 1 });
      const freeing = () => call('DELETE', `/loc/${other.loc?.id}/txid`);
      assert.equal((await freeing()).status, 503);
      bank.faults.clear();
      assert.equal((await repeated(freeing)).status, 200);
      const next = await made(kind, { loc: { id: other.loc?.id } });
      assert.equal(next.location, other.location);
    }
  });

  test(`null as loc of a live ${kind} ends its code, also after a lost answer`, async () => {
    const charge = await made(kind);
    const path = `/${kind}/${charge.txid}`;
    const change = { loc: null, valor: { original: '77.00' } };
    bank.faults.add({ kind: 'dropped_after', operation: 'freeLocation', times: 1 });
    assert.equal((await call('PATCH', path, change)).status, 503);
    bank.faults.clear();
    const changed = await repeated(() => call('PATCH', path, change));
    assert.deepEqual([changed.status, changed.body.revisao], [200, 1], changed.text);
    const shown = [changed.body.loc, changed.body.location, changed.body.pixCopiaECola];
    assert.deepEqual(shown, [undefined, undefined, undefined]);
    assert.throws(() => bank.pay(String(charge.pixCopiaECola)), /não mostra nenhuma/);
    assert.deepEqual(await failedChecks(gateway), []);
  });

  test(`a live ${kind} is changed without its location, which the next one gets`, async () => {
    const charge = await made(kind);
    assert.equal((await call('DELETE', `/loc/${charge.loc?.id}/txid`)).status, 200);
    const path = `/${kind}/${charge.txid}`;
    const changed = await call('PATCH', path, { valor: { original: '77.00' } });
    assert.deepEqual([changed.status, changed.body.revisao], [200, 1], changed.text);
    const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
    assert.equal((await call('PATCH', path, { status })).status, 200);
    const next = await made(kind, { loc: { id: charge.loc?.id } });
    assert.equal(next.location, charge.location);
    bank.pay(String(charge.pixCopiaECola));
    await completed(kind, next);
    assert.equal((await call('GET', path)).body.status, status);
    assert.deepEqual(await failedChecks(gateway), []);
  });

  test(`a location is kept for a ${kind} whose registration is unclear`, async () => {
    for (const fault of ['dropped_before', 'dropped_after'] as const) {
      const { id } = await createLoc(kind);
      const txid = newTxid();
      bank.faults.add({ kind: fault, operation: CREATE[kind], times: 1 });
      assert.equal((await put(kind, { txid, loc: { id } })).status, 503);
      // The charge may come: its location is neither freed nor given to another one.
      assert.equal((await call('DELETE', `/loc/${id}/txid`)).status, 503);
      assert.equal((await put(kind, { loc: { id } })).status, 400);
      const charge = await repeated(() => put(kind, { txid, loc: { id } }));
      assert.deepEqual([charge.status, charge.body.loc?.id], [201, id], charge.text);
      assert.equal((await call<{ txid: string }>('GET', `/loc/${id}`)).body.txid, txid);
    }
    assert.deepEqual(await failedChecks(gateway), []);
  });
}

test('a location whose creation was unclear is not known, and the next one is', async () => {
  const inicio = new Date(gateway.clock.now()).toISOString();
  for (const fault of LOST_ANSWERS) {
    bank.faults.add({ kind: fault, operation: 'createLocation', times: 1 });
    const unclear = await call('POST', '/loc', { tipoCob: 'cob' });
    assert.deepEqual([unclear.status, typeOf(unclear)], [503, 'ServicoIndisponivel']);
    assert.ok(Number(unclear.headers.get('retry-after')) >= 1);
    bank.faults.clear();
  }
  gateway.clock.advance(1_000);
  const { id } = await createLoc('cob');
  const fim = new Date(gateway.clock.now() + MINUTE_MS).toISOString();
  const listed = await call<{ loc: { id: number }[] }>('GET', `/loc?inicio=${inicio}&fim=${fim}`);
  assert.deepEqual(
    listed.body.loc.map((one) => one.id),
    [id],
  );
});

test('a location that the bank refuses leaves the charge where it was', async () => {
  const charge = await made('cob');
  const { id } = await createLoc('cob');
  bank.faults.add({ kind: 'error', operation: 'reviseCharge', times: 1, status: 400 });
  const refused = await call('PATCH', `/cob/${charge.txid}`, { loc: { id } });
  assert.deepEqual([refused.status, typeOf(refused)], [400, 'CobOperacaoInvalida'], refused.text);
  assert.deepEqual((await call('GET', `/cob/${charge.txid}`)).body, charge);
  // No lease is left.
  const moved = await call('PATCH', `/cob/${charge.txid}`, { loc: { id } });
  assert.deepEqual([moved.status, moved.body.loc?.id], [200, id], moved.text);
});

test('a charge that was paid at the bank is not moved', async () => {
  const charge = await made('cob');
  const { id } = await createLoc('cob');
  bank.faults.add({ kind: 'callback_lost', operation: 'callback', times: 4 });
  bank.pay(String(charge.pixCopiaECola));
  const refused = await call('PATCH', `/cob/${charge.txid}`, { loc: { id } });
  assert.deepEqual([refused.status, typeOf(refused)], [400, 'CobOperacaoInvalida'], refused.text);
  bank.faults.clear();
  gateway.clock.advance(MINUTE_MS);
  await completed('cob', charge);
  assert.equal((await call<{ txid?: string }>('GET', `/loc/${id}`)).body.txid, undefined);
});
