import type { BankRefusal, SendingBank, SentPayout } from '#src/bank/live-bank.ts';
import { findBeforeSend } from '#src/bank/orders/find-before-send.ts';
import type { OrderStep } from '#src/bank/orders/take-order-step.ts';
import { refusalOfWithdrawn } from '#src/bank/orders/withdrawn-orders.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import type { Logger } from '#src/ground/log.ts';
import { idFromTxid, txidFromId } from '#src/ground/pix/txid.ts';
import { runClaimed } from '#src/ground/work/due-work.ts';
import {
  beginAttempt,
  type ClaimedPayoutRow,
  checkPayoutsNow,
  claimLivePayouts,
  releasePayoutLease,
  saveProgress,
  takePayoutLease,
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
  /** The lease of a payout: longer than a step may take. */
  readonly bankLeaseMs: number;
  /** The time after an unclear answer in which the payout is not sent again. */
  readonly quarantineMs: number;
}

/**
 * Takes one step of a live payout that is due. Its state is in the database, so after a crash any
 * worker can take the next step. `takeOrderStep` says what a step does. Does nothing while another
 * process has the lease. Throws when the database is away.
 * @returns whether there may be more.
 */
export async function sendLivePayouts(deps: SendDeps): Promise<boolean> {
  const now = deps.clock.now();
  const at = new Date(now);
  const until = new Date(now + deps.bankLeaseMs);
  if (!(await takePayoutLease(deps.database, at, until))) return false;
  const limit = PAYOUTS_AT_ONCE;
  const rows = await claimLivePayouts(deps.database, { at, until, limit });
  try {
    for (const row of rows) {
      await runClaimed(deps, { kind: 'payout', id: row.id }, () => takeStep(deps, row, until));
    }
  } finally {
    await releasePayoutLease(deps.database, until);
  }
  return rows.length > 0;
}

function takeStep(deps: SendDeps, row: ClaimedPayoutRow, claim: Date): Promise<void> {
  const payout = payoutFromRow(row);
  const claimed = { key: payout, claim };
  const id = txidFromId(payout.id);
  // A withdrawn payout is asked about, and fails instead of being sent.
  const refused = refusalOfWithdrawn(row);
  return findBeforeSend(
    { uncertainAt: row.uncertain_at, isKnownAtBank: row.is_known_at_bank },
    {
      find: () => deps.sending.findPayout(id),
      begin: async (at) =>
        refused !== undefined || beginAttempt(deps.database, claimed, new Date(at)),
      send: async () => refused ?? deps.sending.sendPayout(orderOf(payout)),
      outcomeOf: (step) => outcomeOf(deps, { payout, step, claim, refused }),
      settle: async (outcome) => {
        await deps.database.transaction((tx) => settlePayouts(deps, tx, [outcome]));
      },
      saveProgress: (progress) => saveProgress(deps.database, claimed, progress),
    },
    deps,
  );
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
  /** Set for a withdrawn payout. */
  readonly refused: ReturnType<typeof refusalOfWithdrawn>;
}

/** The definite outcome of a payout at the bank; undefined while it has not ended. */
function outcomeOf(
  { logger }: Pick<SendDeps, 'logger'>,
  { payout, step: { found, refusal, uncertainAt }, claim, refused }: TakenStep,
): PayoutOutcome | undefined {
  const { merchantId, environment, id } = payout;
  const key = { merchantId, environment, id };
  // An earlier attempt had no clear answer: the bank may still pay, so it is checked later.
  const isWatched = uncertainAt !== null;
  if (refusal) return { ...failedOutcome(key, refusal), claim, isWatched };
  if (!found) return undefined;
  const { status, endToEndId } = found;
  if (found.amount !== payout.amount) {
    // Nothing is booked; the operator finds the error in the log.
    logger.error({ payout: id }, 'the bank has a payout with another amount');
    return undefined;
  }
  if (status === 'paid' && endToEndId !== null) {
    return { ...key, status: 'paid', endToEndId, failure: null };
  }
  if (status !== 'failed') return undefined;
  return failedOutcome(
    key,
    refused?.refusal ?? found.refusal ?? { code: 'refused', message: 'O banco não fez o Pix.' },
  );
}

function failedOutcome(
  key: Pick<Payout, 'merchantId' | 'environment' | 'id'>,
  { code, message }: Pick<BankRefusal, 'code' | 'message'>,
): PayoutOutcome {
  return { ...key, status: 'failed', endToEndId: null, failure: { code, message } };
}

/** Makes the check of payouts due now: a call-back or a list of the bank has named them. */
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
