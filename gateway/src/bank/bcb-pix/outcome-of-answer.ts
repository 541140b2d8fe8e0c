import type { BankAnswer, JsonObject } from '../bank-http/classify-result.ts';
import type { BankRefusal, Outcome } from '../live-bank.ts';
import { UnreadableAnswer } from './json-fields.ts';
import { type BankFault, isNotFound, readFault, refusalOf } from './read-refusal.ts';

type RefusalOfFault = (fault: BankFault) => BankRefusal;

const NOT_FOUND = 404;

/** The outcome of a request. An answer that `read` can't read is `unknown`. */
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

/** The outcome of a search. The value is undefined when the bank says that no record exists. */
export function outcomeOfSearch<Value>(
  answer: BankAnswer,
  read: (body: JsonObject) => Value,
): Outcome<Value | undefined> {
  if (answer.kind !== 'refused') return outcomeOf(answer, read);
  if (isNotFound(readFault(answer.body), answer.status)) return done(undefined);
  if (answer.status !== NOT_FOUND) return outcomeOf(answer, read);
  return unknown('O banco respondeu 404 sem informar que o registro não existe.');
}

export function unknown(reason: string): Outcome<never> {
  return { kind: 'unknown', reason };
}

/** The outcome when the bank has another charge than was ordered, and can't be made to undo it. */
export function differs(): Outcome<never> {
  const reason = 'A cobrança do banco difere do pedido.';
  return { kind: 'unknown', reason, isDifferent: true };
}

export function done<Value>(value: Value): Outcome<Value> {
  return { kind: 'done', value };
}

/**
 * The outcome of a request whose search failed. The request itself was sent, so its outcome is
 * `unknown` even when the search was not sent.
 */
export function afterFailedSearch(search: Exclude<Outcome<unknown>, { kind: 'done' }>) {
  if (search.kind === 'unknown') return search;
  return unknown('O banco não informou o resultado do pedido anterior.');
}
