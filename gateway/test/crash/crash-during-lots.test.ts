import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { bearer, requestToken } from '../support/api-pix.ts';
import { type LotItem, lotCharge } from '../support/lots.ts';
import { eventually, startCrashingGateway } from './crashing-gateway.ts';

/** Kills the gateway (SIGKILL) while it makes and changes the live charges of a lot. */
const { bank, url, keys, ask, command, crashAtBank, crashAtTable } = await startCrashingGateway({
  after,
});
const DUE = addDays(brazilianDayOf(Date.now()), 20);
const COUNT = 8;
const AMOUNT = 12_300n;

// The standard shows the receiver's address.
const placed = await command(
  ...['merchant', 'address', 'loja', '--postal-code', '01310100', '--street', 'Avenida Paulista'],
  ...['--number', '1000', '--district', 'Bela Vista', '--city', 'São Paulo', '--state', 'SP'],
);
assert.equal(placed.exitCode, 0, placed.stderr);

async function send(method: string, path: string, body?: object) {
  const token = await requestToken(url, keys).catch(() => undefined);
  if (token?.status !== 200) return undefined;
  const headers = bearer(String(token.body.access_token));
  return ask(method, `/pix/v2${path}`, { headers, ...(body && { body }) });
}

const newLot = () => ({
  id: randomUUID(),
  cobsv: Array.from({ length: COUNT }, () =>
    lotCharge(DUE, {
      devedor: { cpf: '52998224725', nome: 'Ana Souza' },
      chave: bank.pixKey,
    }),
  ),
});

type NewLot = ReturnType<typeof newLot>;

/** Sends a lot until it is accepted, and waits until all its charges are CRIADA. */
async function finish({ id }: NewLot, cobsv: readonly object[]): Promise<void> {
  await eventually('the lot is accepted', async () => {
    const answer = await send('PUT', `/lotecobv/${id}`, { descricao: 'Lote', cobsv });
    return answer?.status === 202;
  });
  await eventually('the lot is finished', async () => {
    const answer = await send('GET', `/lotecobv/${id}`);
    const items = (answer?.status === 200 ? answer.body.cobsv : []) as LotItem[];
    return items.length === COUNT && items.every(({ status }) => status === 'CRIADA');
  });
}

/** The ids of a lot's charges as txids of the bank, each there once. */
async function madeOf({ cobsv }: NewLot): Promise<string[]> {
  const made: string[] = [];
  for (const { txid } of cobsv) {
    const found = await eventually('the charge is read', async () => {
      const answer = await ask('GET', `/v1/transactions?external_id=${txid}`);
      return answer?.status === 200 && (answer.body.data as { internal_id: string }[]);
    });
    assert.equal(found.length, 1, 'each line has one charge');
    made.push(...found.map(({ internal_id: internalId }) => internalId.replaceAll('-', '')));
  }
  return made;
}

const atBank = () => bank.snapshot().dueCharges.map(({ txid }) => txid);

async function makeAll(): Promise<void> {
  const before = new Set(atBank());
  const lot = newLot();
  await finish(lot, lot.cobsv);
  const made = await madeOf(lot);
  const registered = atBank().filter((txid) => !before.has(txid));
  assert.deepEqual(registered.toSorted(), made.toSorted(), 'here and at the bank');
}

async function changeAll(lot: NewLot): Promise<void> {
  await finish(
    lot,
    lot.cobsv.map((one) => ({ ...one, valor: { original: '123.00' } })),
  );
  for (const txid of await madeOf(lot)) {
    const { revision } = bank.dueCharge(txid) ?? {};
    assert.deepEqual([revision, bank.amountToday(txid).final], [1, AMOUNT]);
  }
}

for (const kind of ['silent_before', 'silent_after'] as const) {
  const when = kind.replace('silent_', '');
  test(`killed at a change of a lot, ${when} the bank did it`, async () => {
    const lot = newLot();
    await finish(lot, lot.cobsv);
    await crashAtBank([{ kind, operation: 'reviseDueCharge' }], () => changeAll(lot));
  });
}

test('killed at a registration of a lot, after the bank did it', () =>
  crashAtBank([{ kind: 'silent_after', operation: 'createDueCharge' }], makeAll));

for (const table of ['api_pix_lots', 'charge_batch_lines']) {
  test(`killed at a write of ${table} while a lot is made`, () => crashAtTable(table, makeAll));
}

test('killed at a write of api_pix_lot_lines while a lot is changed', async () => {
  const lot = newLot();
  await finish(lot, lot.cobsv);
  await crashAtTable('api_pix_lot_lines', () => changeAll(lot));
});
