import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import type { Outcome } from '#src/bank/outcome.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { carryOn, carryOut, type OpenIntent } from './intent.ts';

/*
 * A model of an intent: the record of ours, the bank and the two askers, the request that waits and
 * the worker. The test walks through every order of sending, arriving, answering, losing and
 * crashing, and runs the real `carryOut` and `carryOn` in each. What it takes for granted: the bank
 * does one intent once however often it is asked, and keeps to a refusal. A charge may end there
 * once its intent was done here; the bank then refuses a repeat.
 */

const REFUSED: Outcome<never> = {
  kind: 'refused',
  refusal: { code: 'refused', message: 'não', bankWords: 'no' },
};
const DONE: Outcome<string> = { kind: 'done', value: 'code' };
const UNCLEAR: Outcome<never> = { kind: 'unknown', reason: 'a timeout' };
const UNSENT: Outcome<never> = { kind: 'unavailable', retryAfterSeconds: 1 };

/** How often the worker asks while answers may still be lost; afterwards it gets clear ones. */
const ROUNDS_MAX = 2;

/** Takes the alternatives of a path in turn: the first one not tried is next. */
class Choices {
  readonly #path: { taken: number; count: number }[] = [];
  #depth = 0;

  pick<Value>(values: readonly Value[]): Value {
    const step = this.#path[this.#depth] ?? { taken: 0, count: values.length };
    this.#path[this.#depth] = step;
    this.#depth += 1;
    return values[step.taken] as Value;
  }

  /** Moves to the next path; false when all were taken. */
  next(): boolean {
    this.#depth = 0;
    for (let last = this.#path.at(-1); last; last = this.#path.at(-1)) {
      last.taken += 1;
      if (last.taken < last.count) return true;
      this.#path.pop();
    }
    return false;
  }
}

interface Asked {
  readonly isRequest: boolean;
  readonly answer: (outcome: Outcome<string>) => void;
}

interface Kind {
  /** A worker searches and never orders, once the lease covers all that the request has sent. */
  readonly isSearched: boolean;
}

class World {
  readonly log: string[] = [];
  bank: 'nothing' | 'made' | 'refused' = 'nothing';
  /** The charge has ended at the bank after the intent was done: a repeat is refused. */
  isOver = false;
  /** Orders without an answer that may still arrive. */
  underWay = 0;
  isOpen = true;
  doneHere = 0;
  told: 'done' | 'refused' | 'unavailable' | undefined;
  rounds = 0;
  isWorking = false;
  readonly asked: Asked[] = [];
  readonly #kind: Kind;

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  intentOf(isRequest: boolean): OpenIntent<string, string> {
    return {
      ask: () =>
        new Promise((answer) => {
          this.asked.push({ isRequest, answer });
        }),
      finish: async () => {
        if (this.isOpen) {
          this.isOpen = false;
          this.doneHere += 1;
          return 'result';
        }
        if (this.doneHere > 0) return 'result';
        this.isOpen = true;
        return undefined;
      },
      withdraw: async () => {
        const wasOpen = this.isOpen;
        this.isOpen = false;
        return wasOpen;
      },
    };
  }

