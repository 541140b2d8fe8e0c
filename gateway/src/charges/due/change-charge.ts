import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { rescheduleCharge } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { refusalOf } from '../cancel-charges.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import { chargeOwners, refusalOfOwner } from '../charge-owner.ts';
import { lockToChange } from '../charge-store.ts';
import { readCharges, withSplits } from '../read-charges.ts';
import { insertRevision } from '../revisions/revision-store.ts';
import { RevisedMeanwhile, type StandardPart } from '../standard-charge.ts';
import { lastPayableDay } from './amount-due.ts';
import { writeEnd, writePayer } from './change-store.ts';
import { agreedShare, divideDue } from './divide-due.ts';
import { writePaidAmounts } from './due-payment-store.ts';
import { type DueTerms, termsToJson } from './due-terms.ts';
import { rulesView } from './due-view.ts';
import type { LocalHolidaysOf } from './local-holidays.ts';
import { parseDueRules } from './parse-due-rules.ts';
import type { PayerAddress } from './payer-address.ts';
import { checkDivision, endOf, holidaysNear } from './plan-due.ts';

/** How often a charge can be changed. */
const REVISIONS_MAX = 100;

/** A change of a pending charge with a due date. */
export interface ChargeChange extends TransactionKey {
  /** Not checked yet: `amount` and rules; a missing one stays, and null removes a rule. */
  readonly rules: Readonly<Record<string, unknown>>;
  /** The client id of the key or the e-mail of the person who makes it. */
  readonly author: string;
  /** The person who makes it at the panel. */
  readonly by?: Actor | undefined;
  /** The payer and the texts after a change by the Central Bank's API that changes them too. */
  readonly standard?: StandardPart | undefined;
  /** The payer's address after the change; missing when it stays. */
  readonly address?: PayerAddress | null | undefined;
  /** The revision whose other fields a request keeps; undefined if it names or merges all. */
  readonly basedOn?: number | undefined;
}

/** A charge that was changed, and the instant by the clock in which it lives (milliseconds). */
export interface ChangedCharge {
  readonly charge: Charge;
  readonly now: number;
}

export interface ChangeDeps extends DatabaseAndClock {
  readonly localHolidays: LocalHolidaysOf;
}

/**
 * Changes pending charges of the test environment with a due date, each in a transaction; its old
 * terms are kept. The same terms change nothing. Refuses `charge_not_changeable` for a charge
 * without a due date, `charge_already_paid`, `charge_expired`, `charge_canceled`,
 * `too_many_changes`, `transaction_not_found`, and what the creation of such a charge refuses; the
 * error of a change may be RevisedMeanwhile.
 */
export async function changeTestCharges(
  deps: ChangeDeps,
  changes: readonly ChargeChange[],
): Promise<readonly BatchResult<ChangedCharge>[]> {
  const now = deps.clock.now();
  const results: BatchResult<ChangedCharge>[] = [];
  for (const change of changes) {
    try {
      results.push({ value: { charge: await changeOne(deps, change, now), now } });
    } catch (error) {
      results.push({ error });
    }
  }
  return results;
}

function changeOne(deps: ChangeDeps, change: ChargeChange, now: number): Promise<Charge> {
  return deps.database.transaction(async (tx) => {
    const charge = await lockUnchanged(tx, change, now);
    const terms = changedTerms(charge, change, { ...deps, now });
    if (terms === undefined) return charge;
    return applyTerms(tx, { charge, terms, ...change, now });
  });
}

/**
 * Locks a charge that has the revision which a change keeps; refuses what `lockCharge` refuses.
 * @throws {RevisedMeanwhile}
 */
export async function lockUnchanged(
  tx: Transaction,
  change: ChargeChange,
  now: number,
): Promise<Charge & { readonly due: DueTerms }> {
  const charge = await lockCharge(tx, change, now);
  const { basedOn = charge.due.revision } = change;
  if (basedOn !== charge.due.revision) throw new RevisedMeanwhile();
  return charge;
}

