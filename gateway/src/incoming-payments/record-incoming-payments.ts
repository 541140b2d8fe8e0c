import type { ReceivedPayment } from '#src/banking/live-bank.ts';
import { confirmPaymentsIn } from '#src/charges/confirm-payments.ts';
import { type FoundCharge, findChargesByIds } from '#src/charges/find-charges.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { incomingPaymentSuspended } from '#src/ledger/posting.ts';
import { idFromTxid } from '#src/pix/txid.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database/database.ts';
import { createId } from '#src/platform/ids.ts';
import type { Logger } from '#src/platform/log.ts';
import { runDueWork } from '#src/platform/work/due-work.ts';
import type { IncomingPayment, IncomingPaymentReason } from './incoming-payment.ts';
import {
  decideIncomingPayments,
  type IncomingPaymentDecision,
  insertIncomingPayments,
} from './incoming-payment-store.ts';

export interface RecordDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The bank's name, and our Pix key: a payment to another key pays no charge. */
  readonly bank: { readonly name: string; readonly pixKey: string };
}

/**
 * Books payments that the bank reported when it was asked, each once by its end-to-end id. A
 * payment that matches a charge pays it, even an expired one; every other payment is held in
 * suspense for an operator. All are booked in one transaction. A payment whose booking fails is set
 * aside and read at the bank again later (`retryIncomingPayments`), so that it delays no other
 * payment and is not lost.
 * @returns how many payments were new.
 */
export async function recordIncomingPayments(
  deps: RecordDeps,
  payments: readonly ReceivedPayment[],
): Promise<number> {
  const unique = new Map(payments.map((payment) => [payment.endToEndId, payment]));
  let found = 0;
  await runDueWork(deps, [...unique.values()], {
    kind: 'incoming_payment',
    idOf: ({ endToEndId }) => endToEndId,
    // The merchant is not known yet.
    merchantOf: ({ endToEndId }) => endToEndId,
    run: async (database, some) => {
      const fresh = await bookAll({ ...deps, database }, some);
      found += fresh;
      return fresh;
    },
  });
  return found;
}

async function bookAll(deps: RecordDeps, payments: readonly ReceivedPayment[]): Promise<number> {
  const now = deps.clock.now();
  const incomingPayments = payments.map((payment) => ({ id: createId(now), payment }));
  const suspended = await deps.database.transaction(async (tx) => {
    const fresh = await insertIncomingPayments(tx, deps.bank.name, incomingPayments, new Date(now));
    const own = incomingPayments.filter(({ payment }) => fresh.has(payment.endToEndId));
    const decisions = await payCharges(tx, own, { now, pixKey: deps.bank.pixKey });
    await suspend(tx, own, { decisions, now });
    decideIncomingPayments(tx, decisions);
    return { count: own.length, held: decisions.filter(({ state }) => state === 'suspense') };
  });
  for (const { endToEndId, reason } of suspended.held) {
    deps.logger.warn({ endToEndId, reason }, 'a payment matches no charge and is held in suspense');
  }
  return suspended.count;
}

async function payCharges(
  tx: Transaction,
  incomingPayments: readonly IncomingPayment[],
  { now, pixKey }: { now: number; pixKey: string },
): Promise<IncomingPaymentDecision[]> {
  const ids = incomingPayments.flatMap(({ payment: { txid } }) => idFromTxid(txid ?? '') ?? []);
  const charges = new Map((await findChargesByIds(tx, ids)).map((charge) => [charge.id, charge]));
  const matches = incomingPayments.map(({ payment }) => matchOf(payment, charges, pixKey));
  // Only the first of several payments pays a charge.
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
      charge: charge && { merchantId: charge.merchantId, id: charge.id },
    };
  });
}

type Match =
  | { payment: ReceivedPayment; charge: FoundCharge; reason: undefined }
  | { payment: ReceivedPayment; charge: FoundCharge | undefined; reason: IncomingPaymentReason };

/** The charge that a payment names, and why the payment does not pay it, if so. */
function matchOf(
  payment: ReceivedPayment,
  charges: ReadonlyMap<string, FoundCharge>,
  pixKey: string,
): Match {
  const charge = charges.get(idFromTxid(payment.txid ?? '') ?? '');
  if (charge?.environment !== 'live') {
    return { payment, charge: undefined, reason: 'unknown_charge' };
  }
  // Not every bank reports the key. A payment to another key is not for this charge.
  if (payment.pixKey !== null && payment.pixKey !== pixKey) {
    return { payment, charge, reason: 'another_key' };
  }
  if (charge.amount !== payment.amount) {
    return { payment, charge, reason: 'amount_differs' };
  }
  return { payment, charge, reason: undefined };
}

function paymentOf({ endToEndId, receivedAt: paidAt }: ReceivedPayment, charge: FoundCharge) {
  return { ...keyOf(charge), endToEndId, paidAt, acceptsExpired: true };
}

function keyOf({ merchantId, environment, id }: FoundCharge) {
  return { merchantId, environment, id };
}

/** Books payments that match no charge to suspense, in the platform's scope. */
async function suspend(
  tx: Transaction,
  incomingPayments: readonly IncomingPayment[],
  { decisions, now }: { decisions: readonly IncomingPaymentDecision[]; now: number },
): Promise<void> {
  const held = new Set(
    decisions.filter(({ state }) => state === 'suspense').map(({ endToEndId }) => endToEndId),
  );
  if (held.size === 0) return;
  const scope = {
    merchantId: PLATFORM_MERCHANT_ID,
    environment: 'live',
    isSandbox: false,
  } as const;
  const locked = await lockForPosting(tx, [
    { ...scope, accounts: [accounts.bank, accounts.suspense] },
  ]);
  for (const { id, payment } of incomingPayments) {
    if (!held.has(payment.endToEndId)) continue;
    const subject = {
      merchantId: scope.merchantId,
      environment: scope.environment,
      referenceId: id,
    };
    if (!locked.add(incomingPaymentSuspended(subject, payment.amount))) {
      throw new Error(`the payment ${payment.endToEndId} was not posted`);
    }
  }
  locked.write(now);
}
