import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { DAY_MS, HOUR_MS } from '#src/ground/durations.ts';
import { createMerchantWithKeys, type Keys, startGateway } from '../support/gateway.ts';
import { runs } from '../support/runs.ts';
import {
  dayOfMonth,
  daysAfter,
  SUBSCRIPTION,
  subscriptionClient,
} from '../support/subscriptions.ts';
import { assertClean } from '../support/two-buckets.ts';

/**
 * A subscription is compared with a naive model over random operations and moves of its clock. The
 * model goes through the time hour by hour and knows no windows in milliseconds: moves end at
 * half past an hour, where nothing is due.
 */
const gateway = await startGateway({ after });
const START = Date.parse(`${dayOfMonth(0, 2)}T03:30:00.000Z`);
const FIRST = dayOfMonth(0, 10);
const NET = 9_802;

type Operation =
  | { readonly kind: 'authorize' | 'reject' | 'pause' | 'resume' | 'cancel' | 'payer_cancels' }
  | { readonly kind: 'fail' | 'retry' | 'no_balance_in_morning' | 'no_balance_in_evening' }
  | { readonly kind: 'refuse' | 'charge_again' }
  | { readonly kind: 'wait'; readonly hours: number };

interface ModelCycle {
  /** The cycle, and its day to pay. */
  readonly index: number;
  readonly due: string;
  /** Whether it failed by a code after which nothing is tried again. */
  isFinal?: boolean;
  isReplaced?: boolean;
  status: string;
  /** The day of its open attempt. */
  on: string | null;
  /** When the payer's bank pays it, or finds no balance the last time, and which of both. */
  hour: number;
  outcome: 'paid' | 'failed';
  retries: string[];
}

/** How the payer's bank pays an attempt when nothing else is asked of it. */
const AT_SIX = { hour: 6, outcome: 'paid' } as const;

/** At Brasília, which has been three hours behind UTC since 2019. */
const dayAt = (at: number) => new Date(at - 3 * HOUR_MS).toISOString().slice(0, 10);
const hourAt = (at: number) => new Date(at - 3 * HOUR_MS).getUTCHours();

class Model {
  status = 'created';
  now = START;
  next = 0;
  /** In the order of the cycles, and of the charges in each. */
  readonly cycles: ModelCycle[] = [];
  readonly events: string[] = [];
  readonly days = Array.from({ length: 30 }, (_, week) => daysAfter(FIRST, 7 * week));

  /** Does an operation; returns whether it was accepted. */
  run(operation: Operation): boolean {
    const { kind } = operation;
    if (kind === 'wait') return this.wait(operation.hours);
    if (kind === 'fail') return this.fail();
    if (kind === 'refuse') return this.fail(true);
    if (kind === 'charge_again') return this.chargeAgain();
    if (kind === 'no_balance_in_morning') return this.lackBalance('paid');
    if (kind === 'no_balance_in_evening') return this.lackBalance('failed');
    if (kind === 'retry') return this.retry();
    if (kind === 'cancel') return this.cancel(22);
    if (kind === 'payer_cancels') return this.cancel(24);
    if (kind === 'authorize') return this.become('authorized', ['created']);
    if (kind === 'reject') return this.become('rejected', ['created']);
    if (kind === 'pause') return this.status === 'paused' || this.become('paused', ['authorized']);
    if (this.status === 'authorized') return true;
    if (this.status !== 'paused') return false;
    while (!this.isCreatable(this.dueOf(this.next))) this.next += 1;
    return this.become('authorized', ['paused'], 'resumed');
  }

  private become(to: string, from: readonly string[], event = to): boolean {
    if (!from.includes(this.status)) return false;
    this.status = to;
    this.events.push(`subscription.${event}`);
    return true;
  }

  private dueOf(index: number): string {
    return businessDayFrom(this.days[index] ?? '');
  }

  /** Whether today is at the latest two days before the due date. */
  private isCreatable(due: string): boolean {
    return dayAt(this.now) <= daysAfter(due, -2);
  }

