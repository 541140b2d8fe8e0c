import { createHash } from 'node:crypto';
import type { BankNotice, LiveBank, ReceivedPayment } from '#src/bank/live-bank.ts';
import type { RecurringNotice } from '#src/bank/recurring-bank.ts';
import { runDueWork } from '#src/ground/work/due-work.ts';
import { type CallbackRow, claimCallbacks, finishCallbacks } from './callback-store.ts';
import { selectBookedIds } from './incoming-payment-store.ts';
import { type RecordDeps, recordIncomingPayments } from './record-incoming-payments.ts';
import { saveUnreadable } from './unreadable-payments.ts';

const CALLBACKS_AT_ONCE = 50;

export interface CallbackDeps extends RecordDeps {
  readonly liveBank: LiveBank;
  /** The id under which this process claims call-backs. */
  readonly processId: string;
  /** How long a claim lasts, in milliseconds: longer than the calls to the bank can take. */
  readonly bankLeaseMs: number;
  /** True if a payment is confirmed at the bank before it is booked. */
  readonly isConfirmed: boolean;
  /** Makes payouts due that a call-back reported. */
  readonly checkPayoutsNow: (payoutIds: readonly string[]) => Promise<void>;
  /** Makes refunds due that a call-back reported. */
  readonly checkRefundsNow: (
    refunds: readonly { readonly endToEndId: string; readonly refundId: string }[],
  ) => Promise<void>;
  /** Has the worker read recurrences at the bank that a call-back named. */
  readonly lookAtRecurrences: (ids: readonly string[]) => Promise<void>;
  /** Has the worker read charges of cycles at the bank that a call-back named. */
  readonly lookAtCycles: (txids: readonly string[]) => Promise<void>;
  /** Saves refunds of these payments that this gateway did not request. */
  readonly saveUnrequestedRefunds: (payments: readonly ReceivedPayment[]) => Promise<void>;
}

/**
 * Handles stored call-backs. Each payment is read at the bank with our own credentials before it is
 * booked, unless the configuration turns that off.
 * @returns whether more may be due.
 */
export async function handleCallbacks(deps: CallbackDeps): Promise<boolean> {
  const now = deps.clock.now();
  const rows = await claimCallbacks(deps.database, {
    bank: deps.bank.name,
    at: new Date(now),
    until: new Date(now + deps.bankLeaseMs),
    limit: CALLBACKS_AT_ONCE,
    by: deps.processId,
  });
  // A call-back that fails is handled again when its claim expires; the others go on.
  await runDueWork(deps, rows, {
    kind: 'callback',
    idOf: ({ id }) => id,
    merchantOf: ({ id }) => id,
    run: async (database, some) => {
      await handleRows({ ...deps, database }, some);
      return some.length;
    },
  });
  return rows.length === CALLBACKS_AT_ONCE;
}

async function handleRows(deps: CallbackDeps, rows: readonly CallbackRow[]): Promise<void> {
  const all = rows.map((row) => ({ row, ...readNotices(deps, row) }));
  await tellSubscriptions(
    deps,
    all.flatMap(({ recurring }) => recurring),
  );
  const read = all.map(({ row, notices }) => ({ row, notices }));
  const payments = read.flatMap(({ notices }) =>
    notices.flatMap((notice) => (notice.kind === 'received' ? [notice.payment] : [])),
  );
  const payouts = read.flatMap(({ notices }) =>
    notices.flatMap((notice) => (notice.kind === 'payout' ? [notice.id] : [])),
  );
  const unread = read.flatMap(({ notices }) =>
    notices.flatMap((notice) => (notice.kind === 'unreadable' ? [notice.item] : [])),
  );
  // What the bank answers counts, so an amount or a time in a form of its own does no harm here.
  const named = deps.isConfirmed ? unread.flatMap(({ id }) => id ?? []) : [];
  const unreadable = unread.filter(({ id }) => id === null || !deps.isConfirmed);
  await saveUnreadable(deps, { payments: [], unreadable });
  const { confirmed, open } = await confirm(deps, payments, named);
  await recordIncomingPayments(deps, confirmed);
  await deps.saveUnrequestedRefunds(confirmed);
  if (payouts.length > 0) await deps.checkPayoutsNow(payouts);
  const refunds = payments.flatMap(({ endToEndId, refunds: reported }) =>
    reported.map(({ refundId }) => ({ endToEndId, refundId })),
  );
  if (refunds.length > 0) await deps.checkRefundsNow(refunds);
  // A call-back whose payment could not be read is handled again when the claim expires.
  const done = read.filter(({ notices }) =>
    notices.every((notice) => !open.has(endToEndIdOf(notice) ?? '')),
  );
  await finishCallbacks(
    deps.database,
    done.map(({ row }) => row.id),
  );
}

function endToEndIdOf(notice: BankNotice): string | null {
  if (notice.kind === 'received') return notice.payment.endToEndId;
  return notice.kind === 'unreadable' ? notice.item.id : null;
}

/** What a call-back reports: payments and orders, or what to read of Pix Automático. */
function readNotices({ liveBank, logger }: CallbackDeps, row: CallbackRow) {
  const body = parsed(row.body);
  const notices = liveBank.readCallback(body);
  const recurring = notices ? undefined : liveBank.recurring?.readCallback(body);
  if (notices === undefined && recurring === undefined) {
    logger.warn({ callback: row.id }, 'a call-back of the bank has an unknown form');
  }
  return { notices: notices ?? [], recurring: recurring ?? [] };
}

async function tellSubscriptions(
  { lookAtRecurrences, lookAtCycles }: CallbackDeps,
  notices: readonly RecurringNotice[],
): Promise<void> {
  const recurrences = notices.flatMap((one) => (one.kind === 'recurrence' ? [one.id] : []));
  const cycles = notices.flatMap((one) => (one.kind === 'cycle' ? [one.txid] : []));
  if (recurrences.length > 0) await lookAtRecurrences(recurrences);
  if (cycles.length > 0) await lookAtCycles(cycles);
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

/**
 * Reads payments at the bank, and those of which the call-back only names the end-to-end id. `open`
 * has the end-to-end ids without an answer.
 */
async function confirm(
  deps: CallbackDeps,
  payments: readonly ReceivedPayment[],
  named: readonly string[],
): Promise<{ confirmed: ReceivedPayment[]; open: ReadonlySet<string> }> {
  if (!deps.isConfirmed) return { confirmed: [...payments], open: new Set() };
  const booked = await selectBookedIds(
    deps.database,
    payments.map(({ endToEndId }) => endToEndId),
  );
  // A booked payment is reported again when it is refunded.
  const asked = payments.filter(
    ({ endToEndId, refunds }) => !booked.has(endToEndId) || refunds.length > 0,
  );
  const ids = new Set([...asked.map(({ endToEndId }) => endToEndId), ...named]);
  const confirmed: ReceivedPayment[] = [];
  const open = new Set<string>();
  await Promise.all(
    [...ids].map(async (id) => {
      const outcome = await deps.liveBank.receiving.findReceived(id);
      if (outcome.kind === 'unknown' && outcome.isUnreadable) {
        // A later question would have the same answer, and the call-back would never be handled.
        await saveUnreadable(deps, unreadablePayment(id, outcome.reason));
      } else if (outcome.kind === 'unknown' || outcome.kind === 'unavailable') open.add(id);
      else if (outcome.kind === 'done' && outcome.value) confirmed.push(outcome.value);
      else
        deps.logger.warn(
          { endToEndId: id },
          'a call-back names a payment that the bank does not know',
        );
    }),
  );
  return { confirmed, open };
}
