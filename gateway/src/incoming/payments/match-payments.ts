import type { ReceivedPayment } from '#src/bank/live-bank.ts';
import type { Charge, ChargeStatus } from '#src/charges/charge.ts';
import { lockToPay } from '#src/charges/charge-owner.ts';
import { confirmPaymentsIn } from '#src/charges/confirm-payments.ts';
import type { AmountDue } from '#src/charges/due/amount-due.ts';
import { termsFromJson } from '#src/charges/due/due-terms.ts';
import { otherExpected } from '#src/charges/due/paid-parts.ts';
import {
  amountAt,
  type FoundCharge,
  findChargesByIds,
  findOpenChanges,
} from '#src/charges/find-charges.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { idFromTxid } from '#src/ground/pix/txid.ts';
import type { WebhookFault } from '#src/webhooks/webhook-event.ts';
import { type AmountsAtBank, AmountsToAsk, type OtherAmount } from './amounts-at-bank.ts';
import type { IncomingPaymentReason } from './incoming-payment.ts';
import type { IncomingPaymentDecision } from './incoming-payment-store.ts';

/** The environment and the Pix key that payments arrive at. */
export interface Receiver {
  readonly environment: Environment;
  /** Our Pix key: a payment to another key pays no charge. */
  readonly pixKey: string;
  /** The scenario of the webhooks, which a merchant chooses in the test environment. */
  readonly fault?: WebhookFault | undefined;
  /** The bank's answers about payments of another amount; without them none of these is taken. */
  readonly atBank?: AmountsAtBank;
}

/** Charges in these states are paid by the first payment that names them. */
export const PAYABLE: readonly ChargeStatus[] = ['pending', 'expired', 'canceled'];

/**
 * Matches payments with charges and pays those charges, also expired ones, in the caller's
 * transaction. Of several payments for one charge only the first pays it. Throws when a charge that
 * is not paid was not changed, because its merchant is moving to another bucket: the payments must
 * then be booked again in another transaction. Throws `AmountsToAsk` for payments with another
 * amount that the bank was not asked about.
 * @returns for each payment the charge that it paid, or why it paid none.
 */
export async function payCharges(
  tx: Transaction,
  payments: readonly ReceivedPayment[],
  { now, ...receiver }: Receiver & { readonly now: number },
): Promise<IncomingPaymentDecision[]> {
  const compare = async (): Promise<readonly Match[]> => {
    const charges = await findNamedCharges(tx, payments);
    return payments.map((payment) => matchOf(payment, charges, receiver));
  };
  let compared = await compare();
  await requireNoOpenChange(tx, compared);
  // A change that ended between the two statements has given its charge another amount.
  if (compared.some(({ reason }) => reason === 'amount_differs')) compared = await compare();
  const matches = withAmountsAtBank(compared, receiver.atBank);
  // Only the first of several payments pays a charge.
  const first = new Map<string, (typeof matches)[number]>();
  for (const match of matches) {
    if (match.reason === undefined && !first.has(match.charge.id)) {
      first.set(match.charge.id, match);
    }
  }
  const { fault } = receiver;
  const payable = [...first.values()].flatMap(({ payment, charge, parts }) =>
    charge ? [{ payment, charge, parts }] : [],
  );
  const owned = await lockToPay(
    tx,
    payable.map(({ charge }) => charge),
  );
  const paid = await confirmPaymentsIn(
    tx,
    payable.map(({ payment, charge, parts }) => ({
      ...paymentOf(payment, charge),
      isByOwner: owned.ids.has(charge.id),
      parts,
      fault,
    })),
    now,
  );
  refuseOtherAmounts(paid, payments);
  await owned.pay(paid, { now });
  const paidBy = new Map(paid.map((charge) => [charge.endToEndId, charge]));
  const unpaid = [...first.values()].filter(({ payment }) => !paidBy.has(payment.endToEndId));
  await requirePaid(
    tx,
    unpaid.flatMap(({ charge }) => charge?.id ?? []),
  );
  return matches.map(({ payment, charge, reason }) => {
    const done = paidBy.get(payment.endToEndId);
    return {
      endToEndId: payment.endToEndId,
      state: done ? 'charge' : 'suspense',
      reason: done ? null : (reason ?? 'already_paid'),
      expected: done ? otherExpected(done) : null,
      merchantId: charge?.merchantId ?? null,
      chargeId: charge?.id ?? null,
    };
  });
}

/**
 * Reads the charges that payments name. Buckets are read one after the other, so that a charge of a
 * merchant that moves may be missed in both: missing charges are read a second time.
 */
