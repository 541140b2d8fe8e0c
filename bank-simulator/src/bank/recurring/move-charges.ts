import type {
  Attempt,
  Closing,
  RecurringCharge,
  RecurringChargeStatus,
} from '../../state/records.ts';
import { announceEvent } from '../announce.ts';
import type { Bank } from '../bank.ts';
import { saveRecurring, without } from './agenda.ts';
import { representChargeNotice } from './represent-recurring-charges.ts';

/** The attempt that is SOLICITADA or AGENDADA; there is at most one. */
export function openAttemptOf({ attempts }: RecurringCharge): Attempt | undefined {
  return attempts.find(({ status }) => status === 'SOLICITADA' || status === 'AGENDADA');
}

/** A charge with a new or changed attempt: its status becomes a step, if it is another one. */
export function saveAttempt(
  charge: RecurringCharge,
  attempt: Attempt,
  at: number,
): RecurringCharge {
  const isLast = attempt.steps.at(-1)?.status === attempt.status;
  const steps = isLast ? attempt.steps : [...attempt.steps, { status: attempt.status, at }];
  const changed = { ...attempt, steps };
  const isNew = charge.attempts.every(({ endToEndId }) => endToEndId !== attempt.endToEndId);
  const attempts = isNew
    ? [...charge.attempts, changed]
    : charge.attempts.map((one) => (one.endToEndId === attempt.endToEndId ? changed : one));
  return { ...charge, attempts };
}

/** Saves an open charge and tells it by a call-back. Call it in a transaction. */
export function updateCharge(
  bank: Bank,
  charge: RecurringCharge,
  {
    nextAt,
    status = charge.status,
    at,
  }: { readonly nextAt: number; readonly at: number; readonly status?: RecurringChargeStatus },
): RecurringCharge {
  const row = { ...withStatus(charge, status, at), nextAt };
  saveRecurring(bank, { kind: 'charge', row });
  announceEvent(bank, 'cobr', representChargeNotice(bank, row));
  return row;
}

/** Ends a charge and tells it by a call-back. Call it in a transaction. */
export function closeCharge(
  bank: Bank,
  charge: RecurringCharge,
  {
    status,
    at,
    closing,
  }: {
    readonly status: RecurringChargeStatus;
    readonly at: number;
    readonly closing?: Closing;
  },
): RecurringCharge {
  const ended: RecurringCharge = without(withStatus(charge, status, at), 'nextAt');
  const row = closing === undefined ? ended : { ...ended, closing };
  saveRecurring(bank, { kind: 'charge', row });
  announceEvent(bank, 'cobr', representChargeNotice(bank, row));
  return row;
}

function withStatus(
  charge: RecurringCharge,
  status: RecurringChargeStatus,
  at: number,
): RecurringCharge {
  if (status === charge.status) return charge;
  return { ...charge, status, steps: [...charge.steps, { status, at }] };
}
