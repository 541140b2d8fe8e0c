import type { BankRefusal, SendingBank, SentPayout } from '#src/banking/live-bank.ts';
import { type OrderStep, takeOrderStep } from '#src/banking/take-order-step.ts';
import { idFromTxid, txidFromId } from '#src/pix/txid.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Logger } from '#src/platform/log.ts';
import { runClaimed } from '#src/platform/work/due-work.ts';
import {
  beginTry,
  type ClaimedPayoutRow,
  checkPayoutsNow,
  claimLivePayouts,
  endStep,
  leavePayoutLane,
  takePayoutLane,
} from './live-payout-store.ts';
import type { Payout } from './payout.ts';
import { checkEndedPayoutsNow } from './payout-return-store.ts';
import { type PayoutOutcome, payoutFromRow } from './payout-store.ts';
import { type SettleDeps, settlePayouts } from './settle-payouts.ts';

// Banks advise against sending from one account before the last payment has been answered.
const PAYOUTS_AT_ONCE = 1;

export interface SendDeps extends SettleDeps {
  readonly sending: SendingBank;
  readonly logger: Logger;
  /** For how long a payout is this worker's: longer than a step of it may take. */
  readonly bankLeaseMs: number;
  /** For how long after a try without a clear answer the bank is only asked. */
  readonly quarantineMs: number;
}

/**
 * One step of the state machine of live payouts. It stands in the database, so any worker can take
 * the next step after a crash. What a step does: `takeOrderStep`.
 * @returns whether there may be more.
 */
export async function sendLivePayouts(deps: SendDeps): Promise<boolean> {
  const now = deps.clock.now();
  const at = new Date(now);
  const until = new Date(now + deps.bankLeaseMs);
  if (!(await takePayoutLane(deps.database, at, until))) return false;
  const limit = PAYOUTS_AT_ONCE;
  const rows = await claimLivePayouts(deps.database, { at, until, limit });
  try {
    for (const row of rows) {
      await runClaimed(deps, { kind: 'payout', id: row.id }, () => takeStep(deps, row, until));
    }
  } finally {
    await leavePayoutLane(deps.database, until);
  }
  return rows.length > 0;
}

async function takeStep(deps: SendDeps, row: ClaimedPayoutRow, claim: Date): Promise<void> {
  const payout = payoutFromRow(row);
  const own = { key: payout, claim };
  const order = {
    uncertainAt: row.uncertain_at,
    isKnownAtBank: row.is_known_at_bank,
  };
  const id = txidFromId(payout.id);
  const doors = {
    find: () => deps.sending.findPayout(id),
    begin: (at: number) => beginTry(deps.database, own, new Date(at)),
    send: () => deps.sending.sendPayout(orderOf(payout)),
  };
  const step = await takeOrderStep(order, doors, deps);
  const end = endOf(deps, { payout, step, claim });
  if (end) {
    await deps.database.transaction((tx) => settlePayouts(deps, tx, [end]));
    return;
  }
  const { uncertainAt, isKnownAtBank, nextAt } = step;
  await endStep(deps.database, own, {
    nextAt: new Date(nextAt),
    uncertainAt: uncertainAt === null ? null : new Date(uncertainAt),
    isKnownAtBank,
  });
}

function orderOf(payout: Payout) {
  return {
    id: txidFromId(payout.id),
    amount: payout.amount,
    pixKey: payout.pixKey,
    pixKeyType: payout.pixKeyType,
    beneficiaryDocument: payout.beneficiary.document,
    description: payout.externalId ?? undefined,
  };
}

interface TakenStep {
  readonly payout: Payout;
  readonly step: OrderStep<SentPayout>;
  readonly claim: Date;
}

/** How a payout ended, as the bank tells for certain; undefined while it has not. */
function endOf(
  { logger }: Pick<SendDeps, 'logger'>,
  { payout, step: { found, refusal, uncertainAt }, claim }: TakenStep,
): PayoutOutcome | undefined {
  const { merchantId, environment, id } = payout;
  const key = { merchantId, environment, id };
  // An earlier try had no clear answer: the bank may do it yet, and is asked from time to time.
  const isWatched = uncertainAt !== null;
  if (refusal) return { ...failedMark(key, refusal), claim, isWatched };
  if (!found) return undefined;
  const { status, endToEndId } = found;
  if (found.amount !== payout.amount) {
    // Somebody has to look: nothing is booked by it.
    logger.error({ payout: id }, 'the bank has a payout with another amount');
    return undefined;
  }
  if (status === 'paid' && endToEndId !== null) {
    return { ...key, status: 'paid', endToEndId, failure: null };
  }
  if (status !== 'failed') return undefined;
  return failedMark(key, found.refusal ?? { code: 'refused', message: 'O banco não fez o Pix.' });
}

function failedMark(
  key: Pick<Payout, 'merchantId' | 'environment' | 'id'>,
  { code, message }: Pick<BankRefusal, 'code' | 'message'>,
): PayoutOutcome {
  return { ...key, status: 'failed', endToEndId: null, failure: { code, message } };
}

/** Lets payouts be asked about now that the bank told of by itself. */
export async function checkReportedPayoutsNow(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  bankIds: readonly string[],
): Promise<void> {
  const ids = bankIds.flatMap((id) => idFromTxid(id) ?? []);
  if (ids.length === 0) return;
  const at = new Date(clock.now());
  await checkPayoutsNow(database, ids, at);
  await checkEndedPayoutsNow(database, ids, at);
}
