import type { StreamHub } from '#src/ground/http/stream-hub.ts';
import { type Payable, stateAt } from './payable.ts';
import {
  createPayerStreams,
  type PayerStreamDeps,
  type PayerStreamRequest,
} from './payer-streams.ts';
import { readPayables } from './read-payables.ts';

export type PaymentStreamDeps = PayerStreamDeps;

/** The streams of open payment pages: the state of the charge, until it is paid. */
export function createPaymentStreams(
  deps: PaymentStreamDeps,
): StreamHub<PayerStreamRequest<Payable>> {
  return createPayerStreams<Payable>(deps, {
    name: 'payment-pages',
    thing: 'charge',
    read: readPayables,
    stateOf(payable, now) {
      const state = stateAt(payable, now);
      const { status, version = '' } = state;
      const isLast = status === 'paid' || status === 'refunded';
      return { state, seen: `${status} ${version}`, isLast };
    },
  });
}
