import type { ReceivedPayment } from '#src/banking/live-bank.ts';
import { confirmPaymentsIn } from '#src/charges/confirm-payments.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { receiptSuspended } from '#src/ledger/posting.ts';
import { idFromTxid } from '#src/pix/txid.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database.ts';
import { runDueWork } from '#src/platform/due-work.ts';
import { createId } from '#src/platform/ids.ts';
import type { Logger } from '#src/platform/log.ts';
import type { Receipt, ReceiptReason } from './receipt.ts';
import {
  decideReceipts,
  findCharges,
  insertReceipts,
  type ReceiptDecision,
  type ReceivedCharge,
} from './receipt-store.ts';

export interface BookNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The bank's name, and the key that is received on: money to another key is not ours to book. */
  readonly bank: { readonly name: string; readonly pixKey: string };
}

/**
 * Books what a bank has received, as the bank itself says when it is asked: each payment once, by
 * its end-to-end id. What fits a charge pays it, also an expired one; what doesn't is held in
 * suspense for an operator. All in one transaction; a payment whose booking fails is set aside and
 * read at the bank again later (`retryReceipts`), so that it stops no other and is not lost.
 * @returns how many were new.
 */
export async function bookReceipts(
  needs: BookNeeds,
  payments: readonly ReceivedPayment[],
): Promise<number> {
  const unique = new Map(payments.map((payment) => [payment.endToEndId, payment]));
  let found = 0;
  await runDueWork(needs, [...unique.values()], {
    kind: 'receipt',
    idOf: ({ endToEndId }) => endToEndId,
    // Whose money it is is not known yet.
    merchantOf: ({ endToEndId }) => endToEndId,
    run: async (database, some) => {
      const fresh = await bookAll({ ...needs, database }, some);
      found += fresh;
      return fresh;
    },
  });
  return found;
}

async function bookAll(needs: BookNeeds, payments: readonly ReceivedPayment[]): Promise<number> {
  const now = needs.clock.now();
  const receipts = payments.map((payment) => ({ id: createId(now), payment }));
  const suspended = await needs.database.transaction(async (tx) => {
    const fresh = await insertReceipts(tx, needs.bank.name, receipts, new Date(now));
    const own = receipts.filter(({ payment }) => fresh.has(payment.endToEndId));
    const decisions = await payCharges(tx, own, { now, pixKey: needs.bank.pixKey });
    await suspend(tx, own, { decisions, now });
    decideReceipts(tx, decisions);
    return { count: own.length, held: decisions.filter(({ state }) => state === 'suspense') };
  });
  for (const { endToEndId, reason } of suspended.held) {
    needs.logger.warn({ endToEndId, reason }, 'a payment fits no charge and is held in suspense');
  }
  return suspended.count;
}

async function payCharges(
  tx: Transaction,
  receipts: readonly Receipt[],
  { now, pixKey }: { now: number; pixKey: string },
): Promise<ReceiptDecision[]> {
  const ids = receipts.flatMap(({ payment: { txid } }) => idFromTxid(txid ?? '') ?? []);
  const charges = new Map((await findCharges(tx, ids)).map((charge) => [charge.id, charge]));
  const matches = receipts.map(({ payment }) => matchOf(payment, charges, pixKey));
  // Of two payments of one charge the first pays it.
  const first = new Map<string, (typeof matches)[number]>();
  for (const match of matches) {
    if (match.reason === undefined && !first.has(match.charge.id)) {
      first.set(match.charge.id, match);
    }
  }
  const paid = await confirmPaymentsIn(
    tx,
    [...first.values()].flatMap(({ payment, charge }) =>
      charge ? [paymentOf(payment, charge)] : [],
    ),
    now,
  );
  const paidBy = new Map(paid.map(({ endToEndId, id }) => [endToEndId, id]));
  return matches.map(({ payment, charge, reason }) => {
    const isPaid = paidBy.has(payment.endToEndId);
    return {
      endToEndId: payment.endToEndId,
      state: isPaid ? 'charge' : 'suspense',
      reason: isPaid ? null : (reason ?? 'already_paid'),
      charge: charge && { merchantId: charge.merchant_id, id: charge.id },
    };
  });
}

type Match =
  | { payment: ReceivedPayment; charge: ReceivedCharge; reason: undefined }
  | { payment: ReceivedPayment; charge: ReceivedCharge | undefined; reason: ReceiptReason };

/** The charge that a payment is for, or why it is for none. */
function matchOf(
  payment: ReceivedPayment,
  charges: ReadonlyMap<string, ReceivedCharge>,
  pixKey: string,
): Match {
  const charge = charges.get(idFromTxid(payment.txid ?? '') ?? '');
  if (charge?.environment !== 'live') {
    return { payment, charge: undefined, reason: 'unknown_charge' };
  }
  // A bank need not tell the key; when it does, money to another key is somebody else's.
  if (payment.pixKey !== null && payment.pixKey !== pixKey) {
    return { payment, charge, reason: 'another_key' };
  }
  if (charge.amount_centavos !== payment.amount) {
    return { payment, charge, reason: 'amount_differs' };
  }
  return { payment, charge, reason: undefined };
}

function paymentOf({ endToEndId, receivedAt: paidAt }: ReceivedPayment, charge: ReceivedCharge) {
  return { ...keyOf(charge), endToEndId, paidAt, acceptsExpired: true };
}

function keyOf({ merchant_id: merchantId, environment, id }: ReceivedCharge) {
  return { merchantId, environment, id };
}

/** Holds what fits no charge in the platform's own book. */
async function suspend(
  tx: Transaction,
  receipts: readonly Receipt[],
  { decisions, now }: { decisions: readonly ReceiptDecision[]; now: number },
): Promise<void> {
  const held = new Set(
    decisions.filter(({ state }) => state === 'suspense').map(({ endToEndId }) => endToEndId),
  );
  if (held.size === 0) return;
  const book = { merchantId: PLATFORM_MERCHANT_ID, environment: 'live', isSandbox: false } as const;
  const locked = await lockForPosting(tx, [
    { ...book, accounts: [accounts.bank, accounts.suspense] },
  ]);
  for (const { id, payment } of receipts) {
    if (!held.has(payment.endToEndId)) continue;
    const subject = { merchantId: book.merchantId, environment: book.environment, referenceId: id };
    if (!locked.add(receiptSuspended(subject, payment.amount))) {
      throw new Error(`the payment ${payment.endToEndId} was not posted`);
    }
  }
  locked.write(now);
}
