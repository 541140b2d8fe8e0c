import type { Proposal } from '#src/accounts/proposals/proposal.ts';
import { proposeAction } from '#src/accounts/proposals/propose-action.ts';
import { lockToPay } from '#src/charges/charge-owner.ts';
import { confirmPaymentsIn } from '#src/charges/confirm-payments.ts';
import { otherExpected } from '#src/charges/due/paid-parts.ts';
import { isErasedPayer } from '#src/charges/erased-payer.ts';
import {
  amountAt,
  type FoundCharge,
  findChargesByIds,
  findOpenChanges,
} from '#src/charges/find-charges.ts';
import { type FittingCharge, findFittingCharges } from '#src/charges/find-fitting-charges.ts';
import { requestRemovals } from '#src/charges/live/cancel-live-charge.ts';
import { type PaymentPreview, previewPayment } from '#src/charges/preview-payment.ts';
import { readPayers } from '#src/charges/read-payers.ts';
import { isUnnamedPayer } from '#src/charges/standard-charge.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import { type Centavos, centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { idFromTxid } from '#src/ground/pix/txid.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { suspenseReleased } from '#src/ledger/posting.ts';
import { needsSecondOperator } from '#src/money-out/adjustments/adjust-balance.ts';
import type { AdjustmentDeps } from '#src/money-out/adjustments/adjustment-deps.ts';
import {
  type LockedIncomingPayment,
  lockIncomingPayment,
  resolveAsPayment,
  selectIncomingPayment,
} from './incoming-payment-store.ts';
import { PAYABLE, paymentOf } from './match-payments.ts';
import { platformScope, refuseReturned, subjectOf } from './resolve-incoming-payment.ts';

const RETRY_AFTER_SECONDS = 2;
const LIVE = 'live';

/** The codes that a payment of a charge by operators may refuse with. */
export const CHARGE_PAYMENT_CODES = [
  'incoming_payment_not_found',
  'incoming_payment_names_no_charge',
  'incoming_payment_names_another_charge',
  'transaction_not_found',
  'incoming_payment_partly_returned',
  'charge_already_paid',
  'charge_change_open',
  'charge_amount_changed',
  'split_exceeds_net',
  'amount_too_small',
  'balance_limit_reached',
] as const satisfies readonly ProblemCode[];

export type PayChargeDeps = Pick<AdjustmentDeps, 'database' | 'clock' | 'approvalAbove'>;

/** An operator's request that a payment in suspense pays a charge. */
export interface ChargePaymentRequest {
  readonly endToEndId: string;
  /**
   * The charge that the operator chose for a payment that names none it could pay; undefined for
   * the charge that the payment names.
   */
  readonly chosen: string | undefined;
  /**
   * The amount that the charge asked for when the operator reviewed it; undefined without a review.
   */
  readonly expected: Centavos | undefined;
  readonly reason: string;
  /** The caller's own key: a repeated request makes one proposal. */
  readonly requestKey: string | null;
}

/** The charge that is paid, or the proposal that a second operator must approve. */
export type ChargePaymentOutcome =
  | { readonly chargeId: string; readonly proposal?: never }
  | { readonly proposal: Proposal; readonly chargeId?: never };

/**
 * The effect that a payment in suspense would have as the payment of its charge. Amounts in
 * centavos.
 */
export interface ChargePaymentReview extends PaymentPreview {
  readonly charge: FoundCharge;
  readonly amount: Centavos;
  readonly expected: Centavos;
  readonly needsSecondOperator: boolean;
}

interface ChargeToPay {
  readonly payment: LockedIncomingPayment;
  readonly charge: FoundCharge;
  /** The amount that the charge asks for at the instant of the payment. */
  readonly expected: Centavos;
}

/** The effect that a payment of a charge would have. Refuses CHARGE_PAYMENT_CODES. */
export async function reviewChargePayment(
  deps: PayChargeDeps,
  { endToEndId, chosen }: Pick<ChargePaymentRequest, 'endToEndId' | 'chosen'>,
): Promise<ChargePaymentReview> {
  const payment = await selectIncomingPayment(deps.database, endToEndId);
  const toPay = await findChargeToPay(deps.database, payment, chosen);
  const { charge, expected } = toPay;
  return {
    charge,
    expected,
    amount: toPay.payment.amount,
    ...(await previewPayment(deps.database, bookingOf(toPay))),
    needsSecondOperator: isLarge(deps, toPay),
  };
}