  request(): void {
    const refused = () => new Refusal('provider_refused', { reason: 'não' });
    void carryOut({ ...this.intentOf(true), endsUnsent: this.#kind.isSearched, refused }).then(
      () => {
        this.told = 'done';
      },
      (error: unknown) => {
        assert.ok(error instanceof Refusal);
        this.told = error.code === 'provider_refused' ? 'refused' : 'unavailable';
      },
    );
  }

  work(): void {
    this.isWorking = true;
    this.rounds += 1;
    void carryOn(this.intentOf(false)).then(() => {
      this.isWorking = false;
    });
  }

  /** An order goes on without anybody who waits for it. */
  leave(): void {
    this.underWay += 1;
  }

  end(): void {
    this.isOver = true;
  }

  /** An order reaches the bank, which does it, or refuses it for good. */
  arrive(verdict: 'made' | 'refused'): void {
    if (this.bank === 'nothing') this.bank = verdict;
  }

  clearAnswer({ isRequest }: Asked): Outcome<string> {
    if (this.#kind.isSearched && !isRequest && this.bank === 'nothing') return REFUSED;
    return this.bank === 'made' && !this.isOver ? DONE : REFUSED;
  }

  /** What may happen next. */
  steps(): readonly (readonly [string, () => void])[] {
    const verdicts =
      this.bank === 'nothing' ? (['made', 'refused'] as const) : ([this.bank] as const);
    const mayWork = !(this.#kind.isSearched && (this.underWay > 0 || this.asked.length > 0));
    return [
      ...(this.isOpen && !this.isWorking && mayWork && this.rounds < ROUNDS_MAX
        ? [['the worker asks', () => this.work()] as const]
        : []),
      ...(this.doneHere > 0 && !this.isOver
        ? [['the charge ends at the bank', () => this.end()] as const]
        : []),
      ...this.asked.flatMap((asked) => this.#stepsOf(asked, verdicts)),
      ...(this.underWay > 0
        ? verdicts.map(
            (verdict) =>
              [
                `a late order is ${verdict}`,
                () => {
                  this.underWay -= 1;
                  this.arrive(verdict);
                },
              ] as const,
          )
        : []),
    ];
  }

  #stepsOf(asked: Asked, verdicts: readonly ('made' | 'refused')[]) {
    const { isRequest, answer } = asked;
    const who = isRequest ? 'request' : 'worker';
    const isSearch = this.#kind.isSearched && !isRequest;
    const ended = (run: () => void) => () => {
      this.asked.splice(this.asked.indexOf(asked), 1);
      run();
    };
    const step = (what: string, run: () => void) => [`${who}: ${what}`, ended(run)] as const;
    const crash = isRequest ? [step('crashes, its order is under way', () => this.leave())] : [];
    const orders = isSearch
      ? [step('gets the result of its search', () => answer(this.clearAnswer(asked)))]
      : verdicts.flatMap((verdict) => [
          step(`gets the answer: ${verdict}`, () => {
            this.arrive(verdict);
            answer(this.clearAnswer(asked));
          }),
          step(`loses the answer: ${verdict}`, () => {
            this.arrive(verdict);
            answer(UNCLEAR);
          }),
        ]);
    return [
      ...orders,
      ...crash,
      step('times out, its order is under way', () => {
        if (!isSearch) this.underWay += 1;
        answer(UNCLEAR);
      }),
      step('can send nothing', () => answer(UNSENT)),
    ];
  }
}

async function walk(kind: Kind, choices: Choices): Promise<World> {
  const world = new World(kind);
  world.request();
  await settled();
  for (let steps = world.steps(); steps.length > 0; steps = world.steps()) {
    const [what, run] = choices.pick(steps);
    world.log.push(what);
    run();
    await settled();
    if (world.told === 'done') assert.equal(world.doneHere, 1, 'told before it was done here');
  }
  // From here on the bank answers clearly.
  while (world.isOpen) {
    assert.ok(world.rounds < ROUNDS_MAX + 3, 'the intent stays open');
    world.work();
    await settled();
    for (const asked of world.asked.splice(0)) asked.answer(world.clearAnswer(asked));
    await settled();
  }
  return world;
}

for (const { name, isSearched, ordersMin } of [
  { name: 'an order that may be repeated', isSearched: false, ordersMin: 500 },
  { name: 'an order that a worker only searches', isSearched: true, ordersMin: 40 },
]) {
  test(`${name} ends here as at the bank, in every order of crashes and answers`, async () => {
    const choices = new Choices();
    let walked = 0;
    do {
      const world = await walk({ isSearched }, choices);
      const path = world.log.join('; ');
      assert.equal(world.doneHere, world.bank === 'made' ? 1 : 0, path);
      if (world.told === 'done') assert.equal(world.bank, 'made', path);
      if (world.told === 'refused') assert.notEqual(world.bank, 'made', path);
      walked += 1;
    } while (choices.next());
    assert.ok(walked >= ordersMin, `${walked} orders`);
  });
}
