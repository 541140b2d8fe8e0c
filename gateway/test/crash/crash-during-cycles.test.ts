import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { dayOfMonth, daysAfter, SUBSCRIPTION } from '../support/subscriptions.ts';
import { eventually, startCrashingGateway } from './crashing-gateway.ts';

/** Kills the gateway (SIGKILL) at each step of a cycle, on a test clock, and starts it again. */
const { ask, createOnce, crashAt } = await startCrashingGateway({ after }, 'test');
const DUE = businessDayFrom(dayOfMonth(0, 15));
const NET = 9_802;
let paidCount = 0;

interface Prepared {
  readonly id: string;
  readonly clockId: string;
}

/** Makes an authorized subscription on a clock of its own. */
async function prepare(): Promise<Prepared> {
  const body = { now: `${dayOfMonth(0, 5)}T15:00:00.000Z` };
  const clock = await ask('POST', '/v1/test/clocks', { body });
  assert.equal(clock?.status, 201, clock?.text);
  const clockId = String(clock?.body.id);
  const id = await createOnce('/v1/subscriptions', { ...SUBSCRIPTION, clock_id: clockId });
  const authorized = await ask('POST', `/v1/test/subscriptions/${id}/authorize`);
  assert.equal(authorized?.status, 200, authorized?.text);
  return { id, clockId };
}

/** Advances a clock until it is where it must be, whatever is killed meanwhile. */
async function advanceTo({ clockId }: Prepared, to: string): Promise<void> {
  const path = `/v1/test/clocks/${clockId}`;
  await eventually(`the clock is at ${to}`, async () => {
    await ask('POST', `${path}/advance`, { body: { to } });
    const clock = await ask('GET', path);
    return clock?.body.status === 'ready' && clock.body.now === to;
  });
}

/** The cycles of a subscription and the kinds of its events. */
async function storyOf({ id }: Prepared) {
  const cycles = await eventually('the cycles are read', () =>
    ask('GET', `/v1/subscriptions/${id}/cycles`).then((answer) => answer?.body),
  );
  const events = await eventually('the events are read', () =>
    ask('GET', `/v1/events?resource=${id}`).then((answer) => answer?.body),
  );
  const kinds = (events.data as { event: string; sequence: number }[]).map(
    ({ event, sequence }) => `${sequence} ${event}`,
  );
  const states = (cycles.data as { status: string; due_on: string }[]).map(
    ({ status, due_on }) => `${due_on} ${status}`,
  );
  return { states, kinds };
}

async function assertStory(prepared: Prepared, state: string, kinds: string[]): Promise<void> {
  assert.deepEqual(await storyOf(prepared), { states: [`${DUE} ${state}`], kinds });
}

const SCHEDULED = ['1 subscription.authorized', '2 cycle.scheduled'];
const CREATION = `${daysAfter(DUE, -3)}T12:00:00.000Z`;
const PAYMENT = `${DUE}T12:00:00.000Z`;

async function assertPaid(one: Prepared): Promise<void> {
  paidCount += 1;
  await assertStory(one, 'paid', [...SCHEDULED, '3 cycle.paid']);
  const balance = await ask('GET', '/v1/balance');
  assert.equal(balance?.body.available, paidCount * NET);
}

async function assertPaidAfter(table: string, one: Prepared): Promise<void> {
  await crashAt({ at: table, act: () => advanceTo(one, PAYMENT) });
  await assertPaid(one);
}

/** A cycle that the last crash stopped while it was created: the next one stops its payment. */
let created = await prepare();
await advanceTo(created, CREATION);

for (const table of ['charges', 'subscription_cycles', 'subscriptions']) {
  test(`killed at writes of ${table} while a cycle is created and another is paid`, async () => {
    const [paid, next] = [created, await prepare()];
    const act = () => Promise.all([advanceTo(paid, PAYMENT), advanceTo(next, CREATION)]);
    await crashAt({ at: table, waiters: 2, act });
    await assertPaid(paid);
    await assertStory(next, 'scheduled', SCHEDULED);
    created = next;
  });
}

// Events are written one after another, so only one of two would wait there.
test('killed at a write of webhook_events while a cycle is paid and while another is created', async () => {
  await assertPaidAfter('webhook_events', created);
  created = await prepare();
  await crashAt({ at: 'webhook_events', act: () => advanceTo(created, CREATION) });
  await assertStory(created, 'scheduled', SCHEDULED);
});

test('killed at a posting of the ledger while a cycle is paid', async () => {
  await assertPaidAfter('ledger_postings', created);
});