/** Whether a payment in suspense pays its charge only when a second operator approves it. */
export async function isProposed(
  deps: PayChargeDeps,
  { endToEndId, chosen }: Pick<ChargePaymentRequest, 'endToEndId' | 'chosen'>,
): Promise<boolean> {
  const payment = await selectIncomingPayment(deps.database, endToEndId);
  if (payment?.state !== 'suspense') return false;
  return isLarge(deps, await findChargeToPay(deps.database, payment, chosen));
}

/**
 * The charges that fit a payment in suspense; none for a payment that names a charge that it can
 * pay. The payer is known if the payment names the charge of another payment, which names a payer.
 * Refuses `incoming_payment_not_found`.
 */
export async function listFittingCharges(
  database: Queryable,
  endToEndId: string,
): Promise<FittingCharge[]> {
  const payment = requireSuspended(await selectIncomingPayment(database, endToEndId));
  const named = await findNamedCharge(database, payment);
  if (payment.left !== payment.amount || (named && isPayable(named))) return [];
  const [payer] = named ? await readPayers(database, { ...named, ids: [named.id] }) : [];
  const { amount, receivedAt } = payment;
  // Payers that were erased or not named share one document.
  const isKnown = payer && !isErasedPayer(payer) && !isUnnamedPayer(payer);
  const payerDocument = isKnown ? payer.document : null;
  return findFittingCharges(database, { amount, receivedAt, payerDocument });
}

/**
 * Pays a charge with a payment in suspense, in one transaction: the charge that the payment names,
 * or the chosen one, if it names none it could pay and the amounts are equal. Fee, shares and
 * events are those of any paid charge, of the amount that arrived. Above the configured amount
 * nothing moves before a second operator has approved it. A repeat answers the charge that is paid.
 * Refuses CHARGE_PAYMENT_CODES, `proposal_waiting` and `idempotency_key_reused`. Throws when a
 * proposal is needed and the actor is no user.
 */
export function payChargeWith(
  deps: PayChargeDeps,
  request: ChargePaymentRequest,
  by: Actor,
): Promise<ChargePaymentOutcome> {
  const now = deps.clock.now();
  const { endToEndId, chosen, reason, requestKey } = request;
  return deps.database.transaction(async (tx) => {
    const payment = await lockIncomingPayment(tx, endToEndId);
    const isPaid = payment?.state === 'charge' && payment.resolvedAt !== null;
    const isRepeat = isPaid && (chosen === undefined || chosen === payment.chargeId);
    if (isRepeat && payment.chargeId !== null) return { chargeId: payment.chargeId };
    const toPay = await findChargeToPay(tx, payment, chosen);
    refuseOther(toPay, request.expected);
    if (!isLarge(deps, toPay)) return pay(tx, toPay, { by, now, reason, proposalId: null });
    await previewPayment(tx, bookingOf(toPay));
    const { merchantId, environment, id } = toPay.charge;
    const parameters = { charge_id: id, expected_amount: centavosToJson(toPay.expected) };
    const action = {
      kind: 'charge_payment' as const,
      merchantId,
      environment,
      subject: endToEndId,
      amount: toPay.payment.amount,
      reason,
      requestKey,
      parameters,
    };
    return { proposal: await proposeAction(tx, action, by, now) };
  });
}

/** Executes an approved proposal. Refuses CHARGE_PAYMENT_CODES. */
export async function executeChargePayment(
  tx: Transaction,
  { id: proposalId, subject, reason, parameters }: Proposal,
  by: Actor,
  now: number,
): Promise<void> {
  const { charge_id: chosen, expected_amount: expected } = parameters;
  const payment = await lockIncomingPayment(tx, subject);
  const toPay = await findChargeToPay(tx, payment, String(chosen));
  refuseOther(toPay, typeof expected === 'number' ? centavos(expected) : undefined);
  await pay(tx, toPay, { by, now, reason, proposalId });
}

/**
 * Finds the charge that a payment in suspense names, or the chosen one, and refuses what can't be
 * paid with it.
 */
