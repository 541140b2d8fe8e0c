import type { Actor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { ChangeDetails } from '#src/ground/audit/change.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import { type PixKeyType, parsePixKey } from '#src/ground/pix/pix-key.ts';
import { lockLimitSettings } from '../limits/payout-limit-store.ts';
import { tellOfPayoutChange } from '../mails/tell-of-payouts.ts';
import type { BeneficiaryLimits } from '../payout-limits.ts';
import { invalidPixKey } from '../plan-payouts.ts';
import {
  insertBeneficiary,
  removeBeneficiaryRow,
  selectBeneficiaries,
  selectBeneficiary,
  updateBeneficiary,
} from './beneficiary-store.ts';
import { SAVED_BENEFICIARIES_MAX, type SavedBeneficiary } from './saved-beneficiary.ts';

/** A member's request to save a beneficiary; the document is checked and has digits only. */
export interface WantedBeneficiary {
  readonly name: string;
  readonly document: string;
  readonly uncheckedPixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly limits: BeneficiaryLimits;
}

/**
 * Saves a beneficiary. Refuses `invalid_pix_key`, `beneficiary_exists` for a key that is saved, and
 * `too_many_beneficiaries`.
 */
export function saveBeneficiary(
  deps: DatabaseAndClock,
  scope: LedgerScope,
  wanted: WantedBeneficiary,
  by: Actor,
): Promise<SavedBeneficiary> {
  const pixKey = checkedKey(scope, wanted);
  return changing(deps, scope, async (tx, saved, now) => {
    const isSaved = saved.some((beneficiary) => beneficiary.pixKey === pixKey);
    if (isSaved) throw new Refusal('beneficiary_exists');
    return save(tx, { scope, saved, wanted, pixKey, by, now });
  });
}

/**
 * Saves the beneficiary of a payout; keeps a saved one of the same key as it is. Refuses
 * `invalid_pix_key` and `too_many_beneficiaries`.
 */
export async function keepBeneficiary(
  deps: DatabaseAndClock,
  scope: LedgerScope,
  wanted: Omit<WantedBeneficiary, 'limits'>,
  by: Actor,
): Promise<void> {
  const pixKey = checkedKey(scope, wanted);
  await changing(deps, scope, async (tx, saved, now) => {
    if (saved.some((beneficiary) => beneficiary.pixKey === pixKey)) return;
    const limits = { perPayout: null, perDay: null };
    save(tx, { scope, saved, wanted: { ...wanted, limits }, pixKey, by, now });
  });
}

/** Changes the name and the limits. Refuses `beneficiary_not_found`. */
export function changeBeneficiary(
  deps: DatabaseAndClock,
  scope: LedgerScope,
  { id, ...wanted }: { id: string; name: string; limits: BeneficiaryLimits },
  by: Actor,
): Promise<SavedBeneficiary> {
  return changing(deps, scope, async (tx, _saved, now) => {
    const before = await selectBeneficiary(tx, { ...scope, id });
    if (!before) throw new Refusal('beneficiary_not_found');
    const { merchantId, environment } = before;
    const { name, limits } = wanted;
    updateBeneficiary(tx, { merchantId, environment, id, name, ...limits });
    const changed = { ...before, ...wanted };
    record(tx, { change: 'changed', beneficiary: changed, by, now });
    return changed;
  });
}

/** Removes a beneficiary and its limits. Refuses `beneficiary_not_found`. */
export function removeBeneficiary(
  deps: DatabaseAndClock,
  scope: LedgerScope,
  id: string,
  by: Actor,
): Promise<void> {
  return changing(deps, scope, async (tx, _saved, now) => {
    const beneficiary = await selectBeneficiary(tx, { ...scope, id });
    if (!beneficiary) throw new Refusal('beneficiary_not_found');
    const { merchantId, environment } = beneficiary;
    removeBeneficiaryRow(tx, { merchantId, environment, id, at: now });
    record(tx, { change: 'removed', beneficiary, by, now });
  });
}

// The lock serialises the changes of a scope, so that two of them can't pass the maximum together.
function changing<Result>(
  { database, clock }: DatabaseAndClock,
  scope: LedgerScope,
  work: (tx: Transaction, saved: readonly SavedBeneficiary[], now: number) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (tx) => {
    await lockLimitSettings(tx, scope);
    return work(tx, await selectBeneficiaries(tx, scope), clock.now());
  });
}

interface Saving {
  readonly scope: LedgerScope;
  readonly saved: readonly SavedBeneficiary[];
  readonly wanted: WantedBeneficiary;
  readonly pixKey: string;
  readonly by: Actor;
  readonly now: number;
}

function save(tx: Transaction, { scope, saved, wanted, pixKey, by, now }: Saving) {
  if (saved.length >= SAVED_BENEFICIARIES_MAX) throw new Refusal('too_many_beneficiaries');
  const { merchantId, environment } = scope;
  const { name, document, pixKeyType, limits } = wanted;
  const facts = { name, document, pixKey, pixKeyType, limits };
  const beneficiary = { merchantId, environment, id: createId(now), ...facts, createdAt: now };
  insertBeneficiary(tx, { ...beneficiary, ...limits });
  record(tx, { change: 'saved', beneficiary, by, now });
  return beneficiary;
}

function checkedKey(
  { environment }: LedgerScope,
  { uncheckedPixKey, pixKeyType }: Omit<WantedBeneficiary, 'limits'>,
): string {
  const rules = { checkDigits: environment === 'live' };
  const pixKey = parsePixKey(uncheckedPixKey, pixKeyType, rules);
  if (pixKey === undefined) throw invalidPixKey(pixKeyType);
  return pixKey;
}

interface BeneficiaryChange {
  readonly change: 'saved' | 'changed' | 'removed';
  readonly beneficiary: SavedBeneficiary;
  readonly by: Actor;
  readonly now: number;
}

function record(tx: Transaction, { change, beneficiary, by, now }: BeneficiaryChange): void {
  const { merchantId, environment, id: subject, name, pixKey, pixKeyType, limits } = beneficiary;
  const details: ChangeDetails = {
    environment,
    name,
    pix_key: pixKey,
    pix_key_type: pixKeyType,
    per_payout: centavosToJsonOrNull(limits.perPayout),
    per_day: centavosToJsonOrNull(limits.perDay),
  };
  recordChange(tx, by, { action: `beneficiary.${change}`, merchantId, subject, details }, now);
  const told = { change, name, pix_key: pixKey, actor: by.name };
  tellOfPayoutChange(tx, 'beneficiary', beneficiary, { details: told, now });
}