async function findNamedCharges(
  tx: Transaction,
  payments: readonly ReceivedPayment[],
): Promise<ReadonlyMap<string, FoundCharge>> {
  const ids = payments.flatMap(({ txid }) => idFromTxid(txid ?? '') ?? []);
  const charges = new Map((await findChargesByIds(tx, ids)).map((charge) => [charge.id, charge]));
  const missing = ids.filter((id) => !charges.has(id));
  const appeared = missing.length > 0 ? await findChargesByIds(tx, missing) : [];
  for (const charge of appeared) charges.set(charge.id, charge);
  return charges;
}

/**
 * Throws when a charge was revised to another amount after it was compared with its payment: the
 * payment must be matched again in another transaction.
 */
function refuseOtherAmounts(
  paid: readonly Pick<Charge, 'id' | 'amount' | 'endToEndId'>[],
  payments: readonly ReceivedPayment[],
): void {
  const amounts = new Map(payments.map(({ endToEndId, amount }) => [endToEndId, amount]));
  for (const { id, amount, endToEndId } of paid) {
    if (amounts.get(endToEndId ?? '') === amount) continue;
    throw new Error(`charge ${id} has changed; the payment will be matched again`);
  }
}

/** Throws unless each of these charges is paid. */
async function requirePaid(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const charges = new Map((await findChargesByIds(tx, ids)).map((charge) => [charge.id, charge]));
  for (const id of ids) {
    const status = charges.get(id)?.status;
    if (status === undefined || PAYABLE.includes(status)) {
      throw new Error(`charge ${id} was not marked paid; it will be tried again`);
    }
  }
}

/**
 * Throws when a payment has another amount than its charge while a change of the charge waits for
 * the bank: the bank may have changed it already.
 */
async function requireNoOpenChange(tx: Transaction, matches: readonly Match[]): Promise<void> {
  const differing = matches.flatMap(({ charge, reason }) =>
    charge && reason === 'amount_differs' ? [charge] : [],
  );
  if (differing.length === 0) return;
  const [open] = await findOpenChanges(tx, differing);
  if (open !== undefined) {
    throw new Error(
      `the change of charge ${open} waits for the bank, and its payment for the change`,
    );
  }
}

type Match =
  | { payment: ReceivedPayment; charge: FoundCharge; reason: undefined; parts?: AmountDue }
  | {
      payment: ReceivedPayment;
      charge: FoundCharge | undefined;
      reason: IncomingPaymentReason;
      parts?: undefined;
    };

/**
 * Takes payments by which the bank calls a charge with a due date paid, though their amount is not
 * the one of our rules. The bank makes no such charge of a cycle.
 */
function withAmountsAtBank(
  matches: readonly Match[],
  atBank: AmountsAtBank | undefined,
): readonly Match[] {
  if (atBank === undefined) return matches;
  const unasked: OtherAmount[] = [];
  const taken = matches.map((match): Match => {
    const { payment, charge } = match;
    const { endToEndId } = payment;
    if (match.reason !== 'amount_differs' || !charge?.due || charge.due.cycle) return match;
    if (!PAYABLE.includes(charge.status)) return match;
    const parts = atBank.get(endToEndId);
    const terms = termsFromJson(charge.due);
    if (typeof parts === 'string') return { payment, charge, reason: parts };
    if (parts) return { payment, charge, reason: undefined, parts };
    unasked.push({ payment, txid: payment.txid ?? '', terms });
    return match;
  });
  if (unasked.length > 0) throw new AmountsToAsk(unasked);
  return taken;
}

/** Finds the charge that a payment names, and the reason if the payment can't pay it. */
function matchOf(
  payment: ReceivedPayment,
  charges: ReadonlyMap<string, FoundCharge>,
  { environment, pixKey }: Receiver,
): Match {
  const charge = charges.get(idFromTxid(payment.txid ?? '') ?? '');
  if (charge?.environment !== environment) {
    return { payment, charge: undefined, reason: 'unknown_charge' };
  }
  // Not every bank reports the key. A payment to another key is not for this charge.
  if (payment.pixKey !== null && payment.pixKey !== pixKey) {
    return { payment, charge, reason: 'another_key' };
  }
  if (amountAt(charge, payment.receivedAt) !== payment.amount) {
    return { payment, charge, reason: 'amount_differs' };
  }
  return { payment, charge, reason: undefined };
}

/** The payment of a charge, as it is booked. */
export function paymentOf(
  payment: Pick<ReceivedPayment, 'endToEndId' | 'receivedAt'>,
  { merchantId, environment, id }: FoundCharge,
) {
  const { endToEndId, receivedAt: paidAt } = payment;
  return { merchantId, environment, id, endToEndId, paidAt, acceptsExpired: true };
}
