import type { Outcome } from '#src/bank/outcome.ts';
import type { BankCycle } from '#src/bank/recurring-bank.ts';
import { HOUR_MS, SECOND_MS } from '#src/ground/durations.ts';
import { BANK_REFUSED, BANK_UNREACHED, RETRY_REFUSED } from '../../subscription.ts';
import type { CycleAtBank } from './bank-cycle.ts';
import { afterNoAnswer, type Call, settledFrom } from './next-call.ts';

const LOST_MS = 6 * HOUR_MS;

/** The effect of an answer of the bank on a cycle. */
export interface Finding {
  readonly after: CycleAtBank;
  /** The charge as the bank has it, if the answer says it. */
  readonly found?: BankCycle;
  /** Why the open attempt of the cycle has failed without the bank's charge saying so. */
  readonly failure?: string;
  /** When the cycle is due again; without it, as `nextSync` says. */
  readonly again?: number | null;
  /** For the log of the operator. */
  readonly problem?: string;
}

export interface Asked {
  readonly row: CycleAtBank;
  readonly call: Call;
  readonly now: number;
  /** The start of an earlier change without a clear answer; null without one. */
  readonly unclearSince: number | null;
  readonly quarantineMs: number;
}

/** Ends the row of a cycle that the bank doesn't have. */
export function closed({ row }: Pick<Asked, 'row'>): Finding {
  return { after: { ...row, calledAt: null }, again: null };
}

/**
 * The time to register the cycle is over, and the bank doesn't have it. Should it appear there all
 * the same, it must end.
 */
export function givenUp({ row }: Pick<Asked, 'row'>): Finding {
  return { ...closed({ row: { ...row, wanted: 'ended' } }), failure: BANK_UNREACHED };
}

/** Throws for an answer that another request would repeat: operators see it. */
export function readAnswer(asked: Asked, outcome: Outcome<BankCycle | undefined>): Finding {
  const { row, now, unclearSince } = asked;
  switch (outcome.kind) {
    case 'done':
      return outcome.value ? found(asked, outcome.value) : missing(asked);
    case 'refused':
      return refused(asked, outcome.refusal);
    case 'unknown':
      if (outcome.isUnreadable) throw new Error(outcome.reason);
      return unanswered(row, afterNoAnswer(row, now));
    case 'unavailable': {
      const again = Math.max(now + outcome.retryAfterSeconds * SECOND_MS, afterNoAnswer(row, now));
      // This change was not sent; an earlier one may still be done.
      return unanswered({ ...row, calledAt: unclearSince }, again);
    }
  }
}

function unanswered(row: CycleAtBank, again: number): Finding {
  return { after: { ...row, unansweredCount: row.unansweredCount + 1 }, again };
}

function found({ row, now }: Asked, cycle: BankCycle): Finding {
  const isTaken = cycle.attempts.some(({ kind, day }) => kind === 'retry' && day === row.retryOn);
  const after: CycleAtBank = {
    ...row,
    status: cycle.status,
    calledAt: null,
    unansweredCount: 0,
    seenAt: row.status === cycle.status ? row.seenAt : now,
    registeredAt: row.registeredAt ?? now,
    attempts: cycle.attempts,
    retryOn: isTaken ? null : row.retryOn,
  };
  // A retry that the bank has not taken is asked for first: its refusal says what happened.
  return after.retryOn === null ? { after, found: cycle } : { after };
}

function missing(asked: Asked): Finding {
  const { row, now, quarantineMs } = asked;
  if (row.status !== null) {
    const problem = 'the bank does not know a cycle that it had registered';
    return { after: { ...row, calledAt: null }, again: now + LOST_MS, problem };
  }
  const settled = settledFrom(row.calledAt, quarantineMs);
  if (settled !== null && now < settled) return { after: row, again: settled };
  return row.wanted === 'ended' ? closed(asked) : givenUp(asked);
}

function refused(asked: Asked, refusal: { readonly code: string; readonly bankWords: string }) {
  const { row, call, now } = asked;
  const problem = `the bank refused to ${call} a cycle: ${refusal.code} ${refusal.bankWords}`;
  const after: CycleAtBank = { ...row, calledAt: null, unansweredCount: 0 };
  switch (call) {
    case 'create':
      if (refusal.code === 'id_taken') throw new Error('the bank has another charge by this txid');
      return refusedToCreate(asked, { after, problem });
    case 'retry':
      return { after: { ...after, retryOn: null }, failure: RETRY_REFUSED, problem };
    case 'cancel':
      return { after: { ...after, wanted: 'kept' } as const, problem };
    default:
      return { ...unanswered(row, afterNoAnswer(row, now)), problem };
  }
}

/** A refusal is final when no earlier attempt can be done any more. */
function refusedToCreate(
  { now, unclearSince, quarantineMs }: Asked,
  { after, problem }: Pick<Finding, 'after'> & { readonly problem: string },
): Finding {
  const settled = settledFrom(unclearSince, quarantineMs);
  if (settled !== null && now < settled) {
    return { after: { ...after, calledAt: unclearSince }, again: settled, problem };
  }
  return { after: { ...after, wanted: 'ended' }, failure: BANK_REFUSED, again: null, problem };
}
