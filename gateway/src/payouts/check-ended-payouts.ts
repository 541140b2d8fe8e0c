import type { SendingBank, SentPayout } from '#src/banking/live-bank.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { payoutReturned } from '#src/ledger/posting.ts';
import { txidFromId } from '#src/pix/txid.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database/database.ts';
import { DAY_MS, DAY_SECONDS, SECOND_MS } from '#src/platform/durations.ts';
import { createId } from '#src/platform/ids.ts';
import type { Logger } from '#src/platform/log.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { bookLatePayout } from './book-late-payout.ts';
import { type Payout, payoutDetails } from './payout.ts';
import {
  type ClaimedCheckRow,
  claimChecks,
  endCheck,
  insertReturn,
  type NextCheck,
} from './payout-return-store.ts';
import { payoutFromRow } from './payout-store.ts';

const PAYOUTS_AT_ONCE = 20;
/**
 * When a bank is asked by itself, in days after a payout was paid or failed: its call-back may be
 * lost. After 90 days nothing comes back any more (API Pix 2.9.0, "devolução").
 */
const ASKED_AFTER_DAYS = [1, 7, 30, 90];
/** When a bank that gives no answer is no longer asked. */
const GIVEN_UP_AFTER_DAYS = 120;
/** How long a bank that gave no answer is left alone. */
const PAUSES_SECONDS = [60, 300, 900, 3_600, 21_600];
const PAUSE_SECONDS_MAX = DAY_SECONDS;

export interface ReturnDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sending: SendingBank;
  readonly logger: Logger;
  /** For how long a payout is this worker's: longer than its question to the bank may take. */
  readonly bankLeaseMs: number;
}

/**
 * Asks the bank about payouts that have ended here, and books what is new: each return of a paid
 * one once, and a failed one that the bank did after all. @returns whether there may be more.
 */
export async function checkEndedPayouts(deps: ReturnDeps): Promise<boolean> {
  const now = deps.clock.now();
  const claim = new Date(now + deps.bankLeaseMs);
  const rows = await claimChecks(deps.database, {
    at: new Date(now),
    until: claim,
    limit: PAYOUTS_AT_ONCE,
  });
  await Promise.all(
    rows.map(async (row) => {
      const next = await check(deps, row, now);
      await endCheck(deps.database, payoutFromRow(row), { claim, next });
    }),
  );
  return rows.length === PAYOUTS_AT_ONCE;
}

async function check(deps: ReturnDeps, row: ClaimedCheckRow, now: number): Promise<NextCheck> {
  const payout = payoutFromRow(row);
  const outcome = await deps.sending.findPayout(txidFromId(payout.id));
  if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') {
    const seconds = PAUSES_SECONDS[Number(row.check_count) - 1] ?? PAUSE_SECONDS_MAX;
    const at = now + seconds * SECOND_MS;
    const isOver = at > endOf(payout) + GIVEN_UP_AFTER_DAYS * DAY_MS;
    return { at: isOver ? null : new Date(at), isRepeat: true };
  }
  // A bank may forget old payouts, or refuse to be asked: it is asked again by the schedule only.
  const sent = outcome.kind === 'done' ? outcome.value : undefined;
  if (sent && payout.status === 'failed') {
    const isBooked = await bookLatePayout(deps, payout, sent);
    // Paid now, it is looked at once more for what came back of it.
    return { at: isBooked ? new Date(now) : nextLook(payout, now), isRepeat: false };
  }
  for (const one of sent?.returned ?? []) await bookReturn(deps, payout, one);
  return { at: nextLook(payout, now), isRepeat: false };
}

function endOf({ paidAt, createdAt }: Payout): number {
  return paidAt ?? createdAt;
}

/** The next day to look of the schedule, by the payout's age. */
function nextLook(payout: Payout, now: number): Date | null {
  if (payout.returned === payout.amount) return null;
  const next = ASKED_AFTER_DAYS.map((days) => endOf(payout) + days * DAY_MS).find((at) => at > now);
  return next === undefined ? null : new Date(next);
}

function bookReturn(
  { database, clock }: ReturnDeps,
  payout: Payout,
  { returnId, amount }: SentPayout['returned'][number],
): Promise<void> {
  const { merchantId, environment, id } = payout;
  const now = clock.now();
  const postingId = createId(now);
  return database.transaction(async (tx) => {
    const one = { merchantId, environment, id, returnId, postingId, amountCentavos: amount };
    const row = await insertReturn(tx, one, new Date(now));
    if (!row) return;
    const scope = { merchantId, environment, isSandbox: false };
    const locked = await lockForPosting(tx, [
      { ...scope, accounts: [accounts.bank, accounts.available] },
    ]);
    const subject = { merchantId, environment, referenceId: postingId };
    if (!locked.add(payoutReturned(subject, amount))) {
      throw new Error(`the return ${returnId} was not posted`);
    }
    locked.write(now);
    await tell(tx, payoutFromRow(row), { sequence: Number(row.event_count), now });
  });
}

function tell(
  tx: Transaction,
  payout: Payout,
  { sequence, now }: { sequence: number; now: number },
): Promise<void> {
  const { merchantId, environment, id: resourceId } = payout;
  const event = {
    ...{ merchantId, environment, resourceId, sequence },
    kind: 'payout.returned',
    data: payoutDetails(payout),
    audience: { kind: 'endpoints' },
  } as const;
  return emitEvents(tx, [event], now);
}
