import type { BankAttempt, BankCycle } from '#src/bank/recurring-bank.ts';
import {
  type Change,
  cancelByBank,
  fail,
  failForGood,
  resend,
  unchanged,
} from '../../change-subscription.ts';
import {
  type Attempt,
  type Cycle,
  NO_BALANCE,
  openAttempt,
  type SubscriptionState,
} from '../../subscription.ts';

/** The code of a bank that names none. */
const OTHER_REASON = 'OTHR';

/**
 * Applies the bank's answer about a cycle: an attempt that it has sent again, and then the end.
 * A rejected charge can't be tried again, also if its attempt had failed here before.
 */
export function takeBankCycle(
  state: SubscriptionState,
  cycle: Cycle,
  bank: BankCycle,
  now: number,
): Change {
  const change = takeAttempts(state, cycle, bank, now);
  if (bank.status !== 'rejected') return change;
  const failed = change.state.cycles.find(({ chargeId }) => chargeId === cycle.chargeId);
  return failed ? { ...change, state: failForGood(change.state, failed) } : change;
}

function takeAttempts(
  state: SubscriptionState,
  cycle: Cycle,
  bank: BankCycle,
  now: number,
): Change {
  const attempt = openAttempt(cycle);
  const failed = attempt && codeBeforeResend(bank, attempt);
  if (failed === undefined) return takeEnd(state, cycle, bank, now);
  const { state: sent } = resend(state, cycle, { code: failed, now });
  const open = sent.cycles.find(({ chargeId }) => chargeId === cycle.chargeId);
  return open ? takeEnd(sent, open, bank, now) : unchanged(state);
}

/** Why an attempt failed that the bank has sent again; undefined if it has not. */
function codeBeforeResend({ attempts }: BankCycle, { kind, on }: Attempt): string | undefined {
  const isSentAgain = attempts.some((attempt) => attempt.kind === 'resend' && attempt.day === on);
  if (kind === 'resend' || !isSentAgain) return undefined;
  const first = attempts.findLast((attempt) => attempt.kind !== 'resend' && attempt.day === on);
  return first?.code ?? OTHER_REASON;
}

/**
 * Applies the bank's answer about a cycle. Only an open cycle changes, so old and repeated news
 * change nothing. `paid` changes nothing either: only the Pix itself pays a cycle.
 */
function takeEnd(state: SubscriptionState, cycle: Cycle, bank: BankCycle, now: number): Change {
  const attempt = openAttempt(cycle);
  if (!attempt || bank.status === 'paid') return unchanged(state);
  const { ending } = bank;
  const last = bank.attempts.findLast((bankAttempt) => isSame(bankAttempt, attempt));
  if (bank.status === 'canceled') {
    return cancelByBank(state, cycle, { code: ending?.code ?? OTHER_REASON, now });
  }
  if (bank.status === 'rejected') {
    return fail(state, cycle, { code: ending?.code ?? last?.code ?? OTHER_REASON, now });
  }
  if (bank.status === 'expired') return fail(state, cycle, { code: last?.code ?? NO_BALANCE, now });
  if (last?.status === 'rejected') {
    return fail(state, cycle, { code: last.code ?? OTHER_REASON, now });
  }
  return last?.status === 'expired'
    ? fail(state, cycle, { code: NO_BALANCE, now })
    : unchanged(state);
}

/** Whether the bank's attempt is one of ours: by its day, and the first one by its kind. */
function isSame({ kind, day }: BankAttempt, attempt: Attempt): boolean {
  if (attempt.kind === 'resend') return kind === 'resend' && day === attempt.on;
  if (attempt.kind === 'new_attempt') return kind === 'retry' && day === attempt.on;
  return kind !== 'retry';
}
