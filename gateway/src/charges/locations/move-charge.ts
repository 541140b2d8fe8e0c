import { bankFor } from '#src/bank/choose-bank.ts';
import type { ReceivingBank } from '#src/bank/live-bank.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import type { Charge, TransactionKey } from '../charge.ts';
import { lockCharges } from '../charge-refund-store.ts';
import { answerOf, bankMissing, unavailable } from '../live/bank-answer.ts';
import { withSplits } from '../read-charges.ts';
import type { ChosenLocation, StandardTerms, TxidKey } from '../standard-charge.ts';
import { type NamedCharge, withTxids } from '../txids/find-by-txid.ts';
import { claimTxidRows, leaseTxid, releaseTxid } from '../txids/txid-store.ts';
import type { Location } from './location.ts';
import {
  claimLocations,
  insertLocations,
  lockLocations,
  releaseLocationOf,
  setCode,
  setLocationOfTxid,
} from './location-store.ts';
import { kindOfCharge, ownLocation } from './own-location.ts';
import { storeOwnLocation } from './store-own-location.ts';

const BUSY_RETRY_SECONDS = 5;

/** A charge that gets another location. */
export interface LocationChange extends TransactionKey {
  readonly caller: Pick<Caller, 'name' | 'city'>;
  readonly location: ChosenLocation;
  /** For a charge of another door, which has none yet. */
  readonly terms: StandardTerms;
  /** The id of its own location, if that has none yet. */
  readonly spareId: number;
  /** The code that the bank has given to a live charge. */
  readonly code?: string;
}

/**
 * Gives charges other locations, and frees the ones that they had; this is no revision. Refuses
 * `transaction_not_found`, `charge_not_revisable` and `location_taken`.
 */
export function moveCharges(
  { database, clock }: DatabaseAndClock,
  changes: readonly LocationChange[],
): Promise<readonly BatchResult<NamedCharge>[]> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const results: BatchResult<NamedCharge>[] = [];
    for (const change of changes) results.push(await attempt(() => moveOne(tx, change, now)));
    return results;
  });
}

async function attempt(move: () => Promise<NamedCharge>): Promise<BatchResult<NamedCharge>> {
  try {
    return { value: await move() };
  } catch (error) {
    if (error instanceof Refusal) return { error };
    throw error;
  }
}

async function moveOne(tx: Transaction, change: LocationChange, now: number): Promise<NamedCharge> {
  const before = await lockOpen(tx, change, now);
  const { charge, txid, named } = before;
  const { merchantId, environment, location, terms } = change;
  if (hasLocation(before, location)) return release(tx, before);
  const scope = { merchantId, environment };
  const rows = await lockLocations(tx, { ...scope, id: location.id, chargeId: charge.id });
  const isFree = rows.some(({ id, chargeId }) => id === location.id && chargeId === null);
  if (!isFree) throw new Refusal('location_taken');
  leaveLocation(tx, before, { rows, change });
  const key = { ...scope, txid };
  await claimLocations(tx, [{ ...key, id: location.id, chargeId: charge.id }]);
  if (!named) await claimTxidRows(tx, [{ ...key, id: charge.id, terms }]);
  setLocationOfTxid(tx, key, location.id);
  const code = change.code ?? codeOf(charge, change);
  setCode(tx, { ...charge, code });
  const unnamed = { ...key, chargeId: charge.id, revision: 0, terms };
  const placed = { ...(named ?? unnamed), locationId: location.id, hasLocation: true };
  return release(tx, { charge: { ...charge, qrcode: code }, txid, named: placed });
}

/** A charge that can still be paid, locked. */
async function lockOpen(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  now: number,
): Promise<NamedCharge> {
  const rows = await lockCharges(tx, { keys: [{ merchantId, environment, id }] });
  const [charge] = await withSplits(tx, rows);
  if (!charge) throw new Refusal('transaction_not_found');
  if (charge.status !== 'pending' || charge.expiresAt <= now) {
    throw new Refusal('charge_not_revisable');
  }
  const [named] = await withTxids(tx, [charge]);
  if (!named) throw new Error('a charge that was read has no name');
  return named;
}

function hasLocation({ named }: NamedCharge, { id }: ChosenLocation): boolean {
  return named?.hasLocation === true && named.locationId === id;
}

