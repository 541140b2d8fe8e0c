import { isDeepStrictEqual } from 'node:util';
import type { BankCharge, BankRefusal, Outcome, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { basisPoints } from '#src/ground/money/basis-points.ts';
import { centavos, centavosToJson } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { Charge } from '../charge.ts';
import {
  endRequest,
  insertRequest,
  isRequestOpen,
  type OpenChange,
  type StoredRevision,
  selectOpenChanges,
  withdrawRequest,
} from '../due/change-store.ts';
import { bankMissing, unavailable } from '../live/bank-answer.ts';
import { payerAtBank } from '../live/charge-draft.ts';
import { carryOn, carryOut, finishOnce, type OpenIntent } from '../live/intent.ts';
import { readCharges } from '../read-charges.ts';
import { readEarlierFields } from '../revisions/revisions.ts';
import type { StandardFields } from '../standard-charge.ts';
import { type NamedCharge, withTxids } from './find-by-txid.ts';
import {
  fieldsOf,
  lockCharge,
  lockRevisable,
  type Revision,
  refuseEnded,
  refuseOvertaken,
  revisedCharge,
  writeRevised,
} from './revise-charges.ts';

export interface LiveRevisionDeps extends DatabaseAndClock {
  /** Undefined when no bank is configured. */
  readonly bank: ReceivingBank | undefined;
  /** The lease of a revision: how long one request or worker may ask the bank about it. */
  readonly bankLeaseMs: number;
}

/**
 * Revises a live charge: stores the revision, changes the charge at the bank outside any
 * transaction, then here. When the bank gives no clear answer, the worker asks again; until then
 * the charge can't be read or revised. Refuses `provider_unavailable`, `provider_refused` and what
 * `reviseCharges` refuses.
 * @throws {RevisedMeanwhile}
 */
export async function reviseLiveCharge(
  deps: LiveRevisionDeps,
  revision: Revision,
): Promise<NamedCharge> {
  const { bank } = deps;
  if (!bank?.reviseCharge) throw bankMissing();
  const { named, open } = await requestRevision(deps, revision);
  if (open === undefined) return named;
  return carryOut({
    ...revisionIntent({ ...deps, bank }, named.charge, open),
    refused: refusedByBank,
  });
}

/**
 * Stores the revision that the bank will be asked for. The bank knows no texts of charges: a charge
 * that changes nothing else is revised at once, and `open` is missing.
 */
async function requestRevision(
  { database, clock, bankLeaseMs }: LiveRevisionDeps,
  request: Revision,
): Promise<{ readonly named: NamedCharge; readonly open?: OpenChange<StoredRevision> }> {
  const now = clock.now();
  const { fields, caller } = request;
  const { feePlan, clientId: author } = caller;
  return database.transaction(async (tx) => {
    const charge = await lockRevisable(tx, request, now);
    const [named] = await withTxids(tx, [charge]);
    if (!named) throw new Error('a charge that was read has no name');
    refuseOvertaken(named, request);
    const revised = revisedCharge(charge, { feePlan, fields });
    refuseEnded(revised, now);
    if (isSameAtBank(fieldsOf(charge), fields)) {
      if ((await selectOpenChanges(tx, [request])).size > 0) throw unavailable();
      return { named: await writeRevised(tx, named, revised, { fields, author, now }) };
    }
    const change: StoredRevision = {
      revision: (named.named?.revision ?? 0) + 1,
      fields: { ...fields, amount: centavosToJson(fields.amount) },
      author,
      feePlan: {
        feeRate: Number(feePlan.feeRate),
        feeFixed: centavosToJson(feePlan.feeFixed),
      },
    };
    const { merchantId, environment, id } = request;
    const key = { merchantId, environment, id };
    const open = { key, change, requestedAt: now, leasedUntil: now + bankLeaseMs };
    if (!(await insertRequest(tx, open))) throw unavailable();
    return { named, open };
  });
}

type BankFields = Omit<StandardFields, 'terms'>;

function isSameAtBank(before: BankFields, after: BankFields): boolean {
  return (
    before.amount === after.amount &&
    before.expiresInSeconds === after.expiresInSeconds &&
    before.payer.name === after.payer.name &&
    before.payer.document === after.payer.document
  );
}

/** Asks the bank for a stored revision; the same one twice is safe. */
async function askBank(
  bank: ReceivingBank,
  charge: Charge,
  { fields }: StoredRevision,
): Promise<Outcome<BankCharge>> {
  if (!bank.reviseCharge) return { kind: 'unknown', reason: 'O banco não altera cobranças.' };
  const orderOf = ({ amount, expiresInSeconds, payer }: BankFields) => ({
    txid: txidFromId(charge.id),
    amount,
    expiresInSeconds,
    payer: payerAtBank(payer),
  });
  const revised = { ...fields, amount: centavos(fields.amount) };
  return bank.reviseCharge(orderOf(revised), orderOf(fieldsOf(charge)));
}

/**
 * Revises the charge here as the bank has revised it, also after its expiry. Refuses
 * `charge_not_revisable` for a charge that has ended otherwise meanwhile. When the revision was
 * withdrawn meanwhile, it is stored again for the worker, and undefined is returned; refuses
 * `provider_unavailable` beside another one.
 */
function book(
  { database, clock }: LiveRevisionDeps,
  open: OpenChange<StoredRevision>,
): Promise<NamedCharge | undefined> {
  const now = clock.now();
  const { key, change } = open;
  return database.transaction(async (tx) => {
    const charge = await lockCharge(tx, key);
    const [named] = await withTxids(tx, [charge]);
    if (!named) throw new Error('a charge that was read has no name');
    const revision = (named.named?.revision ?? 0) + 1;
    const again = { key, change: { ...change, revision }, requestedAt: now, leasedUntil: now };
    return finishOnce({
      take: () => endRequest(tx, open),
      apply: () => apply(tx, { named, change, now }),
      made: async () => ((await wasBooked(tx, named, open)) ? named : undefined),
      isOpen: () => isRequestOpen(tx, open),
      storeAgain: () => insertRequest(tx, again),
    });
  });
}

function apply(
  tx: Transaction,
  { named, change, now }: { named: NamedCharge; change: StoredRevision; now: number },
): Promise<NamedCharge> {
  if (named.charge.status !== 'pending') throw new Refusal('charge_not_revisable');
  const fields = { ...change.fields, amount: centavos(change.fields.amount) };
  const feePlan = {
    feeRate: basisPoints(change.feePlan.feeRate),
    feeFixed: centavos(change.feePlan.feeFixed),
  };
  const { author = null } = change;
  const revised = revisedCharge(named.charge, { feePlan, fields });
  return writeRevised(tx, named, revised, { fields, author, now });
}

/** Whether the worker, or the request, has booked a revision, also if others came after it. */
async function wasBooked(
  tx: Transaction,
  { charge, named }: NamedCharge,
  { key, change }: OpenChange<StoredRevision>,
): Promise<boolean> {
  const revision = named?.revision ?? 0;
  if (revision < change.revision) return false;
  const made =
    revision === change.revision
      ? { ...fieldsOf(charge), terms: named?.terms }
      : await readEarlierFields(tx, { ...key, revision: change.revision });
  if (!made) return false;
  const { amount, expiresInSeconds, payer, terms } = made;
  const fields = { amount: centavosToJson(amount), expiresInSeconds, payer, terms };
  return isDeepStrictEqual(jsonOf(fields), jsonOf(change.fields));
}

/** A value as a column of JSON gives it back. */
function jsonOf(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Asks the bank again for a revision without a clear answer, and books it or drops it. */
export async function settleRevision(
  deps: LiveRevisionDeps & { readonly bank: ReceivingBank },
  open: OpenChange<StoredRevision>,
): Promise<void> {
  const [charge] = await readCharges(deps.database, [open.key]);
  // It was paid with the amount that it has here, or the bank has removed it.
  if (charge?.status !== 'pending') {
    await withdrawRequest(deps.database, open);
    return;
  }
  await carryOn(revisionIntent(deps, charge, open));
}

function revisionIntent(
  deps: LiveRevisionDeps & { readonly bank: ReceivingBank },
  charge: Charge,
  open: OpenChange<StoredRevision>,
): OpenIntent<BankCharge, NamedCharge> {
  return {
    ask: () => askBank(deps.bank, charge, open.change),
    finish: () => book(deps, open),
    withdraw: () => withdrawRequest(deps.database, open),
  };
}

/** The payment may not be booked here yet, so a paid charge is known from the bank's refusal. */
function refusedByBank({ code, message }: BankRefusal): Refusal {
  if (code === 'charge_paid') return new Refusal('charge_not_revisable');
  return new Refusal('provider_refused', { reason: message });
}
