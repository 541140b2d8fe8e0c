import { MINUTE_MS, SECOND_MS } from '#src/ground/durations.ts';
import type { BankDisputeDeps } from './bank-dispute-deps.ts';
import { claimPoll, extendPoll, finishPoll, postponePoll } from './dispute-poll-store.ts';
import { DisputesUnreadError, PollLostError, readBankDisputes } from './read-bank-disputes.ts';

const FAILURE_PAUSE_MS = 15 * SECOND_MS;
const FAILURE_PAUSE_MS_MAX = 30 * MINUTE_MS;
const DOUBLINGS_MAX = 10;

export interface PollDisputesDeps extends BankDisputeDeps {
  /** The pause between two readings. */
  readonly everyMs: number;
  /** How long a claim lasts: longer than a step with the bank takes. */
  readonly bankLeaseMs: number;
}

/**
 * Reads the bank's list of disputes when it is due, in one process at a time. After a failure it
 * waits 15 seconds, then longer. @returns false: one round reads the whole list.
 */
export async function pollBankDisputes(deps: PollDisputesDeps): Promise<boolean> {
  const { database, clock, logger, bankName: bank } = deps;
  const claimUntil = (): Date => new Date(clock.now() + deps.bankLeaseMs);
  let claim = { bank, until: claimUntil() };
  const claimed = await claimPoll(database, { ...claim, at: clock.now() });
  if (!claimed) return false;
  try {
    const onStep = async (): Promise<void> => {
      const newUntil = claimUntil();
      const extended = await extendPoll(database, { ...claim, newUntil });
      if (extended === 0) throw new PollLostError('another process reads the disputes');
      claim = { bank, until: newUntil };
    };
    await readBankDisputes({ ...deps, onStep });
  } catch (error) {
    if (error instanceof PollLostError) return false;
    if (!(error instanceof DisputesUnreadError)) throw error;
    const longerMs = FAILURE_PAUSE_MS * 2 ** Math.min(claimed.failureCount, DOUBLINGS_MAX);
    const pauseMs = Math.min(longerMs, FAILURE_PAUSE_MS_MAX);
    const dueAt = clock.now() + pauseMs;
    await postponePoll(database, { ...claim, dueAt, failure: error.message });
    logger.warn({ reason: error.message }, 'the disputes of the bank could not be read');
    return false;
  }
  const readAt = clock.now();
  await finishPoll(database, { ...claim, dueAt: readAt + deps.everyMs, readAt });
  return false;
}
