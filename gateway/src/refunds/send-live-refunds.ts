import type { BankRefund, Outcome, ReceivingBank } from '#src/banking/live-bank.ts';
import { centavos } from '#src/money/centavos.ts';
import { txidFromId } from '#src/pix/txid.ts';
import { askAgainAt, type ClaimedRefundRow, claimLiveRefunds } from './live-refund-store.ts';
import type { RefundEnd, RefundRow } from './refund-store.ts';
import { type SettleRefundNeeds, settleRefunds } from './settle-refunds.ts';

const REFUNDS_AT_ONCE = 8;
const SECOND_MS = 1_000;
/** How long the bank is left alone after each asking. */
const PAUSES_SECONDS = [1, 2, 5, 10, 30, 60];
const PAUSE_SECONDS_MAX = 60;

export interface SendRefundNeeds extends SettleRefundNeeds {
  readonly receiving: Pick<ReceivingBank, 'sendRefund' | 'findRefund'>;
  /** For how long a refund is this worker's: longer than a step of it may take. */
  readonly bankPatienceMs: number;
}

/**
 * One step of the state machine of live refunds. It stands in the database, so any worker can take
 * the next step after a crash: the first time a refund is sent; from the second time on the bank is
 * asked by the refund's id first, and only what it doesn't know is sent, under the same id. A
 * timeout is no answer. A definite refusal gives the reservation back.
 * @returns whether there may be more.
 */
export async function sendLiveRefunds(needs: SendRefundNeeds): Promise<boolean> {
  const now = needs.clock.now();
  const rows = await claimLiveRefunds(needs.database, {
    at: new Date(now),
    until: new Date(now + needs.bankPatienceMs),
    limit: REFUNDS_AT_ONCE,
  });
  const steps = await Promise.allSettled(rows.map((row) => takeStep(needs, row)));
  for (const step of steps) if (step.status === 'rejected') throw step.reason;
  return rows.length === REFUNDS_AT_ONCE;
}

async function takeStep(needs: SendRefundNeeds, row: ClaimedRefundRow): Promise<void> {
  const tries = Number(row.send_count);
  const outcome = await askOrSend(needs.receiving, row, tries);
  const end = endOf(row, outcome);
  if (end) {
    await needs.database.transaction((tx) => settleRefunds(tx, [end], needs.clock.now()));
    return;
  }
  const seconds =
    outcome.kind === 'unavailable'
      ? outcome.retryAfterSeconds
      : (PAUSES_SECONDS[tries - 1] ?? PAUSE_SECONDS_MAX);
  const at = new Date(needs.clock.now() + seconds * SECOND_MS);
  await askAgainAt(needs.database, keyOf(row), at);
}

async function askOrSend(
  { sendRefund, findRefund }: SendRefundNeeds['receiving'],
  row: RefundRow,
  tries: number,
): Promise<Outcome<BankRefund>> {
  const refundId = txidFromId(row.id);
  const { end_to_end_id: endToEndId, amount_centavos: amount } = row;
  if (tries > 1) {
    const found = await findRefund(endToEndId, refundId);
    // A bank that refuses the question has said nothing about the refund.
    if (found.kind === 'refused') return { kind: 'unknown', reason: found.refusal.bankWords };
    if (found.kind !== 'done') return found;
    if (found.value) return sameAmount(found.value, amount);
  }
  const reason = row.reason ?? undefined;
  return sendRefund({ endToEndId, refundId, amount: centavos(amount), reason });
}

/** Another amount under our id is for somebody to look at: nothing is booked by it. */
function sameAmount(refund: BankRefund, amount: bigint): Outcome<BankRefund> {
  if (refund.amount === amount) return { kind: 'done', value: refund };
  return { kind: 'unknown', reason: 'the bank has the refund with another amount' };
}

/** How a refund ended, as the bank tells for certain; undefined while it has not. */
function endOf(row: RefundRow, outcome: Outcome<BankRefund>): RefundEnd | undefined {
  if (outcome.kind === 'refused') {
    const { code, message } = outcome.refusal;
    return { ...keyOf(row), status: 'failed', returnId: null, failure: { code, message } };
  }
  if (outcome.kind !== 'done') return undefined;
  const { status, returnId, reason } = outcome.value;
  if (status === 'done') return { ...keyOf(row), status, returnId, failure: null };
  if (status !== 'failed') return undefined;
  const failure = { code: 'refused', message: reason ?? 'O banco não fez a devolução.' };
  return { ...keyOf(row), status, returnId, failure };
}

function keyOf(row: RefundRow) {
  return { merchantId: row.merchant_id, environment: row.environment, id: row.id };
}
