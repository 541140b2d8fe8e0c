import assert from 'node:assert/strict';

/**
 * `once`: the bank may be asked once, and is then only searched. `joined`: requests of the same
 * wish share a record. `exclusive`: a request beside an open record is refused.
 */
export type IntentKind = 'once' | 'joined' | 'exclusive';

export type Verdict = 'made' | 'refused' | 'final';

interface Part {
  readonly wish: string;
  /** The record that it asks for: 1 for the first of the charge. */
  readonly record: number;
  answer?: Verdict | undefined;
}

/**
 * The steps that the record of an intent, its requests and workers and the bank may take. Each
 * function tells a step, and throws when the model forbids it. `log` explains the step that failed.
 */
export interface IntentLaw {
  /** A process stores a wish, before it asks the bank. */
  recorded(by: string, wish: string): void;
  /** A worker takes the open record over. */
  claimed(by: string, wish: string): void;
  /** A process sends the order of its wish to the bank. */
  ordered(by: string): void;
  /** The bank does an order, or refuses it. */
  judged(by: string, wish: string, verdict: Verdict): void;
  answered(by: string, verdict: Verdict): void;
  /** The bank was not reached. */
  unsent(by: string): void;
  /** An answer says that the bank refuses what it has done. */
  lied(wish: string): void;
  /** A process deletes the record, and does here what the bank has done. */
  finished(by: string, wish: string): void;
  /** A process deletes the record, and does nothing. */
  withdrawn(by: string, wish: string): void;
  /** A request is answered: `done`, `refused`, or that the result is not known. */
  told(by: string, what: string): void;
  crashed(by: string): void;
  /** Nothing happens any more. */
  ended(sides: { readonly here: string | undefined; readonly bank: string | undefined }): void;
  /** Two laws with the same state allow the same steps. */
  state(): unknown;
}

export function createIntentLaw(kind: IntentKind, log: readonly string[]): IntentLaw {
  const parts = new Map<string, Part>();
  /** Who has an order at the bank, or on the way to it. */
  const underWay = new Set<string>();
  const doneHere: string[] = [];
  let open: Part | undefined;
  let records = 0;
  let orders = 0;
  let bank: string | undefined;
  /** The wish about which the bank has lied, until a process hears the truth. */
  let denied: string | undefined;

  function demand(isAllowed: boolean, fault: string): void {
    if (!isAllowed) assert.fail(`${fault}: ${log.join('; ')}`);
  }

  return {
    recorded(by, wish) {
      demand(kind === 'joined' || open === undefined, 'a record replaces another wish');
      demand(kind !== 'once' || records === 0, 'what must be once is recorded twice');
      records += 1;
      open = { wish, record: records };
      parts.set(by, { wish, record: records });
    },
    claimed(by, wish) {
      demand(open?.wish === wish, 'a worker takes over what is not open');
      parts.set(by, { wish, record: records });
    },
    ordered(by) {
      orders += 1;
      demand(kind !== 'once' || orders === 1, 'the bank is asked twice for what must be once');
      demand(parts.has(by), 'the bank is asked before the wish is recorded');
      underWay.add(by);
    },
    judged(by, wish, verdict) {
      underWay.delete(by);
      if (verdict === 'made') bank = wish;
    },
    answered(by, verdict) {
      const part = parts.get(by);
      if (part) part.answer = verdict;
      if (verdict === 'made' && part?.wish === denied) denied = undefined;
    },
    unsent: (by) => void underWay.delete(by),
    lied(wish) {
      denied = wish;
    },
    finished(by, wish) {
      demand(bank !== undefined, 'done here, and not at the bank');
      demand(kind !== 'once' || doneHere.length === 0, 'done here twice');
      demand(parts.get(by)?.answer === 'made', 'done here without an answer of the bank');
      if (kind !== 'joined' || doneHere.length === 0) doneHere.push(wish);
      open = undefined;
    },
    withdrawn(by) {
      const part = parts.get(by);
      demand(part?.record === open?.record, 'a late refusal withdraws a newer record');
      const isDone = bank === part?.wish && denied !== bank && part?.answer !== 'final';
      demand(!isDone, 'withdrawn, although the bank has done it');
      const isRefused = part?.answer !== undefined || kind === 'once';
      demand(isRefused, 'withdrawn without a refusal of the bank');
      const isFree = part?.answer === 'final' || underWay.size === 0;
      demand(isFree, 'withdrawn, while the bank may still do it');
      open = undefined;
    },
    told(by, what) {
      const part = parts.get(by);
      if (what === 'done')
        demand(part === undefined || doneHere.includes(part.wish), 'told before it is done');
      parts.delete(by);
      if (what !== 'refused' || part?.answer === 'final') return;
      demand(denied === bank || bank !== part?.wish, 'told refused, and the bank has done it');
      demand(underWay.size === 0, 'told refused, while the bank may still do it');
      demand(open?.record !== part?.record, 'told refused, and a worker will ask again');
    },
    crashed(by) {
      parts.delete(by);
    },
    ended(sides) {
      demand(open === undefined, 'the record stays open');
      demand(
        denied === bank || sides.here === sides.bank,
        `${sides.here} here, ${sides.bank} at the bank`,
      );
    },
    state: () => [
      [...parts].map(([by, { wish, record, answer }]) => [by, wish, records - record, answer]),
      [...underWay],
      doneHere,
      open && records - open.record,
      kind === 'once' && [records, orders],
      bank,
      denied,
    ],
  };
}
