import type { BankRefusal, Outcome, SendingBank, SentPayout } from '#src/banking/live-bank.ts';
import { idFromTxid, txidFromId } from '#src/pix/txid.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database } from '#src/platform/database.ts';
import {
  askAgainAt,
  type ClaimedPayoutRow,
  claimLivePayouts,
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
const SECOND_MS = 1_000;
/** How long the bank is left alone after each asking. */
const PAUSES_SECONDS = [1, 2, 5, 10, 30, 60];

export interface SendNeeds extends SettleNeeds {
  readonly sending: SendingBank;
  /** For how long a payout is this worker's: longer than a step of it may take. */
  readonly bankPatienceMs: number;
}

/**
 * One step of the state machine of live payouts. It stands in the database, so any worker can take
 * the next step after a crash: the first time a payout is sent; from the second time on the bank is
 * asked by the payout's id first, and only what it doesn't know is sent, under the same id. A
 * timeout is no answer. A definite refusal gives the reservation back.
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
    for (const row of rows) await takeStep(needs, row);
  } finally {
    await leavePayoutLane(needs.database, until);
  }
  return rows.length > 0;
}

async function takeStep(needs: SendNeeds, row: ClaimedPayoutRow): Promise<void> {
  const payout = payoutFromRow(row);
  const outcome = await askOrSend(needs.sending, payout, Number(row.send_count));
  const end = endOf(payout, outcome);
  if (end) {
    await needs.database.transaction((tx) => settlePayouts(needs, tx, [end]));
    return;
  }
  const tries = Number(row.send_count);
  const seconds =
    outcome.kind === 'unavailable' ? outcome.retryAfterSeconds : (PAUSES_SECONDS[tries - 1] ?? 60);
  await askAgainAt(needs.database, payout, new Date(needs.clock.now() + seconds * SECOND_MS));
}

async function askOrSend(
  sending: SendingBank,
  payout: Payout,
  tries: number,
): Promise<Outcome<SentPayout>> {
  const id = txidFromId(payout.id);
  if (tries > 1) {
    const found = await sending.findPayout(id);
    if (found.kind !== 'done') return found.kind === 'refused' ? unclear(found.refusal) : found;
    if (found.value) return { kind: 'done', value: found.value };
  }
  return sending.sendPayout({
    id,
    amount: payout.amount,
    pixKey: payout.pixKey,
    pixKeyType: payout.pixKeyType,
    beneficiaryDocument: payout.beneficiary.document,
    description: payout.externalId ?? undefined,
  });
}

/** A bank that refuses the question has said nothing about the payout. */
function unclear({ bankWords }: BankRefusal): Outcome<SentPayout> {
  return { kind: 'unknown', reason: bankWords };
}

/** How a payout ended, as the bank tells for certain; undefined while it has not. */
function endOf(payout: Payout, outcome: Outcome<SentPayout>): SettlementMark | undefined {
  const { merchantId, environment, id } = payout;
  const key = { merchantId, environment, id };
  if (outcome.kind === 'refused') return failedMark(key, outcome.refusal);
  if (outcome.kind !== 'done') return undefined;
  const { status, endToEndId, refusal } = outcome.value;
  if (status === 'paid' && endToEndId !== null) {
    return { ...key, status: 'paid', endToEndId, failure: null };
  }
  if (status !== 'failed') return undefined;
  return failedMark(key, refusal ?? { code: 'refused', message: 'O banco não fez o Pix.' });
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
