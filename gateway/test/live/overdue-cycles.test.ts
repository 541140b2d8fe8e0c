import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RecurringBank } from '#src/bank/recurring-bank.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { listOverdueCycles } from '#src/subscriptions/live/cycles/overdue-cycles.ts';
import { failedChecks } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { NET, startLiveCycles } from '../support/live-cycles.ts';

const live = await startLiveCycles({ after });
const { bank, gateway, goTo, sync, receive, cycle, events, scheduled, available } = live;
const { clock, appContext } = gateway;
const cli = await liveCommands({ after }, { gateway, bank });

/** A cycle that the bank shows as active for ever, and refuses to cancel. */
async function neverEnded() {
  const sub = await scheduled();
  const found = await live.liveBank.recurring?.findCycle(sub.txid);
  assert.ok(found?.kind === 'done' && found.value?.status === 'active');
  const refusal = { code: 'refused', message: 'Não aceito', bankWords: '' } as const;
  const stubborn: Partial<RecurringBank> = {
    findCycle: async () => found,
    cancelCycle: async () => ({ kind: 'refused', refusal }),
  };
  return { sub, stubborn };
}

async function nextSyncOf(txid: string): Promise<number> {
  const query = 'select next_look_at from subscription_bank_cycles where txid = $1';
  const [row] = await gateway.sql(query, [txid]);
  return Number(row?.next_look_at);
}

test('a cycle that the bank never ends is read in growing pauses, and an operator ends it', async () => {
  const { sub, stubborn } = await neverEnded();
  const { id, due, txid } = sub;
  clock.hold(Date.parse(addDays(due, 2)));
  await sync(stubborn);
  const end = clock.now() + 90 * DAY_MS;
  let readings = 0;
  for (let at = await nextSyncOf(txid); at < end; at = await nextSyncOf(txid)) {
    if (brazilianDayOf(at) <= addDays(due, 10)) {
      assert.deepEqual(await listOverdueCycles(appContext, 10), []);
    }
    clock.hold(at);
    await sync(stubborn);
    readings += 1;
  }
  assert.ok(readings > 20 && readings < 50, `${readings} readings in 90 days`);
  assert.ok((await nextSyncOf(txid)) - clock.now() <= 7 * DAY_MS);
  const listed = await cli('subscription', 'overdue', '--json');
  assert.deepEqual(
    JSON.parse(listed.stdout).data.map((one: { txid: string }) => one.txid),
    [txid],
  );
  const ended = await cli('subscription', 'end-cycle', txid);
  assert.equal(ended.exitCode, 0, ended.stderr);
  await sync(stubborn);
  const { status, seen, wanted } = await cycle(id);
  assert.deepEqual([status, seen, wanted], ['canceled', 'active', 'kept']);
  assert.deepEqual((await events(sub)).slice(1), ['cycle.scheduled', 'cycle.canceled']);
  assert.deepEqual(await listOverdueCycles(appContext, 10), []);
  const again = await cli('subscription', 'end-cycle', txid);
  assert.equal(again.exitCode, 2, again.stdout);
});

test('a cycle that an operator ends is canceled at the bank, and a Pix for it pays it', async () => {
  const { sub, stubborn } = await neverEnded();
  clock.hold(Date.parse(addDays(sub.due, 12)));
  await sync(stubborn);
  assert.equal((await cli('subscription', 'end-cycle', sub.txid)).exitCode, 0);
  const asked: string[] = [];
  await sync({
    ...stubborn,
    async cancelCycle(txid) {
      asked.push(txid);
      return { kind: 'unknown', reason: 'sem resposta' };
    },
  });
  assert.deepEqual(asked, [sub.txid]);
  assert.equal((await cycle(sub.id)).is_over, false);
  await goTo(brazilianDayOf(clock.now()), 23);
  await receive();
  assert.deepEqual([(await cycle(sub.id)).status, await available(sub)], ['paid', NET]);
  assert.deepEqual(await failedChecks(gateway), []);
});
