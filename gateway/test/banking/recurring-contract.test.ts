import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type {
  AuthorizationOrder,
  BankRecurrence,
  CycleOrder,
  RecurrenceOrder,
  RecurringBank,
} from '#src/bank/recurring-bank.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type {
  BankSimulator,
  BankSimulatorOptions,
} from '../../../bank-simulator/src/bank-simulator.ts';
import { doneValue, newId, STAGED_BANKS, stageBank, wordOf } from './bank-under-test.ts';

const START = Date.parse('2026-03-10T12:00:00.000Z');
const ACCOUNT = { branch: '0001', number: '1234567', type: 'payment' } as const;
/** Faults after which the outcome at the bank is unknown. */
const LOST_ANSWERS = [
  'error',
  'error_after',
  'dropped_before',
  'dropped_after',
  'silent_before',
  'silent_after',
  'malformed',
] as const;

const REFUSED_RELEASE = { operation: 'freeRecurrenceLocation', times: 1 } as const;

interface Stage {
  readonly recurring: RecurringBank;
  readonly simulator: BankSimulator;
  /** Moves the bank's clock to an instant, and does what is due. */
  goTo(instant: string): Promise<void>;
  /** A recurrence that its payer has authorised by the code. */
  authorized(more?: Partial<RecurrenceOrder>): Promise<BankRecurrence>;
}

async function stage(
  context: TestContext,
  name: (typeof STAGED_BANKS)[number],
  options: BankSimulatorOptions = {},
): Promise<Stage> {
  let at = START;
  const clock = { now: () => at };
  const { bank, simulator } = await stageBank(
    context,
    name,
    {
      clock,
      locationPort: 0,
      tokenLifetimeSeconds: 1e9,
      receiverAccount: SIMULATED_ACCOUNT,
      ...options,
    },
    { receivingAccount: ACCOUNT },
  );
  const { recurring } = bank;
  assert.ok(recurring);
  return {
    recurring,
    simulator,
    async goTo(instant) {
      at = Date.parse(instant);
      await simulator.runDue();
    },
    async authorized(more) {
      const { id } = doneValue(await recurring.createRecurrence(newRecurrence(more)));
      const { code } = required(doneValue(await recurring.findRecurrence(id)));
      simulator.authorizeRecurrence(required(code));
      return required(doneValue(await recurring.findRecurrence(id)));
    },
  };
}

const SIMULATED_ACCOUNT = { agencia: '0001', conta: '1234567', tipoConta: 'PAGAMENTO' } as const;

function required<Value>(value: Value | null | undefined): Value {
  assert.ok(value !== null && value !== undefined);
  return value;
}

function newRecurrence(more: Partial<RecurrenceOrder> = {}): RecurrenceOrder {
  return {
    contract: newId(),
    description: 'Assinatura de música',
    payer: { name: 'Maria da Silva', document: '52998224725' },
    firstDay: '2026-03-20',
    lastDay: null,
    interval: 'monthly',
    price: { kind: 'fixed', amount: centavos(3_500n) },
    retries: true,
    hasCode: true,
    firstChargeTxid: null,
    ...more,
  };
}

function newCycle(recurrenceId: string, more: Partial<CycleOrder> = {}): CycleOrder {
  return {
    txid: newId(),
    recurrenceId,
    amount: centavos(3_500n),
    dueDate: '2026-03-20',
    note: 'Março',
    ...more,
  };
}

function newAuthorization(recurrenceId: string): AuthorizationOrder {
  const payer = { document: '52998224725', ispb: '99999008', branch: null, account: '550689' };
  return { recurrenceId, expiresAt: START + DAY_MS, payer };
}

const ORDERS: readonly RecurrenceOrder[] = [
  newRecurrence(),
  newRecurrence({ interval: 'weekly', retries: false, lastDay: '2027-03-20' }),
  newRecurrence({ price: { kind: 'variable', minimum: centavos(1_000n) }, interval: 'annual' }),
  newRecurrence({ price: { kind: 'variable', minimum: null }, interval: 'quarterly' }),
  newRecurrence({ interval: 'semiannual', payer: { name: 'Loja', document: '11222333000181' } }),
];

