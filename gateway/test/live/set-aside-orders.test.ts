import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { ownerAddressOf, run } from '../support/database-server.ts';
import { CHARGE, createMerchantWithKeys, type Keys, PAYOUT, until } from '../support/gateway.ts';
import { failedChecks, startLiveGateway } from '../support/live.ts';
import { signInOperator } from '../support/panel.ts';
import { createRefunder } from '../support/refunds.ts';

const STEP_MS = 10_000;
const { gateway, bank } = await startLiveGateway({ after });
const { refund, read } = createRefunder(gateway);
const { keys } = await createMerchantWithKeys(gateway, 'live');
const owner = ownerAddressOf(gateway.connectionString);

async function create(path: string, body: object): Promise<string> {
  const answer = await gateway.call('POST', path, { keys, body });
  assert.equal(answer.status, 201, answer.text);
  return String(answer.body.internal_id);
}

async function payCharge(by: Keys): Promise<string> {
  const charge = await create('/v1/pix/qrcode', CHARGE);
  bank.pay(charge.replaceAll('-', ''));
  await until('it is paid', async () => (await read(by, charge)).status === 'paid');
  return charge;
}

/** Makes the database refuse the settlement of one row. */
async function refuseEnd(table: string, id: string): Promise<void> {
  await run(
    owner,
    `create function refuse_${table}_end() returns trigger language plpgsql as
      $$ begin raise exception 'bad row'; end $$;
    create trigger refuse_end before update on ${table} for each row
      when (new.id = '${id}' and new.status <> 'pending')
      execute function refuse_${table}_end()`,
  );
}

/** Polls a state while the clock advances. */
async function reaches(what: string, look: () => Promise<boolean>): Promise<void> {
  await until(what, async () => {
    gateway.clock.advance(STEP_MS);
    return look();
  });
}

function dueDate(): string {
  return businessDayFrom(addDays(brazilianDayOf(gateway.clock.now()), 5));
}

async function setAside(kind: string): Promise<unknown[]> {
  const rows = await gateway.sql(`select id from set_aside_work where kind = '${kind}'`);
  return rows.map(({ id }) => id);
}

test('a live payout that can’t be settled is set aside, and other payouts are settled', async () => {
  await payCharge(keys);
  const bad = await create('/v1/pix/payout', { ...PAYOUT, amount: 500 });
  await refuseEnd('payouts', bad);
  const good = await create('/v1/pix/payout', { ...PAYOUT, amount: 500 });
  await reaches('the other one is paid', async () => (await read(keys, good)).status === 'paid');
  await reaches('the bad one is set aside', async () => (await setAside('payout')).includes(bad));
  await run(owner, 'drop trigger refuse_end on payouts');
  await reaches('it is paid', async () => (await read(keys, bad)).status === 'paid');
  await until('it is deleted', async () => (await setAside('payout')).length === 0);
});

test('a live refund that can’t be settled is set aside, and other refunds are settled', async () => {
  const [first, second] = [await payCharge(keys), await payCharge(keys)];
  const bad = await refund(keys, first, {});
  await refuseEnd('refunds', String(bad.body.internal_id));
  await refund(keys, second, {});
  const statusOf = async (charge: string) => (await read(keys, charge)).status;
  await reaches('the other one is refunded', async () => (await statusOf(second)) === 'refunded');
  await reaches('the bad one is set aside', async () => (await setAside('refund')).length === 1);
  await run(owner, 'drop trigger refuse_end on refunds');
  await reaches('it is refunded', async () => (await statusOf(first)) === 'refunded');
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a change of a charge that can’t be booked is not dropped, and is booked later', async () => {
  const id = await create('/v1/pix/qrcode', { ...CHARGE, due_date: dueDate() });
  await run(
    owner,
    `create function refuse_change() returns trigger language plpgsql as
      $$ begin raise exception 'bad row'; end $$;
    create trigger refuse_change before update on charges for each row
      when (new.id = '${id}') execute function refuse_change()`,
  );
  const path = `/v1/transactions/${id}`;
  bank.faults.add({ kind: 'dropped_after', operation: 'reviseDueCharge', times: 1 });
  assert.equal((await gateway.call('PATCH', path, { keys, body: { amount: 777 } })).status, 503);
  await reaches('it is set aside', async () => (await setAside('bank_charge')).includes(id));
  const operator = await signInOperator(gateway);
  const dropped = await operator.call('POST', `/api/operator/set-aside/bank_charge/${id}/drop`, {
    body: { reason: 'Sem efeito.', code: await operator.code() },
  });
  assert.deepEqual([dropped.status, dropped.body.code], [409, 'work_not_droppable'], dropped.text);
  await run(owner, 'drop trigger refuse_change on charges');
  await reaches('it is booked', async () => (await read(keys, id)).amount === 777);
});
