import type { AgreedFee } from '#src/accounts/merchants/merchant.ts';
import { bankFor } from '#src/bank/choose-bank.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { rescheduleCharge } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { locationOfCode } from '#src/ground/pix/location-of-code.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import { lockCharges } from '../charge-refund-store.ts';
import { divideCharge } from '../divide-charge.ts';
import { agreedShare } from '../due/divide-due.ts';
import { withSplits } from '../read-charges.ts';
import { insertRevision } from '../revisions/revision-store.ts';
import { RevisedMeanwhile, type StandardFields } from '../standard-charge.ts';
import { type NamedCharge, withTxids } from './find-by-txid.ts';
import { writeRevision } from './revised-charge-store.ts';
import { claimTxidRows, reviseTxid } from './txid-store.ts';

/** A change of a charge that can still be paid. */
export interface Revision extends TransactionKey {
  readonly caller: Pick<Caller, 'clientId' | 'feePlan' | 'name' | 'city'>;
  readonly fields: StandardFields;
  /** The revision whose fields a request keeps that names only some; undefined if it names all. */
  readonly basedOn?: number | undefined;
}

/**
 * Revises charges of the test environment, in one transaction: amount, fee and shares, payer,
 * expiry and terms. The fields that they had are kept. The fee is that of the merchant's present
 * plan. Refuses `transaction_not_found`, `charge_not_revisable`, `amount_too_small` and
 * `split_exceeds_net`; the error of a revision may be RevisedMeanwhile.
 */
export function reviseCharges(
  { database, clock }: DatabaseAndClock,
  revisions: readonly Revision[],
): Promise<readonly BatchResult<NamedCharge>[]> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const results: BatchResult<NamedCharge>[] = [];
    for (const revision of revisions) results.push(await reviseOne(tx, revision, now));
    return results;
  });
}

async function reviseOne(
  tx: Transaction,
  revision: Revision,
  now: number,
): Promise<BatchResult<NamedCharge>> {
  try {
    const charge = await lockRevisable(tx, revision, now);
    const [named] = await withTxids(tx, [charge]);
    if (!named) throw new Error('a charge that was read has no name');
    refuseOvertaken(named, revision);
    const { caller, fields } = revision;
    const revised = revisedCharge(charge, { feePlan: caller.feePlan, fields });
    refuseEnded(revised, now);
    const qrcode = codeOf(charge, { caller, amount: fields.amount });
    const author = caller.clientId;
    return {
      value: await writeRevised(tx, named, { ...revised, qrcode }, { fields, author, now }),
    };
  } catch (error) {
    if (error instanceof Refusal || error instanceof RevisedMeanwhile) return { error };
    throw error;
  }
}

/** @throws {RevisedMeanwhile} for a locked charge that has another revision than was read */
export function refuseOvertaken({ named }: NamedCharge, { basedOn }: Revision): void {
  const revision = named?.revision ?? 0;
  if (basedOn !== undefined && basedOn !== revision) throw new RevisedMeanwhile();
}

/**
 * Locks a charge that can still be paid. Refuses `transaction_not_found` and
 * `charge_not_revisable`.
 */
export async function lockRevisable(
  tx: Transaction,
  key: TransactionKey,
  now: number,
): Promise<Charge> {
  const charge = await lockCharge(tx, key);
  // A charge with a due date is no immediate charge, and is changed by its own operation.
  const isPayable = charge.status === 'pending' && charge.expiresAt > now && !charge.due;
  if (!isPayable) throw new Refusal('charge_not_revisable');
  return charge;
}

/** Locks a charge in any state. Refuses `transaction_not_found`. */
export async function lockCharge(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
): Promise<Charge> {
  const rows = await lockCharges(tx, { keys: [{ merchantId, environment, id }] });
  const [charge] = await withSplits(tx, rows);
  if (!charge) throw new Refusal('transaction_not_found');
  return charge;
}

/** Refuses `invalid_request` for a new time that would be over already. */
export function refuseEnded({ expiresAt }: Charge, now: number): void {
  if (expiresAt > now) return;
  const message = fieldText((texts) => texts.endsInPast);
  const field = 'calendario.expiracao';
  throw new Refusal('invalid_request', { fields: [{ field, message }] });
}

/** The charge with its new fields. Refuses what `divideCharge` refuses. */
export function revisedCharge(
  charge: Charge,
  { feePlan, fields }: { readonly feePlan: AgreedFee; readonly fields: StandardFields },
): Charge {
  const { amount, payer, expiresInSeconds } = fields;
  const splits = charge.splits.map(agreedShare);
  const { fee, shares } = divideCharge(amount, { feePlan, splits });
  return {
    ...charge,
    amount,
    fee,
    payer,
    description: fields.terms.solicitacaoPagador ?? null,
    expiresAt: charge.createdAt + expiresInSeconds * SECOND_MS,
    splits: charge.splits.map((split, index) => ({
      ...split,
      amount: shares[index] ?? split.amount,
    })),
  };
}

/** A code of the test environment names the amount. */
function codeOf(
  { environment, id, qrcode }: Charge,
  { caller, amount }: Pick<Revision, 'caller'> & Pick<StandardFields, 'amount'>,
): string {
  const { name: merchantName, city: merchantCity } = caller;
  return bankFor(environment).registerCharge({
    id,
    amount,
    hasDueDate: false,
    merchantName,
    merchantCity,
    location: locationOfCode(qrcode),
  });
}

/** Gives a locked charge its new fields, and keeps the old ones. */
export async function writeRevised(
  tx: Transaction,
  { charge, txid, named }: NamedCharge,
  revised: Charge,
  { fields, author, now }: RevisionToWrite,
): Promise<NamedCharge> {
  const { merchantId, environment, id } = charge;
  const key = { merchantId, environment, id };
  const revision = named?.revision ?? 0;
  const { terms } = fields;
  const { payer, ...asked } = fieldsOf(charge);
  insertRevision(tx, key, {
    revision,
    terms: { ...asked, fee: charge.fee, qrcode: charge.qrcode },
    standard: { payer, terms: named?.terms ?? { chave: terms.chave } },
    author,
    replacedAt: now,
  });
  writeRevision(tx, key, { ...revised, shares: revised.splits });
  await rescheduleCharge(tx, { ...key, dueAt: revised.expiresAt });
  if (!named) await claimTxidRows(tx, [{ ...key, txid, terms }]);
  const { locationId = null, hasLocation = true } = named ?? {};
  const next = {
    merchantId,
    environment,
    txid,
    chargeId: id,
    revision: revision + 1,
    terms,
    locationId,
    hasLocation,
  };
  reviseTxid(tx, next);
  return { charge: revised, txid, named: next };
}

interface RevisionToWrite {
  readonly fields: StandardFields;
  /** The client id of the key that revises; null if that was not stored. */
  readonly author: string | null;
  /** Milliseconds. */
  readonly now: number;
}

/** The fields of a charge that a revision may change, without its terms. */
export function fieldsOf(charge: Charge): Omit<StandardFields, 'terms'> {
  const { amount, expected, payer, createdAt, expiresAt } = charge;
  return {
    amount: expected ?? amount,
    payer,
    expiresInSeconds: (expiresAt - createdAt) / SECOND_MS,
  };
}
