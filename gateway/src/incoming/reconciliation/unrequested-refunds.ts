import type { BankRefund, ReceivedPayment } from '#src/bank/live-bank.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { createId, ID_MAX } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import { runDueWork } from '#src/ground/work/due-work.ts';
import { readRefundIdsOf } from '#src/money-out/refunds/read-refunds-at-bank.ts';
import { readBooked, readRefundStart } from '../payments/read-booked.ts';
import { type Discrepancy, discrepancy } from './discrepancy.ts';
import type { UnrequestedRefund } from './unrequested-refund.ts';
import {
  countUnrequestedUpTo,
  type FoundRefund,
  selectUnrequested,
  selectUnrequestedOfDay,
  upsertUnrequestedRefunds,
} from './unrequested-refund-store.ts';

const COUNT_MAX = 1_000;

export interface UnrequestedDeps extends DatabaseAndClock {
  readonly logger: Logger;
  /** The bank's name. */
  readonly bankName: string;
}

/**
 * Saves refunds of payments that this gateway did not request, each once, when the bank first
 * reports it; amount and nature follow the bank until it is booked. A worker books those of the
 * special mechanism (`bookDisputeReturns`); the others are left to an operator. Refunds of payments
 * that the bank received before this gateway first read its list are ignored. A payment whose
 * refunds can't be saved is set aside and read again later (`retryBankRefunds`); the others go on.
 */
export async function saveUnrequestedRefunds(
  deps: UnrequestedDeps,
  payments: readonly ReceivedPayment[],
): Promise<void> {
  const refunded = payments.filter(({ refunds }) => refunds.length > 0);
  await runDueWork(deps, refunded, {
    kind: 'bank_refund',
    idOf: ({ endToEndId }) => endToEndId,
    merchantOf: ({ endToEndId }) => endToEndId,
    run: async (database, some) => {
      await saveRefundsOf({ ...deps, database }, some);
      return some.length;
    },
  });
}

async function saveRefundsOf(
  deps: UnrequestedDeps,
  refunded: readonly ReceivedPayment[],
): Promise<void> {
  const { database, clock, logger, bankName } = deps;
  const ids = refunded.map(({ endToEndId }) => endToEndId);
  const requestedIds = await readRefundIdsOf(database, ids);
  const booked = await readBooked(database, ids);
  const { startedAt, bookedFrom } = await readRefundStart(database, bankName);
  const now = clock.now();
  const found = refunded
    .filter(({ endToEndId, receivedAt }) => booked.has(endToEndId) || receivedAt >= startedAt)
    .flatMap(({ endToEndId, refunds }) =>
      refunds
        .filter(({ refundId }) => !requestedIds.has(refundId))
        .map((refund) => foundRefund(endToEndId, refund, now)),
    );
  const unique = [...new Map(found.map((refund) => [nameOf(refund), refund])).values()];
  if (unique.length === 0) return;
  const fresh = await upsertUnrequestedRefunds(database, {
    bank: bankName,
    refunds: unique,
    foundAt: now,
    bookedFrom: Number.isFinite(bookedFrom) ? bookedFrom : null,
  });
  for (const { id, endToEndId, amount } of unique) {
    if (!fresh.has(id)) continue;
    logger.error(
      { endToEndId, amount: amount.toString() },
      'the bank made a refund that this gateway did not request',
    );
  }
}

/** The unrequested refunds of a day at Brasília, as discrepancies. */
export async function readUnrequestedOfDay(
  database: Queryable,
  bank: string,
  day: string,
): Promise<Discrepancy[]> {
  return (await selectUnrequestedOfDay(database, { bank, day })).map((refund) =>
    refund.status === 'failed'
      ? discrepancy('refund_failed_after_booking', refund.endToEndId, {
          amountHere: refund.amount,
          wordsHere: refund.chargeId ?? refund.incomingPaymentState,
          wordsAtBank: refund.returnId ?? refund.refundId,
        })
      : discrepancy('refund_not_asked', refund.endToEndId, {
          amountAtBank: refund.amount,
          wordsHere: refund.chargeId ?? refund.incomingPaymentState,
          wordsAtBank: refund.returnId ?? refund.refundId,
        }),
  );
}

/** Unrequested refunds, newest first. `before` is the `next` of the previous page. */
export async function listUnrequestedRefunds(
  database: Queryable,
  { before = ID_MAX, limit }: { before?: string | undefined; limit: number },
): Promise<Page<UnrequestedRefund>> {
  return readPage(
    limit,
    (rowsMax) => selectUnrequested(database, { before, limit: rowsMax }),
    ({ id }) => id,
  );
}

/** How many unrequested refunds there are; counts up to 1000. */
export async function countUnrequestedRefunds(database: Queryable): Promise<number> {
  return (await countUnrequestedUpTo(database, { limit: COUNT_MAX })).count;
}

function foundRefund(endToEndId: string, refund: BankRefund, now: number): FoundRefund {
  // The clock of the bank may be ahead, and a refund must not belong to a future day.
  const happenedAt = Math.min(refund.requestedAt ?? now, now);
  return {
    id: createId(now),
    endToEndId,
    refundId: refund.refundId,
    returnId: refund.returnId,
    amount: refund.amount,
    status: refund.status,
    isByBank: !refund.isRequestedByReceiver,
    happenedAt,
    disputeReason: refund.disputeReason,
  };
}

function nameOf({ endToEndId, refundId }: FoundRefund): string {
  return `${endToEndId} ${refundId}`;
}