for (const name of STAGED_BANKS) {
  test(`${name}: a recurrence has all that was ordered, and a code`, async (context) => {
    const { recurring } = await stage(context, name);
    for (const order of ORDERS) {
      const { id, ...made } = doneValue(await recurring.createRecurrence(order));
      const found = required(doneValue(await recurring.findRecurrence(id)));
      assert.deepEqual({ ...found, id: undefined, code: null }, { ...made, id: undefined });
      const { contract, firstDay, lastDay, interval, price, retries } = order;
      const wanted = { contract, firstDay, lastDay, interval, price, retries, status: 'created' };
      assert.deepEqual({ ...found, ...wanted }, found);
      assert.match(required(found.code), /^000201.*80.*br\.gov\.bcb\.pix/);
    }
    assert.equal(doneValue(await recurring.findRecurrence(`RR${'9'.repeat(27)}`)), undefined);
    const listed = await recurring.listRecurrences({ from: START, to: START + MINUTE_MS }, 0);
    const contracts = doneValue(listed).recurrences.map(({ contract }) => contract);
    assert.deepEqual(new Set(contracts), new Set(ORDERS.map(({ contract }) => contract)));
  });

  test(`${name}: after a lost answer the recurrence is found, and made once`, async (context) => {
    const { recurring, simulator } = await stage(context, name);
    const earlier = { from: START - MINUTE_MS, to: START + MINUTE_MS };
    for (const kind of LOST_ANSWERS) {
      const order = newRecurrence();
      simulator.faults.add({ kind, operation: 'createRecurrence', times: 1 });
      assert.equal(wordOf(await recurring.createRecurrence(order)), 'unknown', kind);
      const made = doneValue(await recurring.createRecurrence(order, earlier));
      assert.deepEqual(doneValue(await recurring.createRecurrence(order, earlier)).id, made.id);
    }
    assert.equal(simulator.snapshot().recurrences.length, LOST_ANSWERS.length);
    const order = newRecurrence();
    simulator.faults.add({
      kind: 'dropped_after',
      operation: 'createRecurrenceLocation',
      times: 1,
    });
    assert.equal((await recurring.createRecurrence(order)).kind, 'unavailable');
    simulator.faults.add({ kind: 'error', operation: 'listRecurrences' });
    assert.equal(wordOf(await recurring.createRecurrence(order, earlier)), 'unknown');
    assert.equal(simulator.snapshot().recurrences.length, LOST_ANSWERS.length);
  });

  test(`${name}: a recurrence is authorised, refused and ended once`, async (context) => {
    const { recurring, simulator, authorized } = await stage(context, name);
    const approved = await authorized();
    assert.deepEqual([approved.status, approved.journey], ['approved', 2]);
    const refused = doneValue(await recurring.createRecurrence(newRecurrence()));
    simulator.refuseRecurrence(refused.id);
    const ended = required(doneValue(await recurring.findRecurrence(refused.id)));
    assert.deepEqual([ended.status, ended.ending?.kind], ['rejected', 'rejected']);
    assert.equal(wordOf(await recurring.cancelRecurrence(refused.id)), 'recurrence_ended');
    for (const kind of LOST_ANSWERS) {
      const { id } = await authorized();
      simulator.faults.add({ kind, operation: 'reviseRecurrence', times: 1 });
      assert.equal(wordOf(await recurring.cancelRecurrence(id)), 'unknown', kind);
      const canceled = doneValue(await recurring.cancelRecurrence(id));
      assert.deepEqual([canceled.status, canceled.ending?.by], ['canceled', 'receiver'], kind);
    }
  });

  test(`${name}: a recurrence changes as is wanted, also after a lost answer`, async (context) => {
    const { recurring, simulator, authorized } = await stage(context, name);
    const place = async () => doneValue(await recurring.createRecurrenceLocation());
    for (const kind of LOST_ANSWERS) {
      const first = await place();
      const order = newRecurrence({ locationId: first.id });
      const { id, locationId } = doneValue(await recurring.createRecurrence(order));
      assert.equal(locationId, first.id);
      const { code } = required(doneValue(await recurring.findRecurrence(id)));
      assert.ok(code?.includes(first.url));
      const second = await place();
      const revision = { payerName: 'Maria', firstDay: '2026-03-25', locationId: second.id };
      simulator.faults.add({ kind, operation: 'reviseRecurrence', times: 1 });
      assert.equal(wordOf(await recurring.reviseRecurrence(id, revision)), 'unknown', kind);
      const revised = doneValue(await recurring.reviseRecurrence(id, revision));
      assert.deepEqual(
        [revised.payerName, revised.firstDay, revised.locationId],
        ['Maria', '2026-03-25', second.id],
        kind,
      );
      doneValue(await recurring.releaseRecurrenceLocation(second.id));
      doneValue(await recurring.releaseRecurrenceLocation(second.id));
      assert.equal(doneValue(await recurring.findRecurrence(id))?.locationId, null);
    }
    const taken = await place();
    doneValue(await recurring.createRecurrence(newRecurrence({ locationId: taken.id })));
    const { id } = doneValue(await recurring.createRecurrence(newRecurrence({ hasCode: false })));
    const refused = await recurring.reviseRecurrence(id, { locationId: taken.id });
    assert.equal(refused.kind, 'refused');
    const moved = { firstDay: '2026-03-26' };
    assert.equal(
      (await recurring.reviseRecurrence((await authorized()).id, moved)).kind,
      'refused',
    );
  });

  test(`${name}: a refused release is done if no recurrence has the location`, async (context) => {
    const { recurring, simulator } = await stage(context, name);
    const place = doneValue(await recurring.createRecurrenceLocation());
    doneValue(await recurring.createRecurrence(newRecurrence({ locationId: place.id })));
    const free = () => recurring.releaseRecurrenceLocation(place.id);
    for (const status of [404, 400, 409, 422]) {
      simulator.faults.add({ ...REFUSED_RELEASE, kind: 'error', status });
      assert.equal((await free()).kind, 'refused', String(status));
    }
    simulator.faults.add({ ...REFUSED_RELEASE, kind: 'error_after', status: 403 });
    assert.equal((await free()).kind, 'refused');
    for (const status of [404, 400, 409, 422]) {
      simulator.faults.add({ ...REFUSED_RELEASE, kind: 'error', status });
      assert.equal((await free()).kind, 'done', String(status));
    }
    simulator.faults.add({ ...REFUSED_RELEASE, kind: 'error', status: 404 });
    simulator.faults.add({ kind: 'error', operation: 'findRecurrenceLocation' });
    assert.equal(wordOf(await free()), 'unknown');
    simulator.faults.clear();
    assert.equal((await recurring.releaseRecurrenceLocation(999)).kind, 'refused');
  });

  test(`${name}: a bank that writes names in capitals changes them`, async (context) => {
    const { recurring, simulator } = await stage(context, name, { capitalizesNames: true });
    const { id } = doneValue(await recurring.createRecurrence(newRecurrence()));
    const named = doneValue(await recurring.reviseRecurrence(id, { payerName: 'Maria José' }));
    assert.equal(named.payerName, 'MARIA JOSE');
    const refused = { operation: 'reviseRecurrence', status: 422, times: 1 } as const;
    simulator.faults.add({ kind: 'error_after', ...refused });
    const again = doneValue(await recurring.reviseRecurrence(id, { payerName: 'João' }));
    assert.equal(again.payerName, 'JOAO');
    simulator.faults.add({ kind: 'error', ...refused });
    assert.equal((await recurring.reviseRecurrence(id, { payerName: 'Ana' })).kind, 'refused');
  });

  test(`${name}: a withdrawal is open until the payer's bank confirms`, async (context) => {
    const { recurring, goTo } = await stage(context, name, { withdrawalDelayMs: HOUR_MS });
    const order = newRecurrence({ hasCode: false });
    const { id } = doneValue(await recurring.createRecurrence(order));
    const request = doneValue(await recurring.requestAuthorization(newAuthorization(id)));
    for (const _ of [1, 2]) {
      assert.equal(doneValue(await recurring.cancelAuthorization(request.id)).status, 'open');
    }
    await goTo(new Date(START + HOUR_MS).toISOString());
    const found = required(doneValue(await recurring.findRecurrence(id)));
    assert.deepEqual(
      [found.status, found.authorizations.map(({ status }) => status)],
      ['created', ['canceled']],
    );
  });

  test(`${name}: a payer is asked once, and a request can be withdrawn`, async (context) => {
    const { recurring, simulator } = await stage(context, name);
    for (const kind of LOST_ANSWERS) {
      const order = newRecurrence({ hasCode: false });
      const { id } = doneValue(await recurring.createRecurrence(order));
      simulator.faults.add({ kind, operation: 'createSolicitation', times: 1 });
      const asked = () => recurring.requestAuthorization(newAuthorization(id));
      assert.equal(wordOf(await asked()), 'unknown', kind);
      const request = doneValue(await asked());
      assert.deepEqual(doneValue(await asked()), request);
      assert.equal(request.status, 'open');
      simulator.faults.add({ kind, operation: 'reviseSolicitation', times: 1 });
      assert.equal(wordOf(await recurring.cancelAuthorization(request.id)), 'unknown', kind);
      assert.equal(doneValue(await recurring.cancelAuthorization(request.id)).status, 'canceled');
      const found = required(doneValue(await recurring.findRecurrence(id)));
      assert.deepEqual(
        found.authorizations.map(({ status }) => status),
        ['canceled'],
      );
    }
  });

  test(`${name}: a cycle is made once, paid, and reported by list and look-up`, async (context) => {
    const { recurring, simulator, authorized, goTo } = await stage(context, name);
    const { id } = await authorized();
    const order = newCycle(id);
    simulator.faults.add({ kind: 'dropped_after', operation: 'createRecurringCharge', times: 1 });
    assert.equal(wordOf(await recurring.createCycle(order)), 'unknown');
    const made = doneValue(await recurring.createCycle(order));
    assert.deepEqual(doneValue(await recurring.findCycle(order.txid)), made);
    assert.deepEqual([made.txid, made.amount, made.dueDate], [order.txid, 3_500n, '2026-03-20']);
    const other = { ...order, amount: centavos(3_600n) };
    assert.notEqual((await recurring.createCycle(other)).kind, 'done');
    await goTo('2026-03-11T12:00:00.000Z');
    await goTo('2026-03-20T12:00:00.000Z');
    const paid = required(doneValue(await recurring.findCycle(order.txid)));
    assert.deepEqual([paid.status, paid.attempts.length], ['paid', 1]);
    assert.deepEqual(
      paid.payments.map(({ txid, amount }) => [txid, amount]),
      [[order.txid, 3_500n]],
    );
    assert.equal(paid.payments[0]?.endToEndId, paid.attempts[0]?.endToEndId);
    const listed = await recurring.listCycles({ from: START, to: START + HOUR_MS }, 0);
    assert.deepEqual(doneValue(listed).cycles, [paid]);
    assert.equal(wordOf(await recurring.cancelCycle(order.txid)), 'cycle_ended');
    assert.equal(doneValue(await recurring.findCycle(newId())), undefined);
  });

  test(`${name}: an unpaid cycle is tried again on another day, once`, async (context) => {
    const { recurring, simulator, authorized, goTo } = await stage(context, name);
    const { id, payerDocument } = await authorized();
    simulator.setPayer({ document: payerDocument, balance: 0n });
    const { txid } = doneValue(await recurring.createCycle(newCycle(id)));
    await goTo('2026-03-11T12:00:00.000Z');
    await goTo('2026-03-21T12:00:00.000Z');
    const failed = required(doneValue(await recurring.findCycle(txid)));
    assert.deepEqual([failed.status, failed.attempts[0]?.status], ['active', 'expired']);
    simulator.faults.add({ kind: 'dropped_after', operation: 'retryRecurringCharge', times: 1 });
    assert.equal(wordOf(await recurring.retryCycle(txid, '2026-03-24')), 'unknown');
    const retried = doneValue(await recurring.retryCycle(txid, '2026-03-24'));
    simulator.refuseAttempt(txid, 'AC06');
    const refused = required(doneValue(await recurring.findCycle(txid)));
    assert.deepEqual(
      [refused.attempts[1]?.status, refused.attempts[1]?.code],
      ['rejected', 'AC06'],
    );
    const days = retried.attempts.map(({ kind, day }) => [kind, day]);
    assert.deepEqual(days, [
      ['scheduled', '2026-03-20'],
      ['retry', '2026-03-24'],
    ]);
  });

  test(`${name}: a scheduled cycle is canceled once`, async (context) => {
    const { recurring, simulator, authorized } = await stage(context, name);
    const { id } = await authorized();
    for (const kind of LOST_ANSWERS) {
      const { txid } = doneValue(await recurring.createCycle(newCycle(id)));
      simulator.faults.add({ kind, operation: 'reviseRecurringCharge', times: 1 });
      assert.equal(wordOf(await recurring.cancelCycle(txid)), 'unknown', kind);
      const canceled = doneValue(await recurring.cancelCycle(txid));
      assert.deepEqual([canceled.status, canceled.ending?.by], ['canceled', 'receiver'], kind);
    }
    assert.equal(wordOf(await recurring.cancelCycle(newId())), 'not_found');
  });

  test(`${name}: both addresses of call-backs are set, found and removed`, async (context) => {
    const { recurring } = await stage(context, name);
    const url = 'https://gateway.example.com/bancos/x/y';
    const none = { recurrences: undefined, cycles: undefined };
    assert.deepEqual(doneValue(await recurring.findCallbacks()), none);
    doneValue(await recurring.registerCallbacks(url));
    const both = { recurrences: url, cycles: url };
    assert.deepEqual(doneValue(await recurring.findCallbacks()), both);
    doneValue(await recurring.removeCallbacks());
    doneValue(await recurring.removeCallbacks());
    assert.deepEqual(doneValue(await recurring.findCallbacks()), none);
    const recs = { recs: [{ idRec: 'RR1', status: 'APROVADA' }, {}, 'x'] };
    assert.deepEqual(recurring.readCallback(recs), [{ kind: 'recurrence', id: 'RR1' }]);
    const cycles = { cobsr: [{ txid: 'a1', status: 'ATIVA' }, { txid: '../b' }] };
    assert.deepEqual(recurring.readCallback(cycles), [{ kind: 'cycle', txid: 'a1' }]);
    assert.equal(recurring.readCallback({ pix: [] }), undefined);
  });
}
