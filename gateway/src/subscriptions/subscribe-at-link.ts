import type { WantedSubscription } from '#src/charges/links/page/subscribe-by-link.ts';
import type { SubscriptionRequest } from './create-subscriptions.ts';
import { cycleDay } from './cycle-days.ts';

/** The request for the subscription of a payer at a link. */
export function requestAtLink(wanted: WantedSubscription): SubscriptionRequest {
  const { caller, idempotency, reference, description, payer, amount, terms, link } = wanted;
  const { interval, journey, retries, cycles } = terms;
  const rhythm = { interval, firstDueOn: wanted.firstDueOn };
  return {
    caller,
    idempotency,
    link,
    recurrence: null,
    terms: {
      reference,
      payer,
      description,
      amount,
      ...rhythm,
      retries,
      journey,
      payerAccount: null,
      minAmount: null,
      split: null,
      metadata: null,
      covenant: null,
      activationTxid: null,
      cyclesBy: 'gateway',
      endsOn: cycles === null ? null : cycleDay(rhythm, cycles - 1),
    },
    firstAmount: journey === 'code_and_first_payment' ? amount : null,
    clockId: null,
  };
}
