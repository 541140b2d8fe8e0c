import type { BankAnswer, JsonObject } from '../bank-http/classify-result.ts';
import type { BankRefusal, Outcome } from '../live-bank.ts';
import { UnreadableAnswer } from './json-fields.ts';
import { type BankFault, isNotFound, readFault, refusalOf } from './read-refusal.ts';

type RefusalOfFault = (fault: BankFault) => BankRefusal;

const NOT_FOUND = 404;

/** What a request came to, its answer read. An answer that can't be read is `unknown`. */
export function outcomeOf<Value>(
  answer: BankAnswer,
  read: (body: JsonObject) => Value,
  refusal: RefusalOfFault = refusalOf,
): Outcome<Value> {
  if (answer.kind === 'refused') {
    return { kind: 'refused', refusal: refusal(readFault(answer.body)) };
  }
  if (answer.kind !== 'done') return answer;
  try {
    return { kind: 'done', value: read(answer.body ?? {}) };
  } catch (error) {
    if (error instanceof UnreadableAnswer) {
      return { kind: 'unknown', reason: error.message, isUnreadable: true };
    }
    throw error;
  }
}

/** The same for a thing that is looked for: undefined when the bank says that it has none. */
export function outcomeOfSearch<Value>(
  answer: BankAnswer,
  read: (body: JsonObject) => Value,
): Outcome<Value | undefined> {
  if (answer.kind !== 'refused') return outcomeOf(answer, read);
  if (isNotFound(readFault(answer.body), answer.status)) return done(undefined);
  if (answer.status !== NOT_FOUND) return outcomeOf(answer, read);
  return unknown('O banco respondeu 404 sem dizer que não conhece o registro.');
}

export function unknown(reason: string): Outcome<never> {
  return { kind: 'unknown', reason };
}

export function done<Value>(value: Value): Outcome<Value> {
  return { kind: 'done', value };
}

/**
 * What a search after a request says where it failed: the request itself was sent, so what became
 * of it is `unknown` even when the search could not be sent.
 */
export function afterFailedSearch(search: Exclude<Outcome<unknown>, { kind: 'done' }>) {
  if (search.kind === 'unknown') return search;
  return unknown('O banco não disse o que houve com o pedido anterior.');
}
