import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RecurringBank } from '#src/bank/recurring-bank.ts';
import { HOUR_MS } from '#src/ground/durations.ts';
import { syncCyclesNow } from '#src/subscriptions/live/cycles/sync-cycles.ts';
import { openStandardClient } from '../support/api-pix.ts';
import { startLiveCycles } from '../support/live-cycles.ts';

const live = await startLiveCycles({ after });
const { bank, gateway, sync, cycle, addCharge } = live;

type FoundCycle = Awaited<ReturnType<RecurringBank['findCycle']>>;

/** The search for a charge, whose bank shows another end of it. */
function findAs(change: object): Pick<RecurringBank, 'findCycle'> {
  const { recurring } = live.liveBank;
  assert.ok(recurring);
  return {
    async findCycle(txid): Promise<FoundCycle> {
      const outcome = await recurring.findCycle(txid);
      assert.ok(outcome.kind === 'done' && outcome.value);
      return { kind: 'done', value: { ...outcome.value, ...change } };
    },
  };
}

/** A charge that its merchant made and whose attempt the payer's bank has refused. */
async function refused(code: string) {
  const sub = await live.subscribe({ cyclesBy: 'merchant' });
  assert.equal(await addCharge(sub), 201);
  await sync();
  await bank.runDue();
  const { txid } = await cycle(sub.id);
  bank.refuseAttempt(txid, code);
  await syncCyclesNow(gateway.appContext, [txid]);
  return { ...sub, txid };
}

test('a refused charge is read until the bank has ended it, and is then replaced', async () => {
  const sub = await refused('AC05');
  await sync(findAs({ status: 'active', ending: null }));
  const { status, reason, seen } = await cycle(sub.id);
  assert.deepEqual([status, reason, seen], ['failed', 'AC05', 'active']);
  assert.equal(await addCharge(sub), 409, 'the bank has not ended it');
  gateway.clock.advance(6 * HOUR_MS);
  await sync();
  assert.equal((await cycle(sub.id)).seen, 'rejected');
  assert.equal(await addCharge(sub), 201);
});

test('a charge that the bank rejects, with any code, is rejected here and can be replaced', async () => {
  for (const code of ['AC06', 'ZZ99', null]) {
    const sub = await refused('AC06');
    const ending = code === null ? null : { kind: 'rejected', code, by: null };
    const rejected = findAs({ status: 'rejected', ending, ...(code === null && { attempts: [] }) });
    await sync(rejected);
    const { call } = await openStandardClient(gateway, sub.keys);
    const { body } = await call<{ status: string }>('GET', `/cobr/${sub.txid}`);
    assert.equal(body.status, 'REJEITADA', String(code));
    const list = '/cobr?inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z&status=REJEITADA';
    const listed = await call<{ cobsr: { txid: string }[] }>('GET', list);
    assert.deepEqual(
      listed.body.cobsr.map(({ txid }) => txid),
      [sub.txid],
    );
    const retry = { kind: 'retry', dueOn: null, on: null } as const;
    await assert.rejects(live.act(sub, retry), /cycle_not_retryable/);
    assert.equal(await addCharge(sub), 201, String(code));
  }
});

test('a charge whose end follows a failed attempt is replaced after that end', async () => {
  const sub = await refused('AC06');
  await sync();
  assert.equal((await cycle(sub.id)).reason, 'AC06');
  assert.equal(await addCharge(sub), 409, 'it may be tried again');
  gateway.clock.advance(6 * HOUR_MS);
  await sync(findAs({ status: 'rejected', ending: null }));
  assert.equal(await addCharge(sub), 201);
});
