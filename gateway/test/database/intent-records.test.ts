import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  claimDueCancellations,
  insertCancellation,
  withdrawCancellation,
} from '#src/charges/cancellation-store.ts';
import {
  claimDueChanges,
  endRequest,
  insertRequest,
  isRequestOpen,
  type StoredRevision,
} from '#src/charges/due/change-store.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import { createId } from '#src/ground/ids.ts';
import { memoryRecords } from '../support/explore-intents.ts';
import { startGateway } from '../support/gateway.ts';
import { type IntentRecord, type IntentRecords, LEASE_MS } from '../support/intent-world.ts';

/** The statements on the records of changes and cancellations, beside the table of the model. */
const gateway = await startGateway({ after }, { hasWorker: false });
const { database } = gateway.appContext;
const START = gateway.clock.now();
const KEY = { merchantId: createId(START), environment: 'live' as const, id: createId(START) };
const WISH = { wish: 'A', revision: 1 };

type Records = Pick<IntentRecords, 'insert' | 'claim' | 'take'>;

// The sequences share a transaction that is never committed; each begins with empty tables.
const deleteChanges = send('test_intent_delete_changes', sql`delete from charge_changes`, HERE);
const deleteCancellations = send(
  'test_intent_delete_cancellations',
  sql`delete from charge_cancellations`,
  HERE,
);

function leaseOf(at: number, until: number) {
  return { at: new Date(at), until: new Date(until), limit: 1 };
}

function changesIn(tx: Transaction): Records {
  deleteChanges(tx);
  const openOf = ({ requestedAt, leasedUntil }: IntentRecord) => {
    const change: unknown = WISH;
    return { key: KEY, requestedAt, leasedUntil, change: change as StoredRevision };
  };
  return {
    async insert(wanted) {
      const record = { ...wanted, isRepeat: false };
      return (await insertRequest(tx, openOf(record))) ? record : undefined;
    },
    async claim(at, until) {
      const [open] = await claimDueChanges(tx, leaseOf(at, until));
      return open && { ...open, ...WISH, isRepeat: false };
    },
    take: (record) => endRequest(tx, openOf(record)),
  };
}

function cancellationsIn(tx: Transaction): Records {
  deleteCancellations(tx);
  return {
    async insert({ requestedAt, leasedUntil }) {
      const times = { at: new Date(requestedAt), dueAt: new Date(leasedUntil) };
      return { ...(await insertCancellation(tx, KEY, times)), ...WISH };
    },
    async claim(at, until) {
      const [open] = await claimDueCancellations(tx, leaseOf(at, until));
      return open && { ...open, ...WISH, isRepeat: false };
    },
    take: (record) => withdrawCancellation(tx, { ...KEY, ...record }),
  };
}

type Step = 'insert' | 'claim' | 'wait' | 'take the first' | 'take the last';
const STEPS: readonly Step[] = ['insert', 'claim', 'wait', 'take the first', 'take the last'];
/** How many steps follow the first insert. */
const STEPS_MAX = 3;

function sequences(length: number): readonly (readonly Step[])[] {
  if (length === 0) return [['insert']];
  return sequences(length - 1).flatMap((before) => STEPS.map((step) => [...before, step]));
}

async function resultsOf(records: Records, steps: readonly Step[]): Promise<unknown[]> {
  let now = START;
  const known: IntentRecord[] = [];
  const take = (record: IntentRecord | undefined) => record && records.take(record);
  async function open(asked: Promise<IntentRecord | undefined>) {
    const record = await asked;
    if (record) known.push(record);
    return [record?.requestedAt, record?.leasedUntil];
  }
  const run: Readonly<Record<Step, () => unknown>> = {
    insert: () => open(records.insert({ ...WISH, requestedAt: now, leasedUntil: now + LEASE_MS })),
    claim: () => open(records.claim(now, now + LEASE_MS)),
    wait: () => (now += LEASE_MS),
    'take the first': () => take(known[0]),
    'take the last': () => take(known.at(-1)),
  };
  const results: unknown[] = [];
  for (const step of steps) {
    now += 1;
    results.push([step, await run[step](), step === 'insert' && known.at(-1)?.isRepeat]);
  }
  return results;
}

/** Compares the statements with the table of the model, in every order of a few steps. */
async function compare(
  kind: 'joined' | 'exclusive',
  recordsIn: (tx: Transaction) => Records,
): Promise<void> {
  const isOver = new Error('the comparison is over');
  const compared = database.transaction(async (tx) => {
    for (const steps of sequences(STEPS_MAX)) {
      const expected = await resultsOf(memoryRecords({ kind }), steps);
      assert.deepEqual(await resultsOf(recordsIn(tx), steps), expected, steps.join(', '));
    }
    throw isOver;
  });
  await assert.rejects(compared, isOver);
}

test('the records of changes are stored, leased and taken as the model of intents says', () =>
  compare('exclusive', changesIn));

test('the records of cancellations are replaced, leased and taken as the model of intents says', () =>
  compare('joined', cancellationsIn));

test('a change is open until it ends, also with another lease, and the next change is another', async () => {
  await database.transaction(async (tx) => {
    const records = changesIn(tx);
    const isOpen = ({ requestedAt }: IntentRecord) => isRequestOpen(tx, { key: KEY, requestedAt });
    const first = await records.insert({ ...WISH, requestedAt: START, leasedUntil: START });
    assert.ok(first);
    const leased = await records.claim(START, START + LEASE_MS);
    assert.ok(leased);
    assert.equal(await isOpen(first), true);
    assert.equal(await records.take(leased), true);
    assert.equal(await isOpen(first), false);
    const next = { ...WISH, requestedAt: START + 1, leasedUntil: START + 1 };
    const second = await records.insert(next);
    assert.ok(second);
    assert.deepEqual([await isOpen(first), await isOpen(second)], [false, true]);
    assert.equal(await records.take(second), true);
  });
});
