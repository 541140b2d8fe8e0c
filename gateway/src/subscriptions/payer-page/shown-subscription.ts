import type { ChargeStatus } from '#src/charges/charge.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import type { SubscriptionState, SubscriptionStatus } from '../subscription.ts';

/** A subscription as its payer's page shows it. */
export interface ShownSubscription {
  readonly id: string;
  readonly merchantId: string;
  readonly merchantName: string;
  /** The merchant's CPF or CNPJ; pages show a CPF only in part. */
  readonly merchantDocument: string;
  readonly state: SubscriptionState;
  /** The charge with which two journeys begin. */
  readonly firstCharge: { readonly status: ChargeStatus; readonly amount: Centavos } | null;
  /** The time of its test clock (milliseconds); null in the real time. */
  readonly clockNow: number | null;
}

/** The time in which the subscription lives, by the real time (milliseconds). */
export function nowOf({ clockNow }: Pick<ShownSubscription, 'clockNow'>, realNow: number): number {
  return clockNow ?? realNow;
}

/** The status at an instant (milliseconds): one that waits too long is `expired`. */
export function statusAt({ state }: ShownSubscription, now: number): SubscriptionStatus {
  const { status, authorizableBefore } = state.subscription;
  return status === 'created' && authorizableBefore <= now ? 'expired' : status;
}

/** Whether the payer has paid the first charge, whatever happened to the money later. */
export function isFirstPaid({ firstCharge }: Pick<ShownSubscription, 'firstCharge'>): boolean {
  const unpaid: readonly ChargeStatus[] = ['pending', 'expired', 'canceled'];
  return firstCharge !== null && !unpaid.includes(firstCharge.status);
}

/** The state as the page polls it. The page is shown anew when `version` changes. */
export function stateAt(shown: ShownSubscription, realNow: number) {
  const status = statusAt(shown, nowOf(shown, realNow));
  const first = isFirstPaid(shown) ? 'paid' : 'unpaid';
  return { status, version: `${status} ${shown.state.subscription.eventCount} ${first}` };
}
