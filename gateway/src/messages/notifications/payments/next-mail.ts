import { HOUR_MS } from '#src/ground/durations.ts';
import type { PaidEvent } from '#src/webhooks/feed/read-paid-events.ts';
import type { ReaderState } from './payment-cursor-store.ts';

/** The most payment mails of a member in an hour; one more mail then counts the rest. */
const MAILS_AN_HOUR = 5;

/** A mail that lists payments, or a digest that counts the payments that waited. */
export type PaymentMail =
  | { readonly kind: 'payments'; readonly payments: readonly PaidEvent[] }
  | { readonly kind: 'digest'; readonly count: number; readonly sum: bigint };

/**
 * The mail that a member gets now, if any, and the state to store until the next call. Payments
 * after the fifth mail of an hour wait for the end of the hour.
 */
export function nextMail(
  previous: ReaderState | undefined,
  payments: readonly PaidEvent[],
  now: number,
): { readonly mail?: PaymentMail; readonly state: ReaderState } {
  const isOver = previous === undefined || now >= previous.since + HOUR_MS;
  const mailCount = isOver ? 0 : previous.mailCount;
  const since = mailCount === 0 ? now : (previous?.since ?? now);
  const waitingCount = (previous?.waitingCount ?? 0) + payments.length;
  const waitingSum = payments.reduce(
    (sum, { amount }) => sum + amount,
    BigInt(previous?.waitingSum ?? 0),
  );
  if (waitingCount === 0 || mailCount >= MAILS_AN_HOUR) {
    return { state: { since, mailCount, waitingCount, waitingSum: String(waitingSum) } };
  }
  const state = { since, mailCount: mailCount + 1, waitingCount: 0, waitingSum: '0' };
  const isNew = waitingCount === payments.length;
  return isNew
    ? { mail: { kind: 'payments', payments }, state }
    : { mail: { kind: 'digest', count: waitingCount, sum: waitingSum }, state };
}
