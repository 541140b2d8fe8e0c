import type { BankRefund, ReceivingBank } from '#src/banking/live-bank.ts';
import { type OrderStep, takeOrderStep } from '#src/banking/take-order-step.ts';
import { centavos } from '#src/money/centavos.ts';
import { idFromTxid, txidFromId } from '#src/pix/txid.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Logger } from '#src/platform/log.ts';
import { runClaimed } from '#src/platform/work/due-work.ts';
import {
  beginTry,
  type ClaimedRefundRow,
  checkRefundsNow,
  claimLiveRefunds,
  endStep,
} from './live-refund-store.ts';
import type { RefundOutcome, RefundRow } from './refund-store.ts';
import { type SettleRefundDeps, settleRefunds } from './settle-refunds.ts';

const REFUNDS_AT_ONCE = 8;

export interface SendRefundDeps extends SettleRefundDeps {
  readonly receiving: Pick<ReceivingBank, 'sendRefund' | 'findRefund'>;
  readonly logger: Logger;
  /** For how long a refund is this worker's: longer than a step of it may take. */
  readonly bankLeaseMs: number;
  /** For how long after a try without a clear answer the bank is only asked. */
  readonly quarantineMs: number;
}

/**
 * One step of the state machine of live refunds. It stands in the database, so any worker can take
 * the next step after a crash. What a step does: `takeOrderStep`.
 * @returns whether there may be more.
 */
export async function sendLiveRefunds(deps: SendRefundDeps): Promise<boolean> {
  const now = deps.clock.now();
  const until = new Date(now + deps.bankLeaseMs);
  const rows = await claimLiveRefunds(deps.database, {
    at: new Date(now),
    until,
    limit: REFUNDS_AT_ONCE,
  });
  const steps = await Promise.allSettled(
    rows.map((row) =>
      runClaimed(deps, { kind: 'refund', id: row.id }, () => takeStep(deps, row, until)),
    ),
  );
  for (const step of steps) if (step.status === 'rejected') throw step.reason;
  return rows.length === REFUNDS_AT_ONCE;
}

async function takeStep(deps: SendRefundDeps, row: ClaimedRefundRow, claim: Date): Promise<void> {
  const own = { key: keyOf(row), claim };
  const order = {
    uncertainAt: row.uncertain_at,
    isKnownAtBank: row.is_known_at_bank,
  };
  const { end_to_end_id: endToEndId } = row;
  const refundId = txidFromId(row.id);
  const amount = centavos(row.amount_centavos);
  const reason = row.reason ?? undefined;
  const doors = {
    find: () => deps.receiving.findRefund(endToEndId, refundId),
    begin: (at: number) => beginTry(deps.database, own, new Date(at)),
    send: () => deps.receiving.sendRefund({ endToEndId, refundId, amount, reason }),
  };
  const step = await takeOrderStep(order, doors, deps);
  const end = endOf(deps, { row, step, claim });
  if (end) {
    await deps.database.transaction((tx) => settleRefunds(tx, [end], deps.clock.now()));
    return;
  }
  const { uncertainAt, isKnownAtBank, nextAt } = step;
  await endStep(deps.database, own, {
    nextAt: new Date(nextAt),
    uncertainAt: uncertainAt === null ? null : new Date(uncertainAt),
    isKnownAtBank,
  });
}

interface TakenStep {
  readonly row: RefundRow;
  readonly step: OrderStep<BankRefund>;
  readonly claim: Date;
}

/** How a refund ended, as the bank tells for certain; undefined while it has not. */
function endOf(
  { logger }: Pick<SendRefundDeps, 'logger'>,
  { row, step: { found, refusal, uncertainAt }, claim }: TakenStep,
): RefundOutcome | undefined {
  if (refusal) {
    const { code, message } = refusal;
    const failed = { status: 'failed', returnId: null, failure: { code, message } } as const;
    // An earlier try had no clear answer: the bank may do it yet, and is asked from time to time.
    return { ...keyOf(row), ...failed, claim, isWatched: uncertainAt !== null };
  }
  if (!found) return undefined;
  const { status, returnId, reason, amount } = found;
  if (amount !== row.amount_centavos) {
    // Somebody has to look: nothing is booked by it.
    logger.error({ refund: row.id }, 'the bank has a refund with another amount');
    return undefined;
  }
  if (status === 'done') return { ...keyOf(row), status, returnId, failure: null };
  if (status !== 'failed') return undefined;
  const failure = { code: 'refused', message: reason ?? 'O banco não fez a devolução.' };
  return { ...keyOf(row), status, returnId, failure };
}

function keyOf(row: RefundRow) {
  return { merchantId: row.merchant_id, environment: row.environment, id: row.id };
}

/** A refund that the bank told of by itself, by the bank's ids. */
export interface ReportedRefund {
  readonly endToEndId: string;
  readonly refundId: string;
}

/** Lets refunds be asked about now that the bank told of by itself. */
export async function checkReportedRefundsNow(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  told: readonly ReportedRefund[],
): Promise<void> {
  const ids = told.flatMap(({ refundId }) => idFromTxid(refundId) ?? []);
  if (ids.length === 0) return;
  const endToEndIds = told.map(({ endToEndId }) => endToEndId);
  await checkRefundsNow(database, { endToEndIds, ids, at: new Date(clock.now()) });
}