/** Frees the location that a charge has; its own one gets a row by that. */
function leaveLocation(
  tx: Transaction,
  { charge, txid, named }: NamedCharge,
  { rows, change }: { readonly rows: readonly Location[]; readonly change: LocationChange },
): void {
  if (rows.some(({ chargeId }) => chargeId === charge.id)) {
    releaseLocationOf(tx, charge);
    return;
  }
  if (named && !named.hasLocation) return;
  const id = named?.locationId ?? change.spareId;
  const own = ownLocation(charge, { id, kind: kindOfCharge(charge), txid, bankId: null });
  if (own) insertLocations(tx, [{ ...own, chargeId: null, txid: null }]);
}

/** Ends the lease of a live charge. */
function release(tx: Transaction, moved: NamedCharge): NamedCharge {
  const { merchantId, environment } = moved.charge;
  if (environment === 'live') releaseTxid(tx, { merchantId, environment, txid: moved.txid });
  return moved;
}

/** The code of a charge of the test environment at a location. */
function codeOf({ id, amount, due }: Charge, { caller, location }: LocationChange): string {
  return bankFor('test').registerCharge({
    id,
    amount,
    hasDueDate: due !== null,
    location: location.url,
    merchantName: caller.name,
    merchantCity: caller.city,
  });
}

export interface LiveMoveDeps extends DatabaseAndClock {
  /** Undefined when no bank is configured. */
  readonly bank: ReceivingBank | undefined;
  /** How long one change may ask the bank about a charge. */
  readonly bankLeaseMs: number;
  /** `moveCharges` of one charge. */
  readonly move: (change: LocationChange) => Promise<NamedCharge>;
}

/**
 * Gives a live charge another location: at the bank outside any transaction, then here. A lease
 * lets one change of a charge ask the bank at a time. After an unclear answer the charge stays as
 * it is here until the same change is requested again, which the bank answers in the same way.
 */
export async function moveLiveCharge(
  deps: LiveMoveDeps,
  change: LocationChange,
): Promise<NamedCharge> {
  const { bank, database } = deps;
  const { location, caller, id } = change;
  if (!bank) throw bankMissing();
  const { key, charge, ownId } = await takeLease(deps, change);
  const release = () => database.transaction(async (tx) => releaseTxid(tx, key));
  try {
    if (location.bankId === null) throw new Refusal('location_taken');
    // Before the bank is asked: after an unclear answer it may have another location.
    if (ownId !== undefined) await storeOwnLocation({ database, bank }, charge, ownId);
    const outcome = await bank.moveCharge({
      txid: txidFromId(id),
      kind: charge.due ? 'due' : 'immediate',
      locationId: location.bankId,
      merchantName: caller.name,
      merchantCity: caller.city,
    });
    const { code } = answerOf(outcome);
    return await deps.move({ ...change, code });
  } catch (error) {
    // After an unclear answer the request may still reach the bank: the lease ends by itself.
    const isUnclear = error instanceof Refusal && error.code === 'provider_unavailable';
    if (!isUnclear) await release();
    throw error;
  }
}

async function takeLease(
  { database, clock, bankLeaseMs }: LiveMoveDeps,
  change: LocationChange,
): Promise<{ readonly key: TxidKey; readonly charge: Charge; readonly ownId?: number }> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const { charge, txid, named } = await lockOpen(tx, change, now);
    const { merchantId, environment, id } = charge;
    const key = { merchantId, environment, txid };
    if (!named) await claimTxidRows(tx, [{ ...key, id, terms: change.terms }]);
    const until = new Date(now + bankLeaseMs);
    const isFree = await leaseTxid(tx, key, { at: new Date(now), until });
    if (!isFree) throw unavailable(BUSY_RETRY_SECONDS);
    const rows = await lockLocations(tx, { ...key, id: change.location.id, chargeId: id });
    const target = rows.find((row) => row.id === change.location.id);
    if (target?.chargeId && target.chargeId !== id) throw new Refusal('location_taken');
    const isStored = rows.some(({ chargeId }) => chargeId === id);
    if (isStored || named?.hasLocation === false) return { key, charge };
    return { key, charge, ownId: named?.locationId ?? change.spareId };
  });
}
