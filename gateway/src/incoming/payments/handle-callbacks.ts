import { createHash } from 'node:crypto';
import { handleNotices, type NoticeHandlers, type RoomNotice } from '#src/bank/callback-notices.ts';
import type { BankNotice, LiveBank, ReceivedPayment } from '#src/bank/live-bank.ts';
import type { RecurringNotice } from '#src/bank/recurring-bank.ts';
import type { Database } from '#src/ground/database/database.ts';
import { runDueWork } from '#src/ground/work/due-work.ts';
import { saveUnrequestedRefunds } from '../reconciliation/unrequested-refunds.ts';
import { type Callback, claimCallbacks, finishCallbacks } from './callback-store.ts';
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
  /** The handlers of notices that report no payment, by other rooms. */
  readonly handlers: NoticeHandlers;
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
      await handleRows(deps, database, some);
      return some.length;
    },
  });
  return rows.length === CALLBACKS_AT_ONCE;
}

/** Books payments with the limits of `database`; the rooms handle their notices without them. */
async function handleRows(
  deps: CallbackDeps,
  database: Database,
  rows: readonly Callback[],
): Promise<void> {
  const read = rows.map((row) => ({ row, notices: readNotices(deps, row) }));
  const notices = read.flatMap((callback) => callback.notices);
  const open = await bookPayments({ ...deps, database }, notices.filter(isOfPayment));
  await handleNotices(deps.handlers, deps, notices.flatMap(noticesOfRooms));
  // A call-back whose payment could not be read is handled again when the claim expires.
  const isOpen = (notice: Notice) => isOfPayment(notice) && open.has(endToEndIdOf(notice) ?? '');
  const done = read.filter((callback) => !callback.notices.some(isOpen));
  await finishCallbacks(
    database,
    done.map(({ row }) => row.id),
  );
}

type Notice = BankNotice | RecurringNotice;
type PaymentNotice = Extract<BankNotice, { readonly kind: 'received' | 'unreadable' }>;

function isOfPayment(notice: Notice): notice is PaymentNotice {
  return notice.kind === 'received' || notice.kind === 'unreadable';
}

function noticesOfRooms(notice: Notice): readonly RoomNotice[] {
  if (notice.kind === 'unreadable') return [];
  if (notice.kind !== 'received') return [notice];
  const { endToEndId, refunds } = notice.payment;
  return refunds.map(({ refundId }) => ({ kind: 'refund', endToEndId, refundId }));
}

/** Books the payments of notices; returns the end-to-end ids without an answer of the bank. */
async function bookPayments(
  deps: CallbackDeps,
  notices: readonly PaymentNotice[],
): Promise<ReadonlySet<string>> {
  const payments = notices.flatMap((notice) =>
    notice.kind === 'received' ? [notice.payment] : [],
  );
  const unread = notices.flatMap((notice) => (notice.kind === 'unreadable' ? [notice.item] : []));
  // The bank's answer counts, so an amount or a time in a form of its own does no harm here.
  const named = deps.isConfirmed ? unread.flatMap(({ id }) => id ?? []) : [];
  const unreadable = unread.filter(({ id }) => id === null || !deps.isConfirmed);
  await saveUnreadable(deps, { payments: [], unreadable });
  const { confirmed, open } = await confirm(deps, payments, named);
  await recordIncomingPayments(deps, confirmed);
  await saveUnrequestedRefunds({ ...deps, bankName: deps.bank.name }, confirmed);
  return open;
}

function endToEndIdOf(notice: PaymentNotice): string | null {
  return notice.kind === 'received' ? notice.payment.endToEndId : notice.item.id;
}

function readNotices({ liveBank, logger }: CallbackDeps, row: Callback): readonly Notice[] {
  const body = parsed(row.body);
  const notices = liveBank.readCallback(body) ?? liveBank.recurring?.readCallback(body);
  if (notices) return notices;
  logger.warn({ callback: row.id }, 'a call-back of the bank has an unknown form');
  return [];
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
        // A later request would have the same answer, and the call-back would never be handled.
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
