import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { COB, newTxid, openStandardClient } from '../support/api-pix.ts';
import { createMerchantWithKeys } from '../support/gateway.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { keys } = await createMerchantWithKeys(gateway);
const HOUR_MS = 3_600_000;
const LONG_COB = { ...COB, calendario: { expiracao: 30 * 24 * 3_600 } };

interface List {
  readonly cobs?: readonly { readonly txid: string }[];
  readonly pix?: readonly { readonly txid: string }[];
  readonly parametros: { readonly paginacao: { readonly quantidadeTotalDeItens: number } };
}

const made: { readonly txid: string; readonly at: number }[] = [];
const paidAt = new Map<string, number>();

async function create(): Promise<void> {
  const client = await openStandardClient(gateway, keys);
  const txid = newTxid();
  const answer = await client.call<{ calendario: { criacao: string } }>(
    'PUT',
    `/cob/${txid}`,
    LONG_COB,
  );
  made.push({ txid, at: Date.parse(answer.body.calendario.criacao) });
  gateway.clock.advance(10);
}

async function pay(txid: string): Promise<void> {
  const path = `/v1/transactions?external_id=${txid}`;
  const { body } = await gateway.call<{ data: { internal_id: string }[] }>('GET', path, { keys });
  const pay = `/v1/test/charges/${body.data[0]?.internal_id}/pay`;
  const paid = await gateway.call('POST', pay, { keys });
  assert.equal(paid.status, 200, paid.text);
  paidAt.set(txid, Date.parse(String(paid.body.paid_at)));
}

/** All items of a period, read page by page, with the total that each page says. */
async function readPages(kind: 'cob' | 'pix', { from, to }: { from: number; to: number }) {
  const client = await openStandardClient(gateway, keys);
  const txids: string[] = [];
  const totals = new Set<number>();
  for (let page = 0; ; page += 1) {
    const query = new URLSearchParams({
      inicio: new Date(from).toISOString(),
      fim: new Date(to).toISOString(),
      'paginacao.itensPorPagina': '3',
      'paginacao.paginaAtual': String(page),
    });
    const { body } = await client.call<List>('GET', `/${kind}?${query}`);
    const items = body.cobs ?? body.pix ?? [];
    totals.add(body.parametros.paginacao.quantidadeTotalDeItens);
    if (items.length === 0) return { txids, totals: [...totals] };
    txids.push(...items.map(({ txid }) => txid));
  }
}

async function assertLists(): Promise<void> {
  const [first, last] = [made[0]?.at ?? 0, made.at(-1)?.at ?? 0];
  const middle = made[Math.floor(made.length / 2)]?.at ?? 0;
  const periods = [
    { from: 0, to: last + 365 * 24 * HOUR_MS },
    { from: first, to: last },
    { from: first + 1, to: last - 1 },
    { from: first, to: middle },
    { from: middle, to: last },
    { from: first - 40 * HOUR_MS, to: first - 1 },
  ];
  for (const period of periods) {
    const within = (at: number) => at >= period.from && at <= period.to;
    const wanted = made.filter(({ at }) => within(at)).map(({ txid }) => txid);
    const cobs = await readPages('cob', period);
    assert.deepEqual(cobs, { txids: wanted, totals: [wanted.length] }, JSON.stringify(period));
    const payments = [...paidAt].filter(([, at]) => within(at)).map(([txid]) => txid);
    const pix = await readPages('pix', period);
    assert.deepEqual(pix, { txids: payments, totals: [payments.length] }, JSON.stringify(period));
  }
}

test('pages of several days have each item once, and each page has the exact total', async () => {
  for (let day = 0; day < 4; day += 1) {
    for (let item = 0; item < 4; item += 1) await create();
    await pay(made[day * 3]?.txid ?? '');
    gateway.clock.advance(25 * HOUR_MS);
  }
  await assertLists();
  // The counts of days that are over were stored by the lists above.
  await create();
  await pay(made[1]?.txid ?? '');
  await assertLists();
});

test('charges with a due date are no immediate charges, and their payments are listed', async () => {
  const due = new Date(gateway.clock.now() + 48 * HOUR_MS).toISOString().slice(0, 10);
  const payer = {
    name: 'Ana Souza',
    document: '12345678909',
  };
  const { body } = await gateway.call('POST', '/v1/pix/qrcode', {
    keys,
    body: { amount: 5_000, payer, due_date: due },
  });
  const id = String(body.internal_id);
  const txid = id.replaceAll('-', '');
  const client = await openStandardClient(gateway, keys);
  assert.equal((await client.call('GET', `/cob/${txid}`)).status, 404);
  assert.equal((await client.call('PUT', `/cob/${txid}`, COB)).status, 400);
  await assertLists();
  const paid = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.equal(paid.status, 200, paid.text);
  paidAt.set(txid, Date.parse(String(paid.body.paid_at)));
  await assertLists();
});
