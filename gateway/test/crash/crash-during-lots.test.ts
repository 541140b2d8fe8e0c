import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { bearer, requestToken } from '../support/api-pix.ts';
import { type LotItem, lotCharge } from '../support/lots.ts';
import {
  afterBank,
  beforeBank,
  eventually,
  type Story,
  startCrashingGateway,
} from './crashing-gateway.ts';

/** Kills the gateway (SIGKILL) while it makes and changes the live charges of a lot. */
const { bank, url, keys, ask, command, crashAt } = await startCrashingGateway({ after });
const DUE = addDays(brazilianDayOf(Date.now()), 20);
const COUNT = 8;
const AMOUNT = 12_300n;
/** The txids of the charges of all lots. */
const made: string[] = [];

// The standard shows the receiver's address.
const placed = await command(
  'merchant',
  'address',
  'loja',
  '--postal-code',
  '01310100',
  '--street',
  'Avenida Paulista',
  '--number',
  '1000',
  '--district',
  'Bela Vista',
  '--city',
  'São Paulo',
  '--state',
  'SP',
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
  const txids: string[] = [];
  for (const { txid } of cobsv) {
    const found = await eventually('the charge is read', async () => {
      const answer = await ask('GET', `/v1/transactions?external_id=${txid}`);
      return answer?.status === 200 && (answer.body.data as { internal_id: string }[]);
    });
    assert.equal(found.length, 1, 'each line has one charge');
    txids.push(...found.map(({ internal_id: internalId }) => internalId.replaceAll('-', '')));
  }
  return txids;
}

const atBank = () => bank.snapshot().dueCharges.map(({ txid }) => txid);

/** Makes a lot, whose charges are then here and at the bank. */
async function makeAll(): Promise<void> {
  const lot = newLot();
  await finish(lot, lot.cobsv);
  made.push(...(await madeOf(lot)));
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

/** A change of a lot whose charges are made already. */
async function change(at: Story['at']): Promise<Story> {
  const lot = newLot();
  await finish(lot, lot.cobsv);
  made.push(...(await madeOf(lot)));
  return { at, act: () => changeAll(lot) };
}

const make = (at: Story['at']): Story => ({ at, act: makeAll });

async function crashIn(...stories: readonly Story[]): Promise<void> {
  await crashAt(...stories);
  assert.deepEqual(atBank().toSorted(), made.toSorted(), 'here and at the bank');
}

test('killed before the bank did a change, after it did a registration, and at a new lot', async () => {
  const changed = await change(beforeBank('reviseDueCharge'));
  await crashIn(changed, make(afterBank('createDueCharge')), make('api_pix_lots'));
});

test('killed at a change after the bank did it, and at a write of charge_batch_lines', async () => {
  const changed = await change(afterBank('reviseDueCharge'));
  await crashIn(changed, make('charge_batch_lines'));
});

test('killed at a write of api_pix_lot_lines while a lot is changed', async () =>
  crashIn(await change('api_pix_lot_lines')));