/** Locks a charge that can be changed; refuses what `changeTestCharges` refuses of its state. */
export async function lockCharge(
  tx: Transaction,
  key: TransactionKey,
  now: number,
): Promise<Charge & { readonly due: DueTerms }> {
  const row = await lockToChange(tx, key, new Date(now));
  const [charge] = row ? await withSplits(tx, [row]) : await readCharges(tx, [key]);
  if (!charge) throw new Refusal('transaction_not_found');
  const { due } = charge;
  if (due === null) throw new Refusal('charge_not_changeable');
  const ofOwner = refusalOfOwner(charge);
  if (ofOwner) throw ofOwner;
  if (charge.status === 'canceled') throw new Refusal('charge_canceled');
  if (!row) throw refusalOf(charge);
  return { ...charge, due };
}

/** The terms after a change; undefined when they stay the same. */
export function changedTerms(
  charge: Charge & { readonly due: DueTerms },
  {
    rules: sent,
    standard,
    address: newAddress,
  }: Pick<ChargeChange, 'rules' | 'standard' | 'address'>,
  { localHolidays, now }: Pick<ChangeDeps, 'localHolidays'> & { readonly now: number },
): DueTerms | undefined {
  const { due, splits, createdAt } = charge;
  const before = { amount: centavosToJson(due.rules.amount), ...rulesView(due.rules) };
  const today = brazilianDayOf(now);
  const address = newAddress === undefined ? due.address : newAddress;
  const local = localHolidays(address);
  const days = { createdOn: brazilianDayOf(createdAt), today, local };
  const rules = parseDueRules({ ...before, ...sent }, days);
  if (lastPayableDay(rules, local) < today) {
    const message = fieldText((texts) => texts.payableUntilToday);
    throw new Refusal('due_date_in_past', { fields: [{ field: 'due_date', message }] });
  }
  const division = { feePlan: due.agreedFee, splits: splits.map(agreedShare) };
  checkDivision(rules, { division, today, local });
  const after = { amount: centavosToJson(rules.amount), ...rulesView(rules) };
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  if (isSame && !standard && newAddress === undefined) return undefined;
  const revision = due.revision + 1;
  if (revision > REVISIONS_MAX) throw new Refusal('too_many_changes');
  return { ...due, rules, address, revision, local: holidaysNear(rules, today, local) };
}

/** Gives a locked charge other terms, and keeps the old ones. */
export async function applyTerms(
  tx: Transaction,
  { charge, terms, standard, author, by, now }: TermsToApply,
): Promise<Charge> {
  const { merchantId, environment, id, due, splits } = charge;
  const key = { merchantId, environment, id };
  const { amount } = terms.rules;
  const { fee, shares } = divideDue(amount, { agreedFee: terms.agreedFee, splits });
  const expiresAt = endOf(terms.rules, terms.local);
  const before = standard ? await replaceStandardPart(tx, charge, standard) : null;
  insertRevision(tx, key, {
    revision: due.revision,
    terms: due,
    standard: before,
    author,
    replacedAt: now,
  });
  const amounts = { amount, fee, shares, due: termsToJson(terms), expected: null };
  writePaidAmounts(tx, [{ ...key, ...amounts }]);
  writeEnd(tx, { ...key, dueDate: terms.rules.dueDate, end: expiresAt });
  await rescheduleCharge(tx, { merchantId, id, dueAt: expiresAt });
  const subject = id;
  if (by) recordChange(tx, by, { action: 'charge.changed', merchantId, subject }, now);
  const newSplits = splits.map((split, index) => ({
    ...split,
    amount: shares[index] ?? split.amount,
  }));
  const payer = standard?.payer ?? charge.payer;
  const changed = { ...charge, due: terms, payer, amount, fee, expiresAt, splits: newSplits };
  for (const owner of chargeOwners()) await owner.changed?.(tx, changed, now);
  return changed;
}

/** Gives a charge another payer and other texts; returns what it had. */
async function replaceStandardPart(
  tx: Transaction,
  charge: Charge,
  standard: StandardPart,
): Promise<StandardPart> {
  const { merchantId, environment, id, payer } = charge;
  writePayer(tx, { merchantId, environment, id }, standard);
  for (const owner of chargeOwners()) {
    const terms = await owner.replaceTerms?.(tx, charge, standard.terms);
    if (terms) return { payer, terms };
  }
  throw new Error('the terms of a charge have no owner');
}

interface TermsToApply {
  readonly standard?: StandardPart | undefined;
  readonly charge: Charge & { readonly due: DueTerms };
  readonly terms: DueTerms;
  readonly author: string | null;
  readonly by?: Actor | undefined;
  /** Milliseconds. */
  readonly now: number;
}
