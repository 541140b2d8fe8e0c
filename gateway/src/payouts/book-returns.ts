import type { SendingBank, SentPayout } from '#src/banking/live-bank.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { payoutReturned } from '#src/ledger/posting.ts';
import { txidFromId } from '#src/pix/txid.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database.ts';
import { createId } from '#src/platform/ids.ts';
import { emitEvents } from '#src/webhooks/emit-events.ts';
import { type Payout, payoutDetails } from './payout.ts';
import { claimReturnChecks, insertReturn, watchReturns } from './payout-return-store.ts';
import { payoutFromRow } from './payout-store.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const PAYOUTS_AT_ONCE = 20;
/**
 * When a bank is asked by itself, in days after a payout was paid: its call-back may be lost. After
 * 90 days nothing comes back any more (API Pix 2.9.0, "devolução").
 */
const ASKED_AFTER_DAYS = [1, 7, 30, 90];

export interface ReturnNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly sending: SendingBank;
  /** For how long a payout is this worker's: longer than its question to the bank may take. */
  readonly bankPatienceMs: number;
}

/**
 * Asks the bank whether money of paid payouts came back, and books what did: each return once, with
 * its event. @returns whether there may be more.
 */
export async function bookReturns(needs: ReturnNeeds): Promise<boolean> {
  const now = needs.clock.now();
  const rows = await claimReturnChecks(needs.database, {
    at: new Date(now),
    until: new Date(now + needs.bankPatienceMs),
    limit: PAYOUTS_AT_ONCE,
  });
  await Promise.all(
    rows.map(async (row) => {
      const payout = payoutFromRow(row);
      const outcome = await needs.sending.findPayout(txidFromId(payout.id));
      // A bank that doesn't answer is asked again when the claim ends.
      if (outcome.kind !== 'done' || outcome.value === undefined) return;
      for (const one of outcome.value.returned) await bookReturn(needs, payout, one);
      await watchReturns(needs.database, payout, nextLook(payout, now));
    }),
  );
  return rows.length === PAYOUTS_AT_ONCE;
}

/** The next day to look of the schedule, by the payout's age. */
export function nextLook(payout: Payout, now: number): Date | null {
  const paidAt = payout.paidAt ?? payout.createdAt;
  if (payout.returned === payout.amount) return null;
  const next = ASKED_AFTER_DAYS.map((days) => paidAt + days * DAY_MS).find((at) => at > now);
  return next === undefined ? null : new Date(next);
}

function bookReturn(
  { database, clock }: ReturnNeeds,
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
    const book = { merchantId, environment, isSandbox: false };
    const locked = await lockForPosting(tx, [
      { ...book, accounts: [accounts.bank, accounts.available] },
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
