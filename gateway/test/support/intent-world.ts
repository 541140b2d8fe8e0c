import assert from 'node:assert/strict';
import type { Outcome } from '#src/bank/outcome.ts';
import {
  carryOn,
  carryOnRepeated,
  carryOut,
  endRefused,
  finishOnce,
  type OpenIntent,
} from '#src/charges/live/intent.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createIntentLaw, type IntentKind, type IntentLaw, type Verdict } from './intent-law.ts';

/** How long a process may ask the bank before another one takes an intent over (milliseconds). */
export const LEASE_MS = 2_000;

/** The row of an intent, as one process knows it. */
export interface IntentRecord {
  readonly wish: string;
  /** The number of the change that it is to become. */
  readonly revision: number;
  readonly requestedAt: number;
  readonly leasedUntil: number;
  readonly isRepeat: boolean;
}

/** The table of the records of one charge. */
export interface IntentRecords {
  /** Undefined beside an open record that it doesn't replace. */
  insert(record: Omit<IntentRecord, 'isRepeat'>): Promise<IntentRecord | undefined>;
  claim(at: number, until: number): Promise<IntentRecord | undefined>;
  /** Deletes the record; false when it is gone, replaced or leased by another process. */
  take(record: IntentRecord): Promise<boolean>;
  takeAll(): Promise<void>;
  open(): Promise<IntentRecord | undefined>;
}

/** What may happen in a world. The numbers bound it: how often each may happen in one order. */
export interface Bounds {
  readonly kind: IntentKind;
  /** What each request wishes. */
  readonly requests: readonly string[];
  /** How many workers ask before the bank answers clearly. */
  readonly claims: number;
  /** Time-outs, lost answers, requests that can't be sent, and crashes. */
  readonly faults: number;
  /** Refusals after which the bank may still do the same for another request. */
  readonly refusals: number;
  /** Refusals of what the bank has done for another request. */
  readonly lies: number;
  readonly waits: number;
  /** How long each wait is (milliseconds). */
  readonly waitMs: number;
}

interface Actor {
  readonly name: string;
  readonly isRequest: boolean;
  wish: string;
  record: IntentRecord | undefined;
  /** `sent`: its order is on the way; a verdict: the bank's answer is on the way. */
  at: 'away' | 'sent' | Verdict;
  sentAt: number;
  answer: (outcome: Outcome<string>) => void;
  /** Resolved when the actor waits for the bank, or has ended. */
  moved: PromiseWithResolvers<void>;
  told: string;
}

/** An order that is on the way to the bank. */
type Order = Pick<Actor, 'name' | 'isRequest' | 'wish' | 'sentAt'>;

type Step = readonly [name: string, run: () => Promise<void> | void];

const DONE: Outcome<string> = { kind: 'done', value: 'code' };
const UNCLEAR: Outcome<never> = { kind: 'unknown', reason: 'a timeout' };
const UNSENT: Outcome<never> = { kind: 'unavailable', retryAfterSeconds: 1 };

function refusedBy(code: 'refused' | 'charge_paid'): Outcome<never> {
  return { kind: 'refused', refusal: { code, message: 'não', bankWords: 'no' } };
}

/**
 * A charge with its bank, requests and workers; the real `carryOut` and `carryOn` run in it. What
 * it takes for granted: an order reaches the bank before the lease ends in which it was sent, and
 * the bank does the same order twice without harm.
 */
export class IntentWorld {
  readonly log: string[] = [];
  readonly law: IntentLaw;
  readonly #records: IntentRecords;
  readonly #bounds: Bounds;
  readonly #left: Record<'claims' | 'faults' | 'refusals' | 'lies' | 'waits', number>;
  readonly #requests: Actor[];
  readonly #workers: Actor[] = [];
  /** Orders of requests that nobody waits for any more. */
  readonly #orphans: Order[] = [];
  #now = 0;
  /** The changes that were made here, in their order. */
  readonly #here: string[] = [];
  #bank: string | undefined;
  #isOver = false;

  constructor(bounds: Bounds, records: IntentRecords) {
    this.#bounds = bounds;
    this.#records = records;
    this.law = createIntentLaw(bounds.kind, this.log);
    const { claims, faults, refusals, lies, waits } = bounds;
    this.#left = { claims, faults, refusals, lies, waits };
    this.#requests = bounds.requests.map((wish, index) => actorOf(`request ${index + 1}`, wish));
  }

