import type { Actor } from '#src/ground/access/actor.ts';
import { refuseSandbox } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { SettlementTerms } from '#src/ledger/settlements/settlement-terms.ts';
import {
  RESERVE_BASIS_POINTS_MAX,
  SETTLEMENT_DAYS_MAX,
  termsView,
} from '#src/ledger/settlements/terms-view.ts';
import { lockMerchant, selectTerms, updateTerms } from './merchant-store.ts';

/**
 * Sets the settlement terms of future payments in both environments; earlier payments keep their
 * settlement day. Refuses `settlement_invalid`, `merchant_not_found` and
 * `sandbox_forbidden`.
 */
export async function setSettlementTerms(
  { database, clock }: DatabaseAndClock,
  username: string,
  terms: SettlementTerms,
  by: Actor,
): Promise<SettlementTerms> {
  if (!isValid(terms)) throw new Refusal('settlement_invalid');
  return database.transaction(async (tx) => {
    const merchant = await lockMerchant(tx, { username });
    if (!merchant) throw new Refusal('merchant_not_found');
    refuseSandbox(merchant);
    const { merchantId } = merchant;
    const before = await readSettlementTerms(tx, merchantId);
    updateTerms(tx, { ...terms, merchantId });
    const old = Object.entries(termsView(before)).map(([name, value]) => [`old_${name}`, value]);
    const details = { ...Object.fromEntries(old), ...termsView(terms) };
    const entry = {
      action: 'merchant.settlement_changed' as const,
      merchantId,
      subject: username,
      details,
    };
    recordChange(tx, by, entry, clock.now());
    return terms;
  });
}

/** The settlement terms of a merchant. Refuses `merchant_not_found`. */
export async function readSettlementTerms(
  database: Queryable,
  merchantId: string,
): Promise<SettlementTerms> {
  const terms = await selectTerms(database, { merchantId });
  if (!terms) throw new Refusal('merchant_not_found');
  return terms;
}

function isValid({ delayDays, reserveBasisPoints, reserveDays }: SettlementTerms): boolean {
  return (
    isWholeUpTo(delayDays, SETTLEMENT_DAYS_MAX) &&
    isWholeUpTo(reserveDays, SETTLEMENT_DAYS_MAX) &&
    isWholeUpTo(reserveBasisPoints, RESERVE_BASIS_POINTS_MAX) &&
    (reserveBasisPoints === 0) === (reserveDays === 0)
  );
}

function isWholeUpTo(count: number, max: number): boolean {
  return Number.isSafeInteger(count) && count >= 0 && count <= max;
}
