import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ERASED_PAYER } from '#src/charges/erased-payer.ts';
import { UNNAMED_PAYER } from '#src/charges/standard-charge.ts';
import { type Keys, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { openSuspense, PATH } from '../support/suspended-payments.ts';

const MINUTE_MS = 60_000;
const live = await startLiveInBuckets({ after });
const { gateway, bank } = live;
const { operator, openShop, create, suspend, read } = await openSuspense(live);

interface Fitting {
  readonly charge_id: string;
  readonly is_of_payer: boolean;
}

async function fitting(endToEndId: string): Promise<Fitting[]> {
  const path = `${PATH}/${endToEndId}/fitting-charges`;
  const { status, body, text } = await operator.call<{ data: Fitting[] }>('GET', path);
  assert.equal(status, 200, text);
  return body.data;
}

/** Pays a charge, and returns the id of a second payment of it, which is in suspense. */
async function payTwice(keys: Keys, { id, txid }: { id: string; txid: string }, amount: bigint) {
  bank.pay(txid);
  await until('it is paid', async () => (await read(keys, id)).status === 'paid');
  return suspend(txid, amount);
}

test('those of its payer come first also behind many newer charges', async () => {
  const shop = await openShop();
  const joao = { name: 'João Souza', document: '52998224725' };
  const first = await create(shop.keys, { amount: 7_300, payer: joao });
  const next = await create(shop.keys, { amount: 7_300, payer: joao });
  gateway.clock.advance(MINUTE_MS);
  await Promise.all(Array.from({ length: 55 }, () => create(shop.keys, { amount: 7_300 })));
  const found = await fitting(await payTwice(shop.keys, first, 7_300n));
  assert.deepEqual([found[0]?.charge_id, found[0]?.is_of_payer], [next.id, true]);
  assert.equal(found.length, 10);
});

test('a charge whose payer was erased fits no payment, and an erased payer matches no other', async () => {
  const shop = await openShop();
  const paid = await create(shop.keys, { amount: 7_200 });
  const erased = await create(shop.keys, { amount: 7_200 });
  const unnamed = await create(shop.keys, { amount: 7_200 });
  const endToEndId = await payTwice(shop.keys, paid, 7_200n);
  const setPayer = ({ name, document }: typeof UNNAMED_PAYER, ids: readonly string[]) =>
    gateway.sql('update charges set payer_name = $1, payer_document = $2 where id = any($3)', [
      name,
      document,
      ids,
    ]);
  await setPayer(UNNAMED_PAYER, [unnamed.id]);
  for (const mark of [ERASED_PAYER, UNNAMED_PAYER]) {
    await setPayer(mark, [paid.id]);
    await setPayer(ERASED_PAYER, [erased.id]);
    assert.deepEqual(
      (await fitting(endToEndId)).map(({ charge_id: id, is_of_payer: isOfPayer }) => [
        id,
        isOfPayer,
      ]),
      [[unnamed.id, false]],
    );
  }
});