  /** The state: two worlds with the same one have the same futures. */
  async key(): Promise<string> {
    const record = await this.#records.open();
    const age = (time: number) => this.#now - time;
    const rowOf = ({ wish, revision, isRepeat, requestedAt, leasedUntil }: IntentRecord) => [
      wish,
      revision,
      isRepeat,
      age(requestedAt),
      age(leasedUntil),
    ];
    return JSON.stringify([
      record && rowOf(record),
      [...this.#requests, ...this.#workers].map((actor) => [
        actor.name,
        actor.at,
        actor.told !== '',
        actor.at === 'sent' && age(actor.sentAt),
        actor.at !== 'away' && actor.record && rowOf(actor.record),
      ]),
      this.#orphans.map(({ name, sentAt }) => [name, age(sentAt)]),
      this.#left,
      this.#here,
      this.#bank,
      this.#isOver,
      this.law.state(),
    ]);
  }

  /** What may happen next. */
  async steps(): Promise<readonly Step[]> {
    const record = await this.#records.open();
    const idle = this.#requests.filter(({ told }) => told === '');
    const starting = idle.find(({ at }) => at === 'away');
    const asking = [...this.#requests, ...this.#workers].filter(({ at }) => at !== 'away');
    const mayClaim = record && record.leasedUntil <= this.#now && this.#left.claims > 0;
    return [
      ...(starting ? [[`${starting.name} begins`, () => this.#begin(starting)] as const] : []),
      ...(mayClaim ? [['a worker claims the record', () => this.#work()] as const] : []),
      ...asking.flatMap((actor) => this.#stepsOf(actor)),
      ...this.#orphans.flatMap((order) => this.#arrivalsOf(order)),
      ...(this.#mayWait(record)
        ? [
            [
              'time passes',
              () => {
                this.#left.waits -= 1;
                this.#now += this.#bounds.waitMs;
              },
            ] as const,
          ]
        : []),
      ...(this.#mayEnd(record) ? [['the payer pays', () => this.#end()] as const] : []),
    ];
  }

  /** The bank answers clearly from here on: the record must close, and both sides be the same. */
  async settle(): Promise<void> {
    for (const actor of [...this.#requests, ...this.#workers])
      if (actor.at !== 'away') {
        this.#leave(actor);
        actor.at = 'away';
        this.law.crashed(actor.name);
      }
    for (const order of this.#orphans.splice(0)) this.#judge(order, this.#verdictOf(order));
    for (let round = 0; await this.#records.open(); round += 1) {
      assert.ok(round < 3, `the intent stays open: ${this.log.join('; ')}`);
      this.#now += LEASE_MS + 1;
      await this.#work();
      for (const actor of this.#workers.splice(0)) {
        if (actor.at === 'away') continue;
        const verdict = this.#verdictOf(actor);
        if (!this.#isSearch(actor)) this.#judge(actor, verdict);
        await this.#give(actor, outcomeOf(verdict), verdict);
      }
    }
    this.law.ended({ here: this.#here.at(-1), bank: this.#bank });
  }

  async #begin(actor: Actor): Promise<void> {
    if (this.#bounds.kind === 'joined' && this.#here.length > 0) {
      actor.told = 'done';
      return;
    }
    this.#now += 1;
    const record = await this.#records.insert({
      wish: actor.wish,
      revision: this.#here.length + 1,
      requestedAt: this.#now,
      leasedUntil: this.#now + LEASE_MS,
    });
    if (record === undefined) {
      actor.told = 'another is open';
      return;
    }
    this.law.recorded(actor.name, actor.wish);
    actor.record = record;
    const refused = () => new Refusal('provider_refused', { reason: 'não' });
    const endsUnsent = this.#bounds.kind === 'once';
    await this.#run(actor, async () => {
      try {
        await carryOut({ ...this.#intentOf(actor, record), endsUnsent, refused });
        actor.told = 'done';
      } catch (error) {
        assert.ok(error instanceof Refusal, String(error));
        actor.told = error.code === 'provider_refused' ? 'refused' : 'unknown';
      }
      this.law.told(actor.name, actor.told);
    });
  }

  async #work(): Promise<void> {
    const until = this.#now + LEASE_MS;
    const record = await this.#records.claim(this.#now, until);
    if (!record) return;
    this.#left.claims -= 1;
    const actor = actorOf(`worker ${this.#bounds.claims - this.#left.claims}`, record.wish, false);
    actor.record = record;
    this.#workers.push(actor);
    this.law.claimed(actor.name, actor.wish);
    await this.#run(actor, async () => {
      try {
        const intent = this.#intentOf(actor, record);
        const last = { requestedAt: record.requestedAt, leaseMs: LEASE_MS, now: this.#now };
        await (this.#bounds.kind === 'joined' ? carryOnRepeated(intent, last) : carryOn(intent));
      } catch (error) {
        // It is set aside, and operators see it.
        assert.ok(error instanceof Refusal, String(error));
        const isLeased = await this.#isOpen(record);
        assert.ok(!isLeased, `set aside beside its next worker: ${this.log.join('; ')}`);
      }
      this.law.crashed(actor.name);
    });
  }

  async #isOpen({ requestedAt }: IntentRecord): Promise<boolean> {
    return (await this.#records.open())?.requestedAt === requestedAt;
  }

  #intentOf(actor: Actor, record: IntentRecord): OpenIntent<string, string> {
    const withdraw = async () => {
      const isMine = await this.#records.take(record);
      if (isMine) this.law.withdrawn(actor.name, record.wish);
      return isMine;
    };
    return {
      ask: () =>
        new Promise((answer) => {
          actor.at = 'sent';
          actor.sentAt = this.#now;
          actor.answer = answer;
          if (actor.isRequest || this.#bounds.kind !== 'once') this.law.ordered(actor.name);
          actor.moved.resolve();
        }),
      finish: () => this.#finish(actor, record),
      withdraw: (refusal) => {
        if (this.#bounds.kind !== 'joined' || !actor.isRequest) return withdraw();
        const isFinal = refusal?.code === 'charge_paid';
        return endRefused({ isRepeat: record.isRepeat, isFinal, withdraw });
      },
    };
  }

  async #finish(actor: Actor, record: IntentRecord): Promise<string | undefined> {
    const apply = async () => {
      if (this.#bounds.kind !== 'joined' || this.#here.length === 0) this.#here.push(record.wish);
      this.law.finished(actor.name, record.wish);
      return 'result';
    };
    if (this.#bounds.kind === 'joined') {
      await this.#records.takeAll();
      return apply();
    }
    return finishOnce({
      take: () => this.#records.take(record),
      apply,
      made: async () => (this.#here[record.revision - 1] === record.wish ? 'result' : undefined),
      isOpen: () => this.#isOpen(record),
      storeAgain: async () => {
        const revision = this.#here.length + 1;
        const again = { ...record, revision, requestedAt: this.#now, leasedUntil: this.#now };
        const isStored = (await this.#records.insert(again)) !== undefined;
        if (isStored) this.law.recorded(actor.name, record.wish);
        return isStored;
      },
    });
  }

  #stepsOf(actor: Actor): readonly Step[] {
    const mayFail = this.#left.faults > 0;
    const fault = (what: string, outcome?: Outcome<string>): Step => [
      `${actor.name} ${what}`,
      async () => {
        this.#left.faults -= 1;
        if (outcome === UNSENT) this.law.unsent(actor.name);
        else this.#leave(actor);
        if (outcome) return this.#give(actor, outcome);
        actor.at = 'away';
        actor.told = 'unknown';
        this.law.crashed(actor.name);
        this.#forget(actor);
      },
    ];
    const faults = mayFail ? [fault('loses its answer', UNCLEAR), fault('is killed')] : [];
    if (actor.at === 'sent') {
      const arrivals = this.#verdictsOf(actor).map(
        (verdict): Step => [
          `the order of ${actor.name} arrives: ${verdict}`,
          () => {
            if (!this.#isSearch(actor)) this.#judge(actor, verdict);
            actor.at = verdict;
          },
        ],
      );
      return [...arrivals, ...faults, ...(mayFail ? [fault('can send nothing', UNSENT)] : [])];
    }
    const verdict = actor.at === 'away' ? 'made' : actor.at;
    const lie: Step = [
      `${actor.name} is told a lie: refused`,
      () => {
        this.#left.lies -= 1;
        this.law.lied(actor.wish);
        return this.#give(actor, refusedBy('refused'), 'refused');
      },
    ];
    return [
      [
        `${actor.name} gets its answer: ${verdict}`,
        () => this.#give(actor, outcomeOf(verdict), verdict),
      ],
      ...(verdict === 'made' && this.#left.lies > 0 ? [lie] : []),
      ...faults,
    ];
  }

  #arrivalsOf(order: Order): readonly Step[] {
    return this.#verdictsOf(order).map((verdict) => [
      `the late order of ${order.name} arrives: ${verdict}`,
      () => {
        this.#orphans.splice(this.#orphans.indexOf(order), 1);
        this.#judge(order, verdict);
      },
    ]);
  }

  #verdictsOf(order: Pick<Actor, 'wish' | 'isRequest'>): readonly Verdict[] {
    const verdict = this.#verdictOf(order);
    const mayRefuse = verdict === 'made' && this.#left.refusals > 0 && this.#bank !== order.wish;
    return mayRefuse && !this.#isSearch(order) ? ['made', 'refused'] : [verdict];
  }

  /** What the bank does with an order, or finds, if it refuses nothing for now. */
  #verdictOf(order: Pick<Actor, 'wish' | 'isRequest'>): Verdict {
    if (this.#isSearch(order)) return this.#bank === order.wish ? 'made' : 'refused';
    const isRepeatedRemoval = this.#bounds.kind === 'joined' && this.#bank !== undefined;
    return this.#isOver && !isRepeatedRemoval ? 'final' : 'made';
  }

  /** A worker searches for what must be ordered once. */
  #isSearch({ isRequest }: Pick<Actor, 'isRequest'>): boolean {
    return this.#bounds.kind === 'once' && !isRequest;
  }

  #judge({ name, wish }: Order, verdict: Verdict): void {
    if (verdict === 'made') this.#bank = wish;
    if (verdict === 'refused') this.#left.refusals -= 1;
    this.law.judged(name, wish, verdict);
  }

  /** The order of a process that waits no longer goes on. */
  #leave(actor: Actor): void {
    const { name, isRequest, wish, sentAt } = actor;
    const isOnTheWay = actor.at === 'sent' && !this.#isSearch(actor);
    if (isOnTheWay) this.#orphans.push({ name, isRequest, wish, sentAt });
  }

  async #give(actor: Actor, outcome: Outcome<string>, verdict?: Verdict): Promise<void> {
    actor.at = 'away';
    if (verdict !== undefined) this.law.answered(actor.name, verdict);
    actor.moved = Promise.withResolvers();
    actor.answer(outcome);
    await actor.moved.promise;
    this.#forget(actor);
  }

  #forget(actor: Actor): void {
    const index = this.#workers.indexOf(actor);
    if (index >= 0) this.#workers.splice(index, 1);
  }

  async #run(actor: Actor, work: () => Promise<void>): Promise<void> {
    actor.moved = Promise.withResolvers();
    void work().then(
      () => actor.moved.resolve(),
      (error) => actor.moved.reject(error),
    );
    await actor.moved.promise;
  }

  /** Time passes while a record is open, and not before orders whose lease would end then. */
  #mayWait(record: IntentRecord | undefined): boolean {
    if (record === undefined || this.#left.waits === 0) return false;
    const sent = [...this.#requests, ...this.#workers].filter(({ at }) => at === 'sent');
    const orders = [...sent, ...this.#orphans];
    return orders.every(({ sentAt }) => this.#now + this.#bounds.waitMs < sentAt + LEASE_MS);
  }

  /** A charge whose change is open may not end: its payment then waits for the change. */
  #mayEnd(record: IntentRecord | undefined): boolean {
    if (this.#isOver || this.#bounds.lies > 0) return false;
    if (this.#bounds.kind === 'joined') return this.#bank === undefined;
    return this.#here.length > 0 && record === undefined;
  }

  #end(): void {
    this.#isOver = true;
  }
}

function actorOf(name: string, wish: string, isRequest = true): Actor {
  return {
    name,
    isRequest,
    wish,
    record: undefined,
    at: 'away',
    sentAt: 0,
    answer: () => undefined,
    moved: Promise.withResolvers(),
    told: '',
  };
}

function outcomeOf(verdict: Verdict): Outcome<string> {
  if (verdict === 'made') return DONE;
  return refusedBy(verdict === 'final' ? 'charge_paid' : 'refused');
}