  private cancel(hour: number): boolean {
    if (this.status === 'canceled') return true;
    if (!this.become('canceled', ['created', 'authorized', 'paused'])) return false;
    for (const cycle of this.cycles.filter(({ status }) => status === 'scheduled')) {
      const eve = daysAfter(cycle.due, -1);
      const today = dayAt(this.now);
      if (today > eve || (today === eve && hourAt(this.now) >= hour)) continue;
      this.end(cycle, 'canceled');
    }
    return true;
  }

  private end(cycle: ModelCycle, status: string): void {
    cycle.status = status;
    cycle.on = null;
    this.events.push(`cycle.${status}`);
  }

  /** The first open cycle fails. */
  private fail(isFinal = false): boolean {
    const open = this.cycles.find(({ on }) => on !== null);
    if (open) this.end(Object.assign(open, { isFinal }), 'failed');
    return open !== undefined;
  }

  /** The newest charge that was not replaced is replaced, with the last day of its cycle. */
  private chargeAgain(): boolean {
    const cycle = this.cycles.findLast(({ isReplaced }) => !isReplaced);
    if (!cycle || this.status !== 'authorized') return false;
    const { index, status, isFinal } = cycle;
    const due = businessDayFrom(lastDayOf(this.days[index] ?? ''));
    const isOver = status === 'canceled' || (status === 'failed' && isFinal === true);
    const isTaken = this.cycles.some((one) => one !== cycle && !one.isReplaced && one.due === due);
    if (!isOver || isTaken || !this.isCreatable(due)) return false;
    cycle.isReplaced = true;
    this.cycles.push({ ...AT_SIX, index, due, status: 'scheduled', on: due, retries: [] });
    this.events.push('cycle.scheduled');
    return true;
  }

  /** The first open cycle has no balance in the morning; its outcome is that of the evening. */
  private lackBalance(outcome: ModelCycle['outcome']): boolean {
    const open = this.cycles.find(({ on }) => on !== null);
    if (open) Object.assign(open, { hour: 18, outcome });
    return open !== undefined;
  }

  /** The newest failed cycle is tried again on the first possible day. */
  private retry(): boolean {
    const cycle = this.cycles.findLast(
      ({ status, isReplaced }) => status === 'failed' && !isReplaced,
    );
    if (!cycle || cycle.isFinal || (this.status !== 'authorized' && this.status !== 'paused'))
      return false;
    const week = Array.from({ length: 7 }, (_, day) => daysAfter(cycle.due, day + 1));
    const nextDue = this.dueOf(cycle.index + 1);
    const on = week.find(
      (day) => day > dayAt(this.now) && day < nextDue && !cycle.retries.includes(day),
    );
    if (on === undefined || cycle.retries.length >= 3) return false;
    Object.assign(cycle, { ...AT_SIX, status: 'retrying', on, retries: [...cycle.retries, on] });
    this.events.push('cycle.retrying');
    return true;
  }

  private wait(hours: number): boolean {
    for (let hour = 0; hour < hours; hour += 1) {
      this.now += HOUR_MS;
      this.tick();
    }
    return true;
  }

  /** What happens in the hour that has just passed. */
  private tick(): void {
    const today = dayAt(this.now);
    const hour = hourAt(this.now);
    if (this.status === 'created' && !this.isCreatable(this.dueOf(0))) {
      this.become('expired', ['created']);
    }
    for (const cycle of this.cycles) {
      const { on, outcome } = cycle;
      if (on !== null && (today > on || (today === on && hour >= cycle.hour))) {
        this.end(cycle, outcome);
      }
    }
    this.create();
  }

  /** Creates the cycles that are due in four days, at four o'clock. */
  create(): void {
    if (this.status !== 'authorized') return;
    const due = this.dueOf(this.next);
    const from = daysAfter(due, -4);
    const today = dayAt(this.now);
    if (today < from || (today === from && hourAt(this.now) < 4)) return;
    const index = this.next;
    this.cycles.push({ ...AT_SIX, index, due, status: 'scheduled', on: due, retries: [] });
    this.events.push('cycle.scheduled');
    this.next += 1;
    this.create();
  }
}

const operations: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 200 }).map((hours) => waitOf(hours)) },
  {
    weight: 5,
    arbitrary: fc
      .constantFrom(
        'authorize',
        'fail',
        'retry',
        'pause',
        'resume',
        'no_balance_in_morning',
        'no_balance_in_evening',
        'refuse',
        'charge_again',
        'charge_again',
      )
      .map((kind) => ({ kind })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('reject', 'cancel', 'payer_cancels').map((kind) => ({ kind })),
  },
);

