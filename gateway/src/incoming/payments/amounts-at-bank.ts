import type { ReceivedPayment, ReceivingBank } from '#src/bank/live-bank.ts';
import { reasonOfOutcome } from '#src/bank/outcome.ts';
import type { AmountDue } from '#src/charges/due/amount-due.ts';
import type { DueTerms } from '#src/charges/due/due-terms.ts';
import { partsOfPayment } from '#src/charges/due/paid-parts.ts';
import { DAY_MS, MINUTE_MS } from '#src/ground/durations.ts';

/** A payment of a charge with a due date, with another amount than our rules say of its day. */
export interface OtherAmount {
  readonly payment: ReceivedPayment;
  readonly txid: string;
  readonly terms: DueTerms;
}

/**
 * By end-to-end id: how the amount came about of a payment by which the bank calls its charge paid,
 * or why another payment is held.
 */
export type AmountsAtBank = ReadonlyMap<string, AmountAtBank>;
type AmountAtBank = AmountDue | 'amount_differs' | 'amount_unconfirmed';

/** Thrown in a transaction: the bank must be asked about these payments outside of it first. */
export class AmountsToAsk extends Error {
  readonly payments: readonly OtherAmount[];

  constructor(payments: readonly OtherAmount[]) {
    super('Pagamentos com outro valor esperam pela resposta do banco.');
    this.payments = payments;
  }
}

/** A bank may show a payment before its charge is completed, and a completed charge without it. */
const COMPLETED_WITHIN_MS = 10 * MINUTE_MS;
/** How long a payment waits for a bank that doesn't say whether the payment has paid its charge. */
const ANSWERED_WITHIN_MS = DAY_MS;

const taken = new Map([
  ['more', 0],
  ['less', 0],
]);

/** How many payments this process took with more and with less than was asked for. */
export function countTakenAmounts(): ReadonlyMap<string, number> {
  return taken;
}

/** Counts a payment that was taken with another amount than was asked for. */
export function countTaken(amount: bigint, expected: bigint): void {
  const direction = amount > expected ? 'more' : 'less';
  taken.set(direction, (taken.get(direction) ?? 0) + 1);
}

/**
 * Asks the bank whether a charge was completed by its payment. Throws without a clear answer, and
 * while a new payment has not completed its charge: the payment then waits and is tried again. A
 * payment that has waited for a day (`since`, in milliseconds) is held as `amount_unconfirmed`.
 */
export async function askForAmount(
  bank: Pick<ReceivingBank, 'findCharge'>,
  other: OtherAmount,
  { now, since = now }: { readonly now: number; readonly since?: number | undefined },
): Promise<AmountAtBank> {
  const outcome = await bank.findCharge(other.txid, 'due', { mayLackCode: true });
  if (outcome.kind !== 'done') {
    if (now >= since + ANSWERED_WITHIN_MS) return 'amount_unconfirmed';
    throw new Error(reasonOfOutcome(outcome));
  }
  const { endToEndId, amount, receivedAt } = other.payment;
  const charge = outcome.value;
  const isCompleted = charge?.status === 'completed';
  const mayFollow = charge?.status === 'active' || (isCompleted && charge.payments.length === 0);
  if (mayFollow && now < receivedAt + COMPLETED_WITHIN_MS) {
    throw new Error('the bank has not completed the charge of this payment yet');
  }
  // A completed charge without its payment may have been paid by any payment.
  if (isCompleted && charge.payments.length === 0) return 'amount_unconfirmed';
  const paid = isCompleted
    ? charge.payments.find((found) => found.endToEndId === endToEndId)
    : undefined;
  return paid?.amount === amount ? partsOf(other, paid) : 'amount_differs';
}

/** How a paid amount came about: as the bank says, else as `partsOfPayment` says. */
export function partsOf(
  { payment: { amount, receivedAt, components }, terms }: Omit<OtherAmount, 'txid'>,
  paid?: Pick<ReceivedPayment, 'components'>,
): AmountDue {
  const said = paid?.components ?? components;
  return said ? { ...said, amount } : partsOfPayment(terms, amount, receivedAt);
}
