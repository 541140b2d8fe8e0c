import type { BankRefusal, SendingBank, SentPayout } from '#src/banking/live-bank.ts';
import { type OrderStep, takeOrderStep } from '#src/banking/take-order-step.ts';
import { idFromTxid, txidFromId } from '#src/pix/txid.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database.ts';
import { runClaimed } from '#src/platform/due-work.ts';
import type { Logger } from '#src/platform/log.ts';
import {
  beginTry,
  type ClaimedPayoutRow,
  claimLivePayouts,
  endStep,
  hurryPayouts,
  leavePayoutLane,
  takePayoutLane,
} from './live-payout-store.ts';
import type { Payout } from './payout.ts';
import { hurryReturns } from './payout-return-store.ts';
import { payoutFromRow, type SettlementMark } from './payout-store.ts';
import { type SettleNeeds, settlePayouts } from './settle-payouts.ts';

// Banks advise against sending from one account before the last payment has been answered.
const PAYOUTS_AT_ONCE = 1;

export interface SendNeeds extends SettleNeeds {
  readonly sending: SendingBank;
  readonly logger: Logger;
  /** For how long a payout is this worker's: longer than a step of it may take. */
  readonly bankPatienceMs: number;
  /** For how long after a try without a clear answer the bank is only asked. */
  readonly quarantineMs: number;
}

/**
 * One step of the state machine of live payouts. It stands in the database, so any worker can take
 * the next step after a crash. What a step does: `takeOrderStep`.
 * @returns whether there may be more.
 */
export async function sendLivePayouts(needs: SendNeeds): Promise<boolean> {
  const now = needs.clock.now();
  const at = new Date(now);
  const until = new Date(now + needs.bankPatienceMs);
  if (!(await takePayoutLane(needs.database, at, until))) return false;
  const limit = PAYOUTS_AT_ONCE;
  const rows = await claimLivePayouts(needs.database, { at, until, limit });
  try {
    for (const row of rows) {
      await runClaimed(needs, { kind: 'payout', id: row.id }, () => takeStep(needs, row, until));
    }
  } finally {
    await leavePayoutLane(needs.database, until);
  }
  return rows.length > 0;
}

async function takeStep(needs: SendNeeds, row: ClaimedPayoutRow, claim: Date): Promise<void> {
  const payout = payoutFromRow(row);
  const own = { key: payout, claim };
  const order = {
    uncertainAt: row.uncertain_at,
    isKnownAtBank: row.is_known_at_bank,
  };
  const id = txidFromId(payout.id);
  const doors = {
    find: () => needs.sending.findPayout(id),
    begin: (at: number) => beginTry(needs.database, own, new Date(at)),
    send: () => needs.sending.sendPayout(orderOf(payout)),
  };
  const step = await takeOrderStep(order, doors, needs);
  const end = endOf(needs, { payout, step, claim });
  if (end) {
    await needs.database.transaction((tx) => settlePayouts(needs, tx, [end]));
    return;
  }
  const { uncertainAt, isKnownAtBank, nextAt } = step;
  await endStep(needs.database, own, {
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
  { logger }: Pick<SendNeeds, 'logger'>,
  { payout, step: { found, refusal, uncertainAt }, claim }: TakenStep,
): SettlementMark | undefined {
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
): SettlementMark {
  return { ...key, status: 'failed', endToEndId: null, failure: { code, message } };
}

/** Lets payouts be asked about now that the bank told of by itself. */
export async function hurryToldPayouts(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  bankIds: readonly string[],
): Promise<void> {
  const ids = bankIds.flatMap((id) => idFromTxid(id) ?? []);
  if (ids.length === 0) return;
  const at = new Date(clock.now());
  await hurryPayouts(database, ids, at);
  await hurryReturns(database, ids, at);
}
