import { addDays, instantOf } from '../../calendar.ts';
import type { Attempt, Canceler, RecurringCharge } from '../../state/records.ts';
import type { Bank } from '../bank.ts';
import { closeCharge, openAttemptOf, saveAttempt } from './move-charges.ts';

/** Until this hour of the eve the receiver can cancel a charge. */
const RECEIVER_HOUR = 22;

export function isOpen({ status }: RecurringCharge): boolean {
  return status === 'CRIADA' || status === 'ATIVA';
}

/** The receiver can cancel until 22:00 of the eve of the first attempt. */
export function mayReceiverCancel({ settlementDay }: RecurringCharge, at: number): boolean {
  return at < instantOf(addDays(settlementDay, -1), RECEIVER_HOUR);
}

/** The payer can cancel until the end of the eve of the attempt that is open. */
export function mayPayerCancel(charge: RecurringCharge, at: number): boolean {
  const attempt: Attempt | undefined = openAttemptOf(charge);
  return attempt === undefined || at < instantOf(attempt.day, 0);
}

/** Cancels a charge and its open attempt. Call it in a transaction. */
export function cancelCharge(
  bank: Bank,
  charge: RecurringCharge,
  { at, by, code }: { readonly at: number; readonly by: Canceler; readonly code: string },
): RecurringCharge {
  const attempt = openAttemptOf(charge);
  const changed =
    attempt === undefined ? charge : saveAttempt(charge, { ...attempt, status: 'CANCELADA' }, at);
  const closing = { kind: 'cancelamento', by, code } as const;
  return closeCharge(bank, changed, { status: 'CANCELADA', at, closing });
}
