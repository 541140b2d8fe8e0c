import type { Charge } from '#src/charges/charge.ts';
import { isErasedPayer } from '#src/charges/erased-payer.ts';
import { hasRenewal } from '#src/charges/find-charges.ts';
import type { PageLook } from '#src/charges/payment-page/page-look.ts';
import { mayRenew } from '#src/charges/payment-page/payable.ts';
import { RENEWALS_MAX } from '#src/charges/renew-charge.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { isMailAddress } from '#src/ground/mail/mail-address.ts';
import { type Cycle, numberedAttempts } from '#src/subscriptions/subscription.ts';
import { type MailSubject, payerOf } from './mail-subject.ts';
import { addressDigest } from './payer-address.ts';
import { numberOfAttempt, type PayerMailKind, type PayerMailReason } from './payer-mail-plan.ts';
import { selectStop } from './payer-mail-stop-store.ts';

export interface CheckedMail {
  readonly kind: PayerMailKind;
  readonly subject: MailSubject;
  readonly merchant: Merchant;
  readonly key: Buffer;
  /** The time of the charge; undefined: its state alone decides whether it has expired. */
  readonly now: number | undefined;
}

/**
 * Why a payer gets no mail of a kind now; undefined if it does. It is asked when the mail is
 * written, and again before each attempt to send it: the charge may have been paid meanwhile.
 */
export async function refusalOf(
  database: Queryable,
  { kind, subject, merchant, key, now }: CheckedMail,
): Promise<PayerMailReason | undefined> {
  const { merchantId } = merchant;
  const payer = payerOf(subject);
  if (isErasedPayer(payer) || payer.email === null) return 'erased';
  if (merchant.status !== 'active') return 'account_not_active';
  const refusal = refusalOfSubject(kind, subject, now);
  if (refusal !== undefined) return refusal;
  const isReminder = subject.kind === 'charge' && kind === 'after';
  if (isReminder && (await hasRenewal(database, subject.charge))) return 'renewed';
  // The merchant's program may have stored a list, of which each address would get the mail.
  if (!isMailAddress(payer.email)) return 'address_refused';
  const digest = addressDigest(key, merchantId, payer.email);
  const stop = await selectStop(database, { merchantId, digest });
  if (stop === undefined) return undefined;
  return stop.reason === 'refused' ? 'address_refused' : 'unsubscribed';
}

/** Whether the payer of an expired charge may get a new code at its page. */
export function isRenewable(charge: Charge, look: PageLook): boolean {
  const { linkId, renewal, payer, due, qrcode } = charge;
  const isErased = isErasedPayer(payer);
  const renewals = renewal?.number ?? 0;
  return mayRenew({ look, linkId, renewals, isErased, due, qrcode }, RENEWALS_MAX);
}

function refusalOfSubject(
  kind: PayerMailKind,
  subject: MailSubject,
  now: number | undefined,
): PayerMailReason | undefined {
  if (subject.kind === 'subscription') return undefined;
  if (subject.kind === 'cycle') return refusalOfCycle(kind, subject.cycle, now);
  const { charge } = subject;
  return kind === 'receipt' ? refusalOfReceipt(charge) : refusalOfEnd(kind, charge, now);
}

/**
 * Why a cycle gets no mail: it has ended or was replaced, its debit is today or past, or a later
 * attempt has failed.
 */
function refusalOfCycle(
  kind: PayerMailKind,
  cycle: Cycle,
  now: number | undefined,
): PayerMailReason | undefined {
  const { status, dueOn, isReplaced } = cycle;
  if (status === 'paid' || status === 'canceled') return status;
  // A payer who pays in another way would pay twice: the other charge is debited too.
  if (isReplaced) return 'renewed';
  if (kind === 'before') {
    const isOver = status !== 'scheduled' || (now !== undefined && brazilianDayOf(now) >= dueOn);
    return isOver ? 'late' : undefined;
  }
  const later = numberedAttempts(cycle).slice(numberOfAttempt(kind));
  return later.some((attempt) => attempt.status === 'failed') ? 'late' : undefined;
}

function refusalOfReceipt({ status }: Charge): PayerMailReason | undefined {
  if (status === 'refunded') return 'refunded';
  return status === 'paid' || status === 'partially_refunded' ? undefined : 'canceled';
}

function refusalOfEnd(
  kind: PayerMailKind,
  { status, expiresAt }: Charge,
  now: number | undefined,
): PayerMailReason | undefined {
  if (status === 'canceled') return 'canceled';
  if (status !== 'pending' && status !== 'expired') return 'paid';
  // A charge that is due to expire can't be paid any more.
  const isExpired = status === 'expired' || (now !== undefined && expiresAt <= now);
  return kind === 'after' || !isExpired ? undefined : 'expired';
}
