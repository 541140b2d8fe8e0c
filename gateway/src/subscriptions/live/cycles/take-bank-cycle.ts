import type { BankAttempt, BankCycle } from '#src/bank/recurring-bank.ts';
import {
  type Change,
  cancelByBank,
  fail,
  failForGood,
  resend,
  unchanged,
} from '../../change-story.ts';
import {
  type Attempt,
  type Cycle,
  NO_BALANCE,
  openAttempt,
  type Story,
} from '../../subscription.ts';

/** The code of a bank that names none. */
const OTHER_REASON = 'OTHR';

/**
 * What the bank says of a cycle, in its story: an attempt that it has sent again, and then the end.
 * A rejected charge can't be tried again, also if its attempt had failed here before.
 */
export function takeBankCycle(story: Story, cycle: Cycle, bank: BankCycle, now: number): Change {
  const change = takeAttempts(story, cycle, bank, now);
  if (bank.status !== 'rejected') return change;
  const failed = change.story.cycles.find(({ chargeId }) => chargeId === cycle.chargeId);
  return failed ? { ...change, story: failForGood(change.story, failed) } : change;
}

function takeAttempts(story: Story, cycle: Cycle, bank: BankCycle, now: number): Change {
  const attempt = openAttempt(cycle);
  const failed = attempt && codeBeforeResend(bank, attempt);
  if (failed === undefined) return takeEnd(story, cycle, bank, now);
  const { story: sent } = resend(story, cycle, { code: failed, now });
  const open = sent.cycles.find(({ chargeId }) => chargeId === cycle.chargeId);
  return open ? takeEnd(sent, open, bank, now) : unchanged(story);
}

/** Why an attempt failed that the bank has sent again; undefined if it has not. */
function codeBeforeResend({ attempts }: BankCycle, { kind, on }: Attempt): string | undefined {
  const isSentAgain = attempts.some((one) => one.kind === 'resend' && one.day === on);
  if (kind === 'resend' || !isSentAgain) return undefined;
  const first = attempts.findLast((one) => one.kind !== 'resend' && one.day === on);
  return first?.code ?? OTHER_REASON;
}

/**
 * What the bank says of a cycle, in its story. Only an open cycle changes, so old and repeated news
 * change nothing. `paid` changes nothing either: only the Pix itself pays a cycle.
 */
function takeEnd(story: Story, cycle: Cycle, bank: BankCycle, now: number): Change {
  const attempt = openAttempt(cycle);
  if (!attempt || bank.status === 'paid') return unchanged(story);
  const { ending } = bank;
  const last = bank.attempts.findLast((one) => isSame(one, attempt));
  if (bank.status === 'canceled') {
    return cancelByBank(story, cycle, { code: ending?.code ?? OTHER_REASON, now });
  }
  if (bank.status === 'rejected') {
    return fail(story, cycle, { code: ending?.code ?? last?.code ?? OTHER_REASON, now });
  }
  if (bank.status === 'expired') return fail(story, cycle, { code: last?.code ?? NO_BALANCE, now });
  if (last?.status === 'rejected') {
    return fail(story, cycle, { code: last.code ?? OTHER_REASON, now });
  }
  return last?.status === 'expired'
    ? fail(story, cycle, { code: NO_BALANCE, now })
    : unchanged(story);
}

/** Whether the bank's attempt is one of ours: by its day, and the first one by its kind. */
function isSame({ kind, day }: BankAttempt, attempt: Attempt): boolean {
  if (attempt.kind === 'resend') return kind === 'resend' && day === attempt.on;
  if (attempt.kind === 'new_attempt') return kind === 'retry' && day === attempt.on;
  return kind !== 'retry';
}
