import type { ReceivedPayment, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import { runClaimed, runDueWork } from '#src/ground/work/due-work.ts';
import { selectFirstFailure } from '#src/ground/work/set-aside.ts';
import { accounts, PLATFORM_MERCHANT_ID } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { incomingPaymentSuspended } from '#src/ledger/posting.ts';
import {
  type AmountsAtBank,
  AmountsToAsk,
  askForAmount,
  countTaken,
  type OtherAmount,
} from './amounts-at-bank.ts';
import type { IncomingPayment } from './incoming-payment.ts';
import {
  decideIncomingPayments,
  type IncomingPaymentDecision,
  insertIncomingPayments,
} from './incoming-payment-store.ts';
import { payCharges } from './match-payments.ts';

/** The refusals of an amount from which fee and shares can't be taken. */
const INDIVISIBLE: readonly string[] = ['split_exceeds_net', 'amount_too_small'];

export interface RecordDeps extends DatabaseAndClock {
  readonly logger: Logger;
  /** The bank's name, and our Pix key: a payment to another key pays no charge. */
  readonly bank: { readonly name: string; readonly pixKey: string };
  readonly receiving: Pick<ReceivingBank, 'findCharge'>;
}

/**
 * Books payments that the bank reported when it was asked, each once by its end-to-end id. A
 * payment that matches a charge pays it, even an expired one; every other payment is held in
 * suspense for an operator. All are booked in one transaction. A payment whose booking fails is set
 * aside and read at the bank again later (`retryIncomingPayments`), so that it delays no other
 * payment and is not lost. The bank is asked about payments of charges with a due date whose amount
 * is not the one of our rules, after the other payments are booked: what it calls paid is paid.
 * @returns how many payments were new.
 */
export async function recordIncomingPayments(
  deps: RecordDeps,
  payments: readonly ReceivedPayment[],
): Promise<number> {
  const unique = new Map(payments.map((payment) => [payment.endToEndId, payment]));
  const asked: OtherAmount[] = [];
  let newCount = 0;
  await runDueWork(deps, [...unique.values()], {
    kind: 'incoming_payment',
    idOf: ({ endToEndId }) => endToEndId,
    // The merchant is not known yet.
    merchantOf: ({ endToEndId }) => endToEndId,
    run: async (database, some) => {
      const booked = await bookAll({ ...deps, database }, some);
      newCount += booked.count;
      asked.push(...booked.asked);
      return booked.count;
    },
  });
  await Promise.all(
    asked.map((match) =>
      runClaimed(deps, { kind: 'incoming_payment', id: match.payment.endToEndId }, async () => {
        const count = await bookAsBankSays(deps, match);
        newCount += count;
      }),
    ),
  );
  return newCount;
}

/** Books payments but those that the bank must be asked about; a single one is asked about. */
async function bookAll(
  deps: RecordDeps,
  payments: readonly ReceivedPayment[],
): Promise<{ readonly count: number; readonly asked: readonly OtherAmount[] }> {
  try {
    return { count: await bookWith(deps, payments, new Map()), asked: [] };
  } catch (error) {
    if (!(error instanceof AmountsToAsk)) throw error;
    const [asked] = error.payments;
    if (asked && payments.length === 1) {
      return { count: await bookAsBankSays(deps, asked), asked: [] };
    }
    const ids = new Set(error.payments.map(({ payment }) => payment.endToEndId));
    const others = payments.filter(({ endToEndId }) => !ids.has(endToEndId));
    const count = others.length > 0 ? await bookWith(deps, others, new Map()) : 0;
    return { count, asked: error.payments };
  }
}

/** Books a payment as the bank says. Shares that the amount can't cover leave it in suspense. */
async function bookAsBankSays(deps: RecordDeps, asked: OtherAmount): Promise<number> {
  const { payment } = asked;
  const { endToEndId } = payment;
  const item = { kind: 'incoming_payment', id: endToEndId } as const;
  const since = await selectFirstFailure(deps.database, item);
  const answer = await askForAmount(deps.receiving, asked, { now: deps.clock.now(), since });
  try {
    return await bookWith(deps, [payment], new Map([[endToEndId, answer]]));
  } catch (error) {
    const isDivisible = !(error instanceof Refusal && INDIVISIBLE.includes(error.code));
    if (isDivisible) throw error;
    return bookWith(deps, [payment], new Map([[endToEndId, 'amount_differs']]));
  }
}

async function bookWith(
  deps: RecordDeps,
  payments: readonly ReceivedPayment[],
  atBank: AmountsAtBank,
): Promise<number> {
  const now = deps.clock.now();
  const incomingPayments = payments.map((payment) => ({ id: createId(now), payment }));
  const booked = await deps.database.transaction(async (tx) => {
    const fresh = await insertIncomingPayments(tx, deps.bank.name, incomingPayments, now);
    const own = incomingPayments.filter(({ payment }) => fresh.has(payment.endToEndId));
    const received = own.map(({ payment }) => payment);
    const { pixKey } = deps.bank;
    const decisions = await payCharges(tx, received, {
      environment: 'live',
      pixKey,
      now,
      atBank,
    });
    await suspend(tx, own, { decisions, now });
    decideIncomingPayments(tx, decisions);
    return { decisions, count: own.length };
  });
  const amounts = new Map(payments.map(({ endToEndId, amount }) => [endToEndId, amount]));
  for (const { endToEndId, reason, state, expected } of booked.decisions) {
    if (expected !== null) countTaken(amounts.get(endToEndId) ?? expected, expected);
    if (state === 'charge') continue;
    deps.logger.warn({ endToEndId, reason }, 'a payment matches no charge and is held in suspense');
  }
  return booked.count;
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
