import { createHash } from 'node:crypto';
import type { LiveBank, ReceivedPayment } from '#src/banking/live-bank.ts';
import { type CallbackRow, claimCallbacks, finishCallbacks } from './callback-store.ts';
import { selectKnown } from './incoming-payment-store.ts';
import { type RecordDeps, recordIncomingPayments } from './record-incoming-payments.ts';
import { saveUnreadable } from './unreadable-payments.ts';

const CALLBACKS_AT_ONCE = 50;

export interface CallbackDeps extends RecordDeps {
  readonly liveBank: LiveBank;
  /** For how long call-backs are this worker's: longer than the questions to the bank may take. */
  readonly bankLeaseMs: number;
  /** Whether the bank is asked again before what a call-back tells is booked. */
  readonly isConfirmed: boolean;
  /** Asks after payouts now, of which the bank says that something happened. */
  readonly checkPayoutsNow: (payoutIds: readonly string[]) => Promise<void>;
  /** Asks after refunds now, of which the bank says that something happened. */
  readonly checkRefundsNow: (
    refunds: readonly { readonly endToEndId: string; readonly refundId: string }[],
  ) => Promise<void>;
  /** Notes refunds of payments that this gateway did not ask for. */
  readonly saveUnrequestedRefunds: (payments: readonly ReceivedPayment[]) => Promise<void>;
}

/**
 * Works off call-backs that were kept. A call-back is never believed alone: each payment is read at
 * the bank with our own credentials before it is booked (the configuration may say otherwise).
 * @returns whether there may be more.
 */
export async function handleCallbacks(deps: CallbackDeps): Promise<boolean> {
  const now = deps.clock.now();
  const rows = await claimCallbacks(deps.database, {
    bank: deps.bank.name,
    at: new Date(now),
    until: new Date(now + deps.bankLeaseMs),
    limit: CALLBACKS_AT_ONCE,
  });
  if (rows.length === 0) return false;
  const read = rows.map((row) => ({ row, notices: readNotices(deps, row) }));
  const payments = read.flatMap(({ notices }) =>
    notices.flatMap((notice) => (notice.kind === 'received' ? [notice.payment] : [])),
  );
  const payouts = read.flatMap(({ notices }) =>
    notices.flatMap((notice) => (notice.kind === 'payout' ? [notice.id] : [])),
  );
  const { confirmed, open } = await confirm(deps, payments);
  await recordIncomingPayments(deps, confirmed);
  await deps.saveUnrequestedRefunds(confirmed);
  if (payouts.length > 0) await deps.checkPayoutsNow(payouts);
  const refunds = payments.flatMap(({ endToEndId, refunds: told }) =>
    told.map(({ refundId }) => ({ endToEndId, refundId })),
  );
  if (refunds.length > 0) await deps.checkRefundsNow(refunds);
  // What the bank could not be asked about is tried again when the claim ends.
  const done = read.filter(({ notices }) =>
    notices.every((one) => one.kind !== 'received' || !open.has(one.payment.endToEndId)),
  );
  await finishCallbacks(
    deps.database,
    done.map(({ row }) => row.id),
  );
  return rows.length === CALLBACKS_AT_ONCE;
}

function readNotices(deps: CallbackDeps, row: CallbackRow) {
  const notices = deps.liveBank.readCallback(parsed(row.body));
  if (notices === undefined) {
    deps.logger.warn({ callback: row.id }, 'a call-back of the bank was not understood');
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
  deps: CallbackDeps,
  payments: readonly ReceivedPayment[],
): Promise<{ confirmed: ReceivedPayment[]; open: ReadonlySet<string> }> {
  if (!deps.isConfirmed) return { confirmed: [...payments], open: new Set() };
  const known = await selectKnown(
    deps.database,
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
      const outcome = await deps.liveBank.receiving.findReceived(id);
      if (outcome.kind === 'unknown' && outcome.isUnreadable) {
        // It would be as unreadable the next time, and keep its call-back waiting for ever.
        await saveUnreadable(deps, unreadablePayment(id, outcome.reason));
      } else if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') open.add(id);
      else if (outcome.kind === 'done' && outcome.value) confirmed.push(outcome.value);
      else deps.logger.warn({ endToEndId: id }, 'a call-back told of what the bank does not know');
    }),
  );
  return { confirmed, open };
}
