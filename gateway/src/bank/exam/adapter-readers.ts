import type { BankAnswer, JsonObject } from '../bank-http/classify-result.ts';
import { UnreadableAnswer } from '../bcb-pix/json-fields.ts';
import { outcomeOf, outcomeOfSearch } from '../bcb-pix/outcome-of-answer.ts';
import { readListPage } from '../bcb-pix/read-list-page.ts';
import { readPayment } from '../bcb-pix/read-payment.ts';

/** Whether our adapter understands an answer, by the readers that it uses in production. */
type Adapter = (answer: BankAnswer) => boolean;

/** A success that the reader reads. */
export function reads(read: (body: JsonObject) => unknown): Adapter {
  return (answer) => outcomeOf(answer, read).kind === 'done';
}

/** "No such record", which the adapter must not guess. */
export const readsNotFound: Adapter = (answer) => {
  const outcome = outcomeOfSearch(answer, () => true);
  return outcome.kind === 'done' && outcome.value === undefined;
};

/** A refusal, after which nothing was done. */
export const readsRefusal: Adapter = (answer) => answer.kind === 'refused';

/** A page whose items are all readable. */
export function readsPage(field: string, read: (body: JsonObject) => unknown): Adapter {
  return reads((body) => {
    const rules = { page: 0, size: 100 };
    const page = readListPage(body, rules, { field, idOf: () => undefined, read });
    const [unreadable] = page.unreadable;
    if (unreadable) throw new UnreadableAnswer(unreadable.reason);
  });
}

export const readsPayments = readsPage('pix', (body) => readPayment(body));
