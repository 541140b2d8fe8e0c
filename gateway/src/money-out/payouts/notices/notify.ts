import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { createId } from '#src/ground/ids.ts';
import type { NoticeKind, PayoutNotice } from './payout-notice.ts';
import { addNotices, deleteNotice } from './payout-notice-store.ts';

/** How long payouts are collected before their mail, so that a batch has one. */
const COLLECT_MS = MINUTE_MS;

/** A payout about which a merchant's members get a mail. */
export interface PayoutToNotify extends LedgerScope {
  readonly id: string;
  readonly amount?: bigint;
  /** The user who requested it; null for a key pair. */
  readonly requestedBy?: string | null;
}

/**
 * Writes in the caller's transaction that live payouts wait for an approval, were rejected, expired
 * or failed; a worker writes the mails. Call it after the accounts are locked.
 */
export function notifyOfPayouts(
  tx: Transaction,
  kind: 'awaiting' | 'rejected' | 'expired' | 'failed',
  payouts: readonly PayoutToNotify[],
  now: number,
): void {
  const live = payouts.filter(({ environment }) => environment === 'live');
  if (live.length === 0) return;
  const notices = [...Map.groupBy(live, ({ merchantId }) => merchantId)].map(
    ([merchantId, own]) => {
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
    },
  );
  addNotices(tx, notices);
}

/** Writes that payouts of a live scope were stopped or resumed. Each change has its mail. */
export function notifyOfStop(
  tx: Transaction,
  kind: 'stopped' | 'resumed',
  { merchantId, environment }: LedgerScope,
  { details, now }: { details: PayoutNotice['details']; now: number },
): void {
  if (environment !== 'live') return;
  addNotices(tx, [{ ...plain(merchantId, kind), subject: createId(now), details, dueAt: now }]);
}

/** Writes that a raise of live limits was asked for: a mail now, and one when it is valid. */
export function notifyOfRaise(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  { asked, now, effectiveAt }: { asked: PayoutNotice['details']; now: number; effectiveAt: number },
): void {
  if (environment !== 'live') return;
  const valid = plain(merchantId, 'raise_valid');
  deleteNotice(tx, valid);
  addNotices(tx, [
    { ...plain(merchantId, 'raise_asked'), details: asked, dueAt: now },
    { ...valid, dueAt: effectiveAt },
  ]);
}

/** Writes that a raise of limits will not become valid. */
export function deleteRaiseNotice(tx: Transaction, { merchantId, environment }: LedgerScope): void {
  if (environment === 'live') deleteNotice(tx, plain(merchantId, 'raise_valid'));
}

/** Writes that a beneficiary of a live scope was saved, changed or removed: a mail for each. */
export function notifyOfBeneficiary(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  details: PayoutNotice['details'],
  now: number,
): void {
  if (environment === 'live') addOwnNotice(tx, plain(merchantId, 'beneficiary'), details, now);
}

/** Writes that the automatic payout of a live scope was not made; `reason` is a code. */
export function notifyOfSkipped(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  details: PayoutNotice['details'],
  now: number,
): void {
  if (environment === 'live') {
    addOwnNotice(tx, plain(merchantId, 'automatic_skipped'), details, now);
  }
}

/** Writes a notice with a unique subject, so that it is not merged with another. */
function addOwnNotice(
  tx: Transaction,
  notice: PayoutNotice,
  details: PayoutNotice['details'],
  now: number,
): void {
  addNotices(tx, [{ ...notice, subject: createId(now), details, dueAt: now }]);
}

function plain(merchantId: string, kind: NoticeKind): PayoutNotice {
  const nothing = { payoutCount: 1n, amount: 0n, requestedBy: null, details: {} };
  return { merchantId, kind, subject: '', ...nothing };
}
