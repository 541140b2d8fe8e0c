import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { createId } from '#src/ground/ids.ts';
import { selectDecisions } from '../approval/payout-approval-store.ts';
import { EXPIRED, isUnapproved, type Payout, REJECTED } from '../payout.ts';
import type { PayoutOwner } from '../payout-owner.ts';
import type { PayoutMail, PayoutMailKind } from './payout-mail.ts';
import { addPayoutMails, deletePayoutMail } from './payout-mail-store.ts';

/** How long payouts are collected before their mail, so that a batch has one. */
const COLLECT_MS = MINUTE_MS;

/** The mails about failed payouts. Rejected and expired ones have their own kinds. */
export const mailOwner: PayoutOwner = {
  name: 'mails',
  failed: async (tx, failed, now) => {
    const having = (code: string) => failed.filter(({ failure }) => failure?.code === code);
    await tellOfRejected(tx, having(REJECTED.code), now);
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
  /** Who rejected it, and why, if a member said so. */
  readonly decision?: Decision;
}

interface Decision {
  readonly decidedBy: string | null;
  readonly reason: string | null;
}

async function tellOfRejected(
  tx: Transaction,
  rejected: readonly Payout[],
  now: number,
): Promise<void> {
  const live = rejected.filter(({ environment }) => environment === 'live');
  if (live.length === 0) return;
  const payouts = live.map(({ id: payoutId, ...payout }) => ({ ...payout, payoutId }));
  const decisions = await selectDecisions(tx, { payouts });
  const byPayout = new Map(decisions.map(({ payoutId, ...decision }) => [payoutId, decision]));
  const told = live.map((payout): ToldPayout => {
    const decision = byPayout.get(payout.id);
    return { ...keyOf(payout), amount: payout.amount, ...(decision && { decision }) };
  });
  tellOfPayouts(tx, 'rejected', told, now);
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
    const decidedBy = sameOf(own.map(({ decision }) => decision?.decidedBy ?? null));
    const reason = sameOf(own.map(({ decision }) => decision?.reason ?? null));
    return {
      ...plain(merchantId, kind),
      payoutCount: BigInt(own.length),
      amount: own.reduce((sum, { amount = 0n }) => sum + amount, 0n),
      requestedBy: sameOf(own.map(({ requestedBy = null }) => requestedBy)),
      details: {
        payout_id: own.at(-1)?.id ?? null,
        ...(decidedBy !== null && { decided_by: decidedBy }),
        ...(decidedBy !== null && reason !== null && { reason }),
      },
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

/** The value that all have; null when they differ. */
function sameOf(values: readonly (string | null)[]): string | null {
  const [value = null, ...others] = new Set(values);
  return others.length === 0 ? value : null;
}

function keyOf({ merchantId, environment, id }: Payout): ToldPayout {
  return { merchantId, environment, id };
}
