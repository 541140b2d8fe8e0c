import type { SendingBank, SentPayout } from '#src/bank/live-bank.ts';
import {
  type NextCheck,
  nextRepeatedCheck,
  nextScheduledCheck,
} from '#src/bank/orders/check-schedule.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { isOutage } from '#src/ground/database/database-errors.ts';
import type { Logger } from '#src/ground/log.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import { runClaimed } from '#src/ground/work/due-work.ts';
import { bookLatePayout } from './book-late-payout.ts';
import { bookPayoutReturn } from './book-payout-return.ts';
import type { Payout } from './payout.ts';
import { type ClaimedCheckRow, claimChecks, endCheck } from './payout-return-store.ts';
import { payoutFromRow } from './payout-store.ts';
import { confirmPayoutResolution } from './resolve-payouts.ts';
import { reverseResolvedPayout } from './reverse-resolved-payout.ts';

const PAYOUTS_AT_ONCE = 20;

export interface PayoutCheckDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sending: SendingBank;
  readonly logger: Logger;
  /** The lease of a payout: longer than a question to the bank may take. */
  readonly bankLeaseMs: number;
}

/**
 * Asks the bank about payouts that have ended here, and books new facts: each return of a paid
 * payout once, and a failed payout that the bank paid after all. A payout whose answer can't be
 * booked is set aside, where operators see it, and the others go on.
 * @returns whether there may be more.
 */
export async function checkEndedPayouts(deps: PayoutCheckDeps): Promise<boolean> {
  const now = deps.clock.now();
  const claim = new Date(now + deps.bankLeaseMs);
  const rows = await claimChecks(deps.database, {
    at: new Date(now),
    until: claim,
    limit: PAYOUTS_AT_ONCE,
  });
  await Promise.all(
    rows.map((row) =>
      runClaimed(deps, { kind: 'payout_check', id: row.id }, async () => {
        const next = await check(deps, row, now);
        await endCheck(deps.database, payoutFromRow(row), { claim, next });
      }),
    ),
  );
  return rows.length === PAYOUTS_AT_ONCE;
}

async function check(deps: PayoutCheckDeps, row: ClaimedCheckRow, now: number): Promise<NextCheck> {
  const payout = payoutFromRow(row);
  const endedAt = payout.paidAt ?? payout.createdAt;
  const outcome = await deps.sending.findPayout(txidFromId(payout.id));
  if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') {
    return nextRepeatedCheck({ endedAt, checkCount: Number(row.check_count) }, now);
  }
  // A bank may not know old payouts, or refuse the question: the next check is the scheduled one.
  const sent = outcome.kind === 'done' ? outcome.value : undefined;
  if (sent && payout.status === 'failed' && (await bookLatePayout(deps, payout, sent))) {
    // The payout is paid now: the next check books its returns.
    return { at: new Date(now), isRepeat: false };
  }
  if (sent && payout.resolution !== null) {
    if (await confirmOrReverse(deps, payout, sent)) return { at: new Date(now), isRepeat: false };
  }
  if (payout.status === 'paid') await bookReturns(deps, payout, sent?.returned ?? []);
  if (payout.returned === payout.amount) return { at: null, isRepeat: false };
  return nextScheduledCheck(endedAt, now);
}

/**
 * Compares the bank's status with the operators' resolution: an equal status confirms it, and a
 * failure at the bank reverses a payout that was resolved as paid.
 * @returns whether the payout was reversed.
 */
async function confirmOrReverse(
  deps: PayoutCheckDeps,
  payout: Payout,
  sent: SentPayout,
): Promise<boolean> {
  if (payout.resolution === 'paid' && sent.status === 'failed') {
    return reverseResolvedPayout(deps, payout, sent);
  }
  if (sent.status === payout.status) {
    const endToEndId = sent.status === 'paid' ? sent.endToEndId : null;
    const answer = { at: deps.clock.now(), endToEndId };
    await confirmPayoutResolution(deps.database, payout, answer);
  }
  return false;
}

/** Books each return that can be booked. Throws the error of the first one that can't. */
async function bookReturns(
  { database, clock }: PayoutCheckDeps,
  payout: Payout,
  returned: SentPayout['returned'],
): Promise<void> {
  const errors: unknown[] = [];
  for (const payoutReturn of returned) {
    try {
      await database.transaction((tx) => bookPayoutReturn(tx, payout, payoutReturn, clock.now()));
    } catch (error) {
      if (isOutage(error)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
