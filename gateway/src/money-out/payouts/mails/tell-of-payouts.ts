import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { createId } from '#src/ground/ids.ts';
import { EXPIRED, isUnapproved, type Payout, REJECTED } from '../payout.ts';
import type { PayoutOwner } from '../payout-owner.ts';
import type { PayoutMail, PayoutMailKind } from './payout-mail.ts';
import { addPayoutMails, deletePayoutMail } from './payout-mail-store.ts';

/** How long payouts are collected before their mail, so that a batch has one. */
const COLLECT_MS = MINUTE_MS;

/** The mails about failed payouts. Rejected and expired ones have their own kinds. */
export const mailOwner: PayoutOwner = {
  name: 'mails',
  failed: (tx, failed, now) => {
    const having = (code: string) => failed.filter(({ failure }) => failure?.code === code);
    tellOfPayouts(tx, 'rejected', having(REJECTED.code).map(keyOf), now);
    tellOfPayouts(tx, 'expired', having(EXPIRED.code).map(keyOf), now);
    tellOfPayouts(
      tx,
      'failed',
      failed.filter((payout) => !isUnapproved(payout)),
      now,
    );
  },
};

/** A payout about which a merchant's members get a mail. */
export interface ToldPayout extends LedgerScope {
  readonly id: string;
  readonly amount?: bigint;
  /** The user who requested it; null for a key pair. */
  readonly requestedBy?: string | null;
}

/**
 * Writes in the caller's transaction that live payouts wait for an approval, were rejected, expired
 * or failed; a worker writes the mails. Call it after the accounts are locked.
 */
export function tellOfPayouts(
  tx: Transaction,
  kind: 'awaiting' | 'rejected' | 'expired' | 'failed',
  payouts: readonly ToldPayout[],
  now: number,
): void {
  const live = payouts.filter(({ environment }) => environment === 'live');
  if (live.length === 0) return;
  const mails = [...Map.groupBy(live, ({ merchantId }) => merchantId)].map(([merchantId, own]) => {
    const requesters = new Set(own.map(({ requestedBy = null }) => requestedBy));
    const [requestedBy = null] = requesters;
    return {
      ...plain(merchantId, kind),
      payoutCount: BigInt(own.length),
      amount: own.reduce((sum, { amount = 0n }) => sum + amount, 0n),
      requestedBy: requesters.size === 1 ? requestedBy : null,
      details: { payout_id: own.at(-1)?.id ?? null },
      dueAt: now + COLLECT_MS,
    };
  });
  addPayoutMails(tx, { mails });
}

/**
 * Writes in the caller's transaction that a merchant's settings of live payouts were changed, or
 * that an automatic payout was not made. Each change has its own mail.
 */
export function tellOfPayoutChange(
  tx: Transaction,
  kind: 'stopped' | 'resumed' | 'beneficiary' | 'automatic_skipped',
  { merchantId, environment }: LedgerScope,
  { details, now }: { details: PayoutMail['details']; now: number },
): void {
  if (environment !== 'live') return;
  // With a unique subject the mail is not merged with another.
  const mail = { ...plain(merchantId, kind), subject: createId(now), details, dueAt: now };
  addPayoutMails(tx, { mails: [mail] });
}

/** Writes that a raise of live limits was asked for: a mail now, and one when it is valid. */
export function tellOfRaise(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { asked, now, effectiveAt }: { asked: PayoutMail['details']; now: number; effectiveAt: number },
): void {
  if (environment !== 'live') return;
  const valid = plain(merchantId, 'raise_valid');
  deletePayoutMail(tx, valid);
  addPayoutMails(tx, {
    mails: [
      { ...plain(merchantId, 'raise_asked'), details: asked, dueAt: now },
      { ...valid, dueAt: effectiveAt },
    ],
  });
}

/** Deletes the mail about a raise of limits that will not become valid. */
export function deleteRaiseMail(tx: Transaction, { merchantId, environment }: LedgerScope): void {
  if (environment === 'live') deletePayoutMail(tx, plain(merchantId, 'raise_valid'));
}

function plain(merchantId: string, kind: PayoutMailKind): PayoutMail {
  const nothing = { payoutCount: 1n, amount: 0n, requestedBy: null, details: {} };
  return { merchantId, kind, subject: '', ...nothing };
}

function keyOf({ merchantId, environment, id }: Payout): ToldPayout {
  return { merchantId, environment, id };
}
