import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from '../live-bank.ts';
import { type OrderState, takeOrderStep } from './take-order-step.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE_MS = 60_000;
const QUARANTINE_MS = 10 * MINUTE_MS;
const NEW_ORDER: OrderState = { uncertainAt: null, isKnownAtBank: false };
const REFUSAL = { code: 'refused', message: 'O banco recusou o Pix.', bankWords: '' };

type Answer = Outcome<string | undefined>;
const UNKNOWN: Answer = { kind: 'unknown', reason: 'sem resposta' };
const REFUSED: Answer = { kind: 'refused', refusal: REFUSAL };
const NOT_SENT: Answer = { kind: 'unavailable', retryAfterSeconds: 7 };
const NOT_FOUND: Answer = { kind: 'done', value: undefined };
const FOUND: Answer = { kind: 'done', value: 'paid' };

interface Bank {
  /** The bank's answer to a search. Without it the step may not search. */
  readonly find?: Answer;
  /** The bank's answer to the order. Without it the step may not send. */
  readonly send?: Answer;
  /** Whether the order may be sent now. */
  readonly mayBegin?: boolean;
}

/** Takes a step `NOW` at a bank that gives these answers; `asked` lists the calls in order. */
async function take(order: OrderState, { find, send, mayBegin = true }: Bank) {
  const asked: string[] = [];
  const answer = async (name: string, given: Answer | undefined): Promise<Answer> => {
    asked.push(name);
    return given ?? assert.fail(`the step may not ${name}`);
  };
  const step = await takeOrderStep<string | undefined>(
    order,
    {
      find: () => answer('find', find),
      begin: async (at) => {
        assert.equal(at, NOW);
        asked.push('begin');
        return mayBegin;
      },
      send: () => answer('send', send),
    },
    { clock: { now: () => NOW }, quarantineMs: QUARANTINE_MS },
  );
  return { asked, step };
}

const ago = (minutes: number): number => NOW - minutes * MINUTE_MS;

test('a new order is recorded as begun and sent, and the bank’s answer is its result', async () => {
  const { asked, step } = await take(NEW_ORDER, { send: FOUND });
  assert.deepEqual(asked, ['begin', 'send']);
  assert.deepEqual([step.found, step.refusal], ['paid', undefined]);
  assert.deepEqual([step.uncertainAt, step.isKnownAtBank], [NOW, true]);
});

test('an order that may not begin is not sent and stays as it was', async () => {
  const { asked, step } = await take(NEW_ORDER, { mayBegin: false });
  assert.deepEqual(asked, ['begin']);
  assert.deepEqual([step.uncertainAt, step.found, step.refusal], [null, undefined, undefined]);
});

test('an attempt without a clear answer begins the quarantine', async () => {
  const { step } = await take(NEW_ORDER, { send: UNKNOWN });
  assert.deepEqual([step.uncertainAt, step.found, step.refusal], [NOW, undefined, undefined]);
});

test('a first attempt that was certainly not sent leaves the order new', async () => {
  const { step } = await take(NEW_ORDER, { send: NOT_SENT });
  assert.deepEqual([step.uncertainAt, step.nextAt], [null, NOW + 7_000]);
});

test('the refusal of a first attempt is the result, and the order was never uncertain', async () => {
  const { step } = await take(NEW_ORDER, { send: REFUSED });
  assert.deepEqual([step.refusal, step.uncertainAt], [REFUSAL, null]);
});

test('an uncertain order is searched, and the bank’s record is its result', async () => {
  const { asked, step } = await take(
    { uncertainAt: ago(1), isKnownAtBank: false },
    { find: FOUND },
  );
  assert.deepEqual(asked, ['find']);
  assert.deepEqual([step.found, step.isKnownAtBank, step.uncertainAt], ['paid', true, ago(1)]);
});

test('an uncertain order that the bank does not find is not sent before its quarantine ends', async () => {
  const order = { uncertainAt: ago(9), isKnownAtBank: false };
  const { asked, step } = await take(order, { find: NOT_FOUND });
  assert.deepEqual(asked, ['find']);
  assert.deepEqual([step.refusal, step.nextAt], [undefined, ago(9) + QUARANTINE_MS]);
});

test('after its quarantine an order that the bank does not find is sent again', async () => {
  const order = { uncertainAt: ago(10), isKnownAtBank: false };
  const { asked, step } = await take(order, { find: NOT_FOUND, send: REFUSED });
  assert.deepEqual(asked, ['find', 'begin', 'send']);
  assert.deepEqual([step.refusal, step.uncertainAt], [REFUSAL, ago(10)]);
});

test('after its quarantine an order is sent again only after a search with a clear answer', async () => {
  const order = { uncertainAt: ago(60), isKnownAtBank: false };
  for (const find of [UNKNOWN, REFUSED, NOT_SENT]) {
    const { asked, step } = await take(order, { find });
    assert.deepEqual(asked, ['find'], find.kind);
    assert.deepEqual([step.refusal, step.uncertainAt], [undefined, ago(60)], find.kind);
  }
});

test('an order that the bank has returned once is never sent again', async () => {
  const order = { uncertainAt: ago(60), isKnownAtBank: true };
  const { asked, step } = await take(order, { find: NOT_FOUND });
  assert.deepEqual(asked, ['find']);
  assert.equal(step.isKnownAtBank, true);
});

test('each attempt without a clear answer begins the quarantine again', async () => {
  const order = { uncertainAt: ago(60), isKnownAtBank: false };
  const { step } = await take(order, { find: NOT_FOUND, send: UNKNOWN });
  assert.equal(step.uncertainAt, NOW);
});
