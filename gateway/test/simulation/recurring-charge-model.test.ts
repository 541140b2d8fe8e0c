import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { attemptsOf, openRecurring } from '../../../bank-simulator/test/support/recurring.ts';
import { addDays, type Move, modelCharge } from '../support/recurring-charge-model.ts';
import { HAS_FEW_RUNS, runs } from '../support/runs.ts';

const HOUR_MS = 3_600_000;
/** The clock of the bank's tests begins at 9 hours of Brasília of a Tuesday. */
const FIRST_DAY = '2026-03-10';
const BRASILIA_MS = 3 * HOUR_MS;
const PAYER = '12345678909';
const RUNS = runs(80);

const opened = await openRecurring({ after } as unknown as TestContext, { messageDelayMs: 0 });
const { bank, client, clock, createAuthorized, createCycle, goTo, read } = opened;

const hours = (): number => (clock.now() - BRASILIA_MS) / HOUR_MS;

/** The day of Brasília at an hour since 1970. */
const dayOf = (hour: number): string => addDays('1970-01-01', Math.floor(hour / 24));

/** A move, or a wait until an hour of Brasília some days later: rules change at these hours. */
type Plan = Move | { readonly kind: 'until'; readonly days: number; readonly hour: number };

const plans = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('until'),
      days: fc.constantFrom(0, 0, 0, 1, 1, 2, 4),
      hour: fc.constantFrom(0, 5, 6, 18, 19, 21, 22),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('retry'), days: fc.nat(8) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('account'),
      state: fc.constantFrom('rich', 'poor', 'poor', 'poor', 'closed', 'blocked'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('receiverCancels', 'payerCancels', 'recurrenceCanceled'),
    }),
  },
) as fc.Arbitrary<Plan>;

/** Single plans, a retry with its day, and a cancelation at the hour of its rule. */
const groups = fc.oneof(
  { weight: 8, arbitrary: plans.map((plan): Plan[] => [plan]) },
  {
    weight: 3,
    arbitrary: fc.constant<Plan[]>([
      { kind: 'retry', days: 1 },
      { kind: 'until', days: 1, hour: 19 },
    ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(20, 21, 22)
      .map((hour): Plan[] => [{ kind: 'until', days: 0, hour }, { kind: 'receiverCancels' }]),
  },
);

function moveOf(plan: Plan): Move {
  if (plan.kind !== 'until') return plan;
  const untilHour = (((plan.hour - hours()) % 24) + 24) % 24;
  return { kind: 'wait', hours: plan.days * 24 + untilHour };
}

function setAccount(state: string): void {
  bank.setPayer({
    document: PAYER,
    ...(state === 'poor' ? { balance: 0n } : {}),
    isClosed: state === 'closed',
    isBlocked: state === 'blocked',
  });
}

function tried(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

interface Cycle {
  readonly idRec: string;
  readonly txid: string;
}

/** Does a move at the bank; true if the bank accepted it. */
async function play({ idRec, txid }: Cycle, move: Move): Promise<boolean> {
  const path = `/v2/cobr/${txid}`;
  if (move.kind === 'wait') {
    await goTo(new Date(clock.now() + move.hours * HOUR_MS).toISOString());
    return true;
  }
  if (move.kind === 'account') {
    setAccount(move.state);
    return true;
  }
  if (move.kind === 'retry') {
    const day = addDays(dayOf(hours()), move.days);
    return (await client.call('POST', `${path}/retentativa/${day}`)).status === 201;
  }
  if (move.kind === 'receiverCancels') {
    return (await client.call('PATCH', path, { status: 'CANCELADA' })).status === 200;
  }
  if (move.kind === 'payerCancels') return tried(() => bank.cancelRecurringPayment(txid));
  return tried(() => bank.cancelRecurrence(idRec));
}

test('a recurring charge lives as a naive model of the rules says', async () => {
  assert.equal(dayOf(hours()), FIRST_DAY);
  const story = fc.record({
    daysUntilDue: fc.constantFrom(2, 2, 2, 3, 9, 10, 11, 14),
    allowsRetries: fc.boolean(),
    plans: fc.array(groups, { minLength: 6, maxLength: 20 }).map((all) => all.flat()),
    account: fc.constantFrom('rich', 'poor', 'poor', 'poor', 'closed'),
  });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(story, async ({ daysUntilDue, allowsRetries, plans: all, account }) => {
      setAccount('rich');
      const first: Plan = { kind: 'account', state: account };
      const due = addDays(dayOf(hours()), daysUntilDue);
      const { idRec } = await createAuthorized({
        calendario: { dataInicial: due, periodicidade: 'MENSAL' },
        politicaRetentativa: allowsRetries ? 'PERMITE_3R_7D' : 'NAO_PERMITE',
      });
      const { txid } = await createCycle(idRec, {
        calendario: { dataDeVencimento: due },
        ajusteDiaUtil: false,
      });
      const model = modelCharge({ hour: hours(), due, allowsRetries });
      const before = bank.snapshot().balance;
      for (const plan of [first, ...all, { kind: 'wait', hours: 24 * 30 } as const]) {
        const move = moveOf(plan);
        const isAccepted = await play({ idRec, txid }, move);
        assert.equal(isAccepted, model.play(move), JSON.stringify(move));
        const found = await read(`/v2/cobr/${txid}`);
        assert.deepEqual([found.status, ...attemptsOf(found)], model.show());
        seen.add(found.status);
        const isPaid = found.status === 'CONCLUIDA';
        assert.equal(bank.snapshot().balance - before, isPaid ? 3_500n : 0n);
      }
      assert.notEqual(model.show()[0], 'ATIVA');
    }),
    { numRuns: RUNS, seed: 25 },
  );
  const states = ['ATIVA', 'CANCELADA', 'CONCLUIDA', 'CRIADA', 'EXPIRADA', 'REJEITADA'];
  if (!HAS_FEW_RUNS) assert.deepEqual([...seen].toSorted(), states);
});
