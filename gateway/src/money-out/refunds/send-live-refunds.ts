import type { BankRefund, ReceivingBank } from '#src/bank/live-bank.ts';
import { findBeforeSend } from '#src/bank/orders/find-before-send.ts';
import type { OrderStep } from '#src/bank/orders/take-order-step.ts';
import { refusalOfWithdrawn } from '#src/bank/orders/withdrawn-orders.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { Logger } from '#src/ground/log.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { idFromTxid, txidFromId } from '#src/ground/pix/txid.ts';
import { runClaimed } from '#src/ground/work/due-work.ts';
import {
  beginAttempt,
  type ClaimedRefundRow,
  checkRefundsNow,
  claimLiveRefunds,
  saveProgress,
} from './live-refund-store.ts';
import type { RefundOutcome, RefundRow } from './refund-store.ts';
import { type SettleRefundDeps, settleRefunds } from './settle-refunds.ts';

const REFUNDS_AT_ONCE = 8;

export interface SendRefundDeps extends SettleRefundDeps {
  readonly receiving: Pick<ReceivingBank, 'sendRefund' | 'findRefund'>;
  readonly logger: Logger;
  /** The lease of a refund: longer than a step may take. */
  readonly bankLeaseMs: number;
  /** The time after an unclear answer in which the refund is not sent again. */
  readonly quarantineMs: number;
}

/**
 * Takes one step of each live refund that is due. Their state is in the database, so after a crash
 * any worker can take the next step. `takeOrderStep` says what a step does. Throws when the
 * database is away.
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

function takeStep(deps: SendRefundDeps, row: ClaimedRefundRow, claim: Date): Promise<void> {
  const claimed = { key: keyOf(row), claim };
  const { end_to_end_id: endToEndId } = row;
  const refundId = txidFromId(row.id);
  const amount = centavos(row.amount_centavos);
  const reason = row.reason ?? undefined;
  // A withdrawn refund is asked about, and fails instead of being sent.
  const refused = refusalOfWithdrawn(row);
  return findBeforeSend(
    { uncertainAt: row.uncertain_at, isKnownAtBank: row.is_known_at_bank },
    {
      find: () => deps.receiving.findRefund(endToEndId, refundId),
      begin: async (at) =>
        refused !== undefined || beginAttempt(deps.database, claimed, new Date(at)),
      send: async () =>
        refused ?? deps.receiving.sendRefund({ endToEndId, refundId, amount, reason }),
      outcomeOf: (step) => outcomeOf(deps, { row, step, claim }),
      settle: async (outcome) => {
        await deps.database.transaction((tx) => settleRefunds(tx, [outcome], deps.clock.now()));
      },
      saveProgress: (progress) => saveProgress(deps.database, claimed, progress),
    },
    deps,
  );
}

interface TakenStep {
  readonly row: RefundRow;
  readonly step: OrderStep<BankRefund>;
  readonly claim: Date;
}

/** The definite outcome of a refund at the bank; undefined while it has not ended. */
function outcomeOf(
  { logger }: Pick<SendRefundDeps, 'logger'>,
  { row, step: { found, refusal, uncertainAt }, claim }: TakenStep,
): RefundOutcome | undefined {
  if (refusal) {
    const { code, message } = refusal;
    const failed = { status: 'failed', returnId: null, failure: { code, message } } as const;
    // An earlier attempt had no clear answer: the bank may still refund, so it is checked later.
    return { ...keyOf(row), ...failed, claim, isWatched: uncertainAt !== null };
  }
  if (!found) return undefined;
  const { status, returnId, reason, amount } = found;
  if (amount !== row.amount_centavos) {
    // Nothing is booked; the operator finds the error in the log.
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

/** A refund that a call-back or a list of the bank has named, by the bank's ids. */
export interface ReportedRefund {
  readonly endToEndId: string;
  readonly refundId: string;
}

/** Makes the check of reported refunds due now. */
export async function checkReportedRefundsNow(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  reported: readonly ReportedRefund[],
): Promise<void> {
  const ids = reported.flatMap(({ refundId }) => idFromTxid(refundId) ?? []);
  if (ids.length === 0) return;
  const endToEndIds = reported.map(({ endToEndId }) => endToEndId);
  await checkRefundsNow(database, { endToEndIds, ids, at: new Date(clock.now()) });
}
