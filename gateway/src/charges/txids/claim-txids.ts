import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { TransactionKey } from '../charge.ts';
import { freeLocationOf, takeLocations } from '../locations/location-store.ts';
import type { ChargeRequest } from '../plan-charges.ts';
import type { RequestedTxid } from './standard-charge.ts';
import { claimTxidRows, freeTxidRows } from './txid-store.ts';

const NONE: ReadonlyMap<string, Refusal> = new Map();

/** A charge that a transaction makes, by its id. */
interface ChargeOfRequest {
  readonly id: string;
  readonly request: ChargeRequest;
}

/**
 * Claims the txids of charges that were requested by the Central Bank's API, and the locations that
 * they name, in the transaction that creates the charges or their drafts. Returns the refusals
 * `txid_taken` and `location_taken` by charge.
 */
export async function claimTxids(
  tx: Transaction,
  created: readonly ChargeOfRequest[],
): Promise<ReadonlyMap<string, Refusal>> {
  const wanted = created.flatMap(txidOf);
  if (wanted.length === 0) return NONE;
  const rows = wanted.map(({ location: _, ...claim }) => claim);
  const claimed = await claimTxidRows(tx, rows);
  const refusals = new Map<string, Refusal>();
  for (const { id } of wanted) if (!claimed.has(id)) refusals.set(id, new Refusal('txid_taken'));
  const placed = wanted.filter(({ id, location }) => location && claimed.has(id));
  if (placed.length === 0) return refusals;
  const taken = await takeLocations(
    tx,
    placed.map(({ id, location, ...key }) => ({ ...key, chargeId: id, id: location?.id ?? 0 })),
  );
  const lost = placed.filter(({ id }) => !taken.has(id));
  freeTxidRows(tx, lost);
  for (const { id } of lost) refusals.set(id, new Refusal('location_taken'));
  return refusals;
}

/** Frees what `claimTxids` has claimed for charges that are not made. */
export function freeTxids(tx: Transaction, charges: readonly ChargeOfRequest[]): void {
  const claimed = charges.flatMap(txidOf);
  freeTxidRows(tx, claimed);
  for (const { location, ...key } of claimed) if (location) freeLocationOf(tx, key);
}

function txidOf({ id, request: { caller, standard, ofBatch } }: ChargeOfRequest) {
  const { merchantId, environment } = caller;
  const batchId = ofBatch?.batchId ?? null;
  return standard ? [{ merchantId, environment, id, ...standard, batchId }] : [];
}

/** Claims the txid of one charge. Refuses `txid_taken`. */
export async function claimTxid(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  { txid, terms }: Pick<RequestedTxid, 'txid' | 'terms'>,
): Promise<void> {
  const claimed = await claimTxidRows(tx, [{ merchantId, environment, id, txid, terms }]);
  if (!claimed.has(id)) throw new Refusal('txid_taken');
}
