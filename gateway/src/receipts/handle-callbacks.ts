import { createHash } from 'node:crypto';
import type { LiveBank, ReceivedPayment } from '#src/banking/live-bank.ts';
import { type BookNeeds, bookReceipts } from './book-receipts.ts';
import { type CallbackRow, claimCallbacks, finishCallbacks } from './callback-store.ts';
import { keepUnreadable } from './keep-unreadable.ts';
import { selectKnown } from './receipt-store.ts';

const CALLBACKS_AT_ONCE = 50;

export interface CallbackNeeds extends BookNeeds {
  readonly liveBank: LiveBank;
  /** For how long call-backs are this worker's: longer than the questions to the bank may take. */
  readonly bankPatienceMs: number;
  /** Whether the bank is asked again before what a call-back tells is booked. */
  readonly isConfirmed: boolean;
  /** Asks after payouts now, of which the bank says that something happened. */
  readonly hurryPayouts: (payoutIds: readonly string[]) => Promise<void>;
  /** Asks after refunds now, of which the bank says that something happened. */
  readonly hurryRefunds: (
    refunds: readonly { readonly endToEndId: string; readonly refundId: string }[],
  ) => Promise<void>;
  /** Notes refunds of payments that this gateway did not ask for. */
  readonly noteRefunds: (payments: readonly ReceivedPayment[]) => Promise<void>;
}

/**
 * Works off call-backs that were kept. A call-back is never believed alone: each payment is read at
 * the bank with our own credentials before it is booked (the configuration may say otherwise).
 * @returns whether there may be more.
 */
export async function handleCallbacks(needs: CallbackNeeds): Promise<boolean> {
  const now = needs.clock.now();
  const rows = await claimCallbacks(needs.database, {
    bank: needs.bank.name,
    at: new Date(now),
    until: new Date(now + needs.bankPatienceMs),
    limit: CALLBACKS_AT_ONCE,
  });
  if (rows.length === 0) return false;
  const read = rows.map((row) => ({ row, notices: readNotices(needs, row) }));
  const payments = read.flatMap(({ notices }) =>
    notices.flatMap((notice) => (notice.kind === 'received' ? [notice.payment] : [])),
  );
  const payouts = read.flatMap(({ notices }) =>
    notices.flatMap((notice) => (notice.kind === 'payout' ? [notice.id] : [])),
  );
  const { confirmed, open } = await confirm(needs, payments);
  await bookReceipts(needs, confirmed);
  await needs.noteRefunds(confirmed);
  if (payouts.length > 0) await needs.hurryPayouts(payouts);
  const refunds = payments.flatMap(({ endToEndId, refunds: told }) =>
    told.map(({ refundId }) => ({ endToEndId, refundId })),
  );
  if (refunds.length > 0) await needs.hurryRefunds(refunds);
  // What the bank could not be asked about is tried again when the claim ends.
  const done = read.filter(({ notices }) =>
    notices.every((one) => one.kind !== 'received' || !open.has(one.payment.endToEndId)),
  );
  await finishCallbacks(
    needs.database,
    done.map(({ row }) => row.id),
  );
  return rows.length === CALLBACKS_AT_ONCE;
}

function readNotices(needs: CallbackNeeds, row: CallbackRow) {
  const notices = needs.liveBank.readCallback(parsed(row.body));
  if (notices === undefined) {
    needs.logger.warn({ callback: row.id }, 'a call-back of the bank was not understood');
  }
  return notices ?? [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreadablePayment(id: string, reason: string) {
  const digest = createHash('sha256').update(id).digest('hex');
  return { payments: [], unreadable: [{ id, digest, reason }] };
}

/** What the bank says itself of payments that it told of. */
async function confirm(
  needs: CallbackNeeds,
  payments: readonly ReceivedPayment[],
): Promise<{ confirmed: ReceivedPayment[]; open: ReadonlySet<string> }> {
  if (!needs.isConfirmed) return { confirmed: [...payments], open: new Set() };
  const known = await selectKnown(
    needs.database,
    payments.map(({ endToEndId }) => endToEndId),
  );
  // A payment that is booked is told of again when something of it goes back.
  const asked = payments.filter(
    ({ endToEndId, refunds }) => !known.has(endToEndId) || refunds.length > 0,
  );
  const ids = new Set(asked.map(({ endToEndId }) => endToEndId));
  const confirmed: ReceivedPayment[] = [];
  const open = new Set<string>();
  await Promise.all(
    [...ids].map(async (id) => {
      const outcome = await needs.liveBank.receiving.findReceived(id);
      if (outcome.kind === 'unknown' && outcome.isUnreadable) {
        // It would be as unreadable the next time, and keep its call-back waiting for ever.
        await keepUnreadable(needs, unreadablePayment(id, outcome.reason));
      } else if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') open.add(id);
      else if (outcome.kind === 'done' && outcome.value) confirmed.push(outcome.value);
      else needs.logger.warn({ endToEndId: id }, 'a call-back told of what the bank does not know');
    }),
  );
  return { confirmed, open };
}