async function findChargeToPay(
  database: Queryable,
  found: LockedIncomingPayment | undefined,
  chosen: string | undefined,
): Promise<ChargeToPay> {
  const payment = requireSuspended(found);
  const named = await findNamedCharge(database, payment);
  const isNamed = chosen === undefined || chosen === named?.id;
  const wanted = isNamed ? named : await findChosenCharge(database, named, chosen);
  if (!wanted) throw new Refusal('incoming_payment_names_no_charge');
  if (payment.left !== payment.amount) throw new Refusal('incoming_payment_partly_returned');
  await refuseReturned(database, payment.endToEndId);
  const charge = requirePayable(wanted);
  const [open] = await findOpenChanges(database, [charge]);
  if (open !== undefined) {
    throw new Refusal('charge_change_open', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  const expected = centavos(amountAt(charge, payment.receivedAt));
  if (!isNamed && expected !== payment.amount) throw new Refusal('charge_amount_changed');
  return { payment, charge, expected };
}

function requireSuspended(payment: LockedIncomingPayment | undefined): LockedIncomingPayment {
  if (payment?.state !== 'suspense') throw new Refusal('incoming_payment_not_found');
  return payment;
}

/**
 * The charge that a payment names: by its txid, if the charge was stored after the payment came;
 * undefined without one. A charge of a merchant that moves may be in no bucket.
 */
async function findNamedCharge(
  database: Queryable,
  { chargeId, txid }: LockedIncomingPayment,
): Promise<FoundCharge | undefined> {
  const id = chargeId ?? idFromTxid(txid ?? '');
  const charge = id === undefined ? undefined : await findLiveCharge(database, id);
  if (charge || chargeId === null) return charge;
  throw new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** The charge that an operator chose. A payment that names a charge it can pay pays no other. */
async function findChosenCharge(
  database: Queryable,
  named: FoundCharge | undefined,
  chosen: string,
): Promise<FoundCharge> {
  if (named && isPayable(named)) throw new Refusal('incoming_payment_names_another_charge');
  const charge = isId(chosen) ? await findLiveCharge(database, chosen) : undefined;
  if (!charge) throw new Refusal('transaction_not_found');
  return charge;
}

async function findLiveCharge(database: Queryable, id: string): Promise<FoundCharge | undefined> {
  const [charge] = await findChargesByIds(database, [id]);
  return charge?.environment === LIVE ? charge : undefined;
}

function isPayable({ status }: FoundCharge): boolean {
  return PAYABLE.includes(status);
}

function requirePayable(charge: FoundCharge): FoundCharge {
  if (!isPayable(charge)) throw new Refusal('charge_already_paid');
  return charge;
}

function refuseOther(toPay: ChargeToPay, reviewed: Centavos | undefined): void {
  if (reviewed !== undefined && reviewed !== toPay.expected) {
    throw new Refusal('charge_amount_changed');
  }
}

/** Whether the payment or what the charge asks for is above the limit of a single operator. */
function isLarge(deps: PayChargeDeps, { payment: { amount }, expected }: ChargeToPay): boolean {
  return needsSecondOperator(deps, amount > expected ? amount : expected);
}

function bookingOf({ payment, charge }: ChargeToPay) {
  return { ...paymentOf(payment, charge), amount: payment.amount };
}

interface Decision {
  readonly by: Actor;
  readonly now: number;
  readonly reason: string;
  readonly proposalId: string | null;
}

/** Pays the charge and takes the money out of suspense. The payment's row is locked. */
async function pay(
  tx: Transaction,
  toPay: ChargeToPay,
  { by, now, reason, proposalId }: Decision,
): Promise<{ readonly chargeId: string }> {
  const { payment, charge } = toPay;
  const { merchantId, id: chargeId } = charge;
  const { endToEndId, amount } = payment;
  const owned = await lockToPay(tx, [charge]);
  const isByOwner = owned.ids.has(chargeId);
  // The bank may still have it active: it could be paid a second time.
  if (!isByOwner) await requestRemovals(tx, [charge], now);
  const paid = await confirmPaymentsIn(tx, [{ ...bookingOf(toPay), isByOwner }], now);
  const [done] = paid;
  if (!done) {
    const again = await findLiveCharge(tx, chargeId);
    if (again) requirePayable(again);
    // It is not paid and was not changed: its merchant is moving to another bucket.
    throw new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (done.amount !== amount) throw new Error(`the charge ${chargeId} got another amount`);
  const expected = otherExpected(done);
  // It was revised after it was read.
  if ((expected ?? amount) !== toPay.expected) throw new Refusal('charge_amount_changed');
  await owned.pay(paid, { now, endsAtBank: true });
  const locked = await lockForPosting(tx, [platformScope()]);
  if (!locked.add(suspenseReleased(subjectOf(payment), 'incoming_payment_matched', amount))) {
    throw new Error(`the payment ${endToEndId} is not in suspense`);
  }
  locked.write(now);
  resolveAsPayment(tx, { endToEndId, merchantId, chargeId, resolvedAt: now, expected });
  const details = {
    amount: centavosToJson(amount),
    expected_amount: centavosToJson(toPay.expected),
    charge: chargeId,
    held_for: payment.reason,
    reason,
    proposal: proposalId,
  };
  const change = {
    action: 'incoming_payment.matched' as const,
    merchantId,
    subject: endToEndId,
    details,
  };
  recordChange(tx, by, change, now);
  return { chargeId };
}