/** The last day of the weekly cycle that begins on a day. */
function lastDayOf(day: string): string {
  return daysAfter(day, 6);
}

function waitOf(hours: number): Operation {
  return { kind: 'wait', hours };
}

/** The real subscription. */
async function openReal(keys: Keys) {
  const shop = subscriptionClient(gateway, keys);
  const clock = await gateway.call<{ id: string }>('POST', '/v1/test/clocks', {
    keys,
    body: { now: new Date(START).toISOString() },
  });
  const clockId = clock.body.id;
  const body = { first_due_on: FIRST, interval: 'weekly', clock_id: clockId };
  const { internal_id: id } = await shop.create(body);
  const test = `/v1/test/subscriptions/${id}`;
  async function run(operation: Operation): Promise<boolean> {
    const { kind } = operation;
    if (kind === 'wait') {
      const seconds = operation.hours * 3_600;
      const path = `/v1/test/clocks/${clockId}/advance`;
      const { status, text } = await gateway.call('POST', path, { keys, body: { seconds } });
      assert.equal(status, 200, text);
      // A cycle that became due by a request is created by the next move of the clock.
      return true;
    }
    if (kind === 'charge_again') {
      const day = (await shop.cycles(id)).at(-1)?.starts_on ?? FIRST;
      const wanted = { amount: SUBSCRIPTION.amount, due_on: lastDayOf(day) };
      return (await shop.call('POST', `${shop.path(id)}/cycles`, wanted)).status === 201;
    }
    if (kind === 'refuse') {
      return (await shop.call('POST', await pathOf('fail'), { code: 'AC05' })).status === 200;
    }
    const tries = /^no_balance_in_(.*)$/.exec(kind)?.[1];
    const body = tries === undefined ? {} : { tries };
    return (await shop.call('POST', await pathOf(kind), body)).status === 200;
  }
  async function pathOf(
    kind: Exclude<Operation['kind'], 'wait' | 'refuse' | 'charge_again'>,
  ): Promise<string> {
    if (kind === 'authorize' || kind === 'reject') return `${test}/${kind}`;
    if (kind === 'payer_cancels') return `${test}/cancel`;
    if (!/^fail$|^no_balance/.test(kind)) return `${shop.path(id)}/${kind}`;
    const open = (await shop.cycles(id)).find(({ status }) => /scheduled|retrying/.test(status));
    return `${test}/cycles/${open?.due_on ?? FIRST}/fail`;
  }
  return { ...shop, id, clockId, run };
}

test('a subscription does what a naive model does, over random operations and times', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  let paidBefore = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(operations, { minLength: 4, maxLength: 25 }), async (all) => {
      const model = new Model();
      const real = await openReal(keys);
      const hours = all.reduce((sum, one) => sum + (one.kind === 'wait' ? one.hours : 0), 0);
      fc.pre(hours * HOUR_MS < 190 * DAY_MS);
      for (const operation of [...all, waitOf(1)]) {
        const accepted = model.run(operation);
        assert.equal(await real.run(operation), accepted, JSON.stringify(operation));
      }
      assert.equal((await real.read(real.id)).status, model.status);
      assert.deepEqual(
        (await real.cycles(real.id)).map(({ due_on, status }) => [due_on, status]),
        model.cycles.map(({ due, status }) => [due, status]),
      );
      const events = await real.events(real.id);
      assert.deepEqual(
        events.map(({ event, sequence }) => `${sequence} ${event}`).toSorted(),
        model.events.map((event, index) => `${index + 1} ${event}`).toSorted(),
      );
      const paid = model.cycles.filter(({ status }) => status === 'paid').length;
      const { body } = await real.call<{ available: number }>('GET', '/v1/balance');
      assert.equal(body.available, (paidBefore + paid) * NET);
      paidBefore += paid;
      await gateway.call('DELETE', `/v1/test/clocks/${real.clockId}`, { keys });
    }),
    { numRuns: runs(25) },
  );
  await assertClean(gateway);
  assert.equal(SUBSCRIPTION.amount - 198, NET);
});
