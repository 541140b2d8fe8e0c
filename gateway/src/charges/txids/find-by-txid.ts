import type { Queryable } from '#src/ground/database/database.ts';
import { idFromTxid, isTxid, txidFromId } from '#src/ground/pix/txid.ts';
import type { Charge } from '../charge.ts';
import { selectOpenChanges } from '../due/change-store.ts';
import { readCharges } from '../read-charges.ts';
import type { TxidKey, TxidOfCharge } from '../standard-charge.ts';
import { selectTxids } from './txid-store.ts';

const NONE: ReadonlySet<string> = new Set();

/** A charge as the Central Bank's API names it. */
export interface NamedCharge {
  readonly charge: Charge;
  readonly txid: string;
  /** Undefined for a charge that was made by another door and never revised. */
  readonly named: TxidOfCharge | undefined;
}

/** A charge that was found by its txid. */
export interface FoundByTxid extends NamedCharge {
  /** Whether a change waits for the bank: what the bank asks the payer for is not known. */
  readonly isChanging: boolean;
}

/** The result of a search: `creating` while the bank registers the charge. */
export type TxidSearch = FoundByTxid | 'creating' | undefined;

/**
 * Finds a charge by its txid. A charge that was not made by the Central Bank's API has the txid
 * that it has at the bank: its id without dashes.
 */
export async function findByTxid(database: Queryable, key: TxidKey): Promise<TxidSearch> {
  const [named] = await selectTxids(database, [key]);
  const id = named?.chargeId ?? idFromTxid(key.txid);
  if (id === undefined) return undefined;
  const { merchantId, environment, txid } = key;
  const charge = { merchantId, environment, id };
  // Before the charge is read: a change that ends between the two reads is then taken as open.
  const changing = environment === 'live' ? await selectOpenChanges(database, [charge]) : NONE;
  const [found] = await readCharges(database, [charge]);
  if (found && (named || txidOf(found, undefined) === txid)) {
    const isChanging = found.status === 'pending' && changing.has(id);
    return { charge: found, txid, named, isChanging };
  }
  return named ? 'creating' : undefined;
}

/** Charges with their txids, in the same order. */
export async function withTxids(
  database: Queryable,
  charges: readonly Charge[],
): Promise<NamedCharge[]> {
  const names = await readTxids(database, charges);
  return charges.map((charge) => {
    const named = names.get(charge.id);
    return { charge, named, txid: txidOf(charge, named) };
  });
}

/** A charge whose txid is read. */
export type ChargeToName = Pick<Charge, 'merchantId' | 'environment' | 'id' | 'externalId'>;

/** The txids of charges of the Central Bank's API, by charge; others are omitted. */
export async function readTxids(
  database: Queryable,
  charges: readonly ChargeToName[],
): Promise<ReadonlyMap<string, TxidOfCharge>> {
  const names = await selectTxids(database, charges.flatMap(possibleTxids));
  return new Map(names.map((named) => [named.chargeId, named]));
}

function txidOf({ id }: Charge, named: TxidOfCharge | undefined): string {
  return named?.txid ?? txidFromId(id);
}

/** A charge of the Central Bank's API has its txid as `external_id` too. */
function possibleTxids({ merchantId, environment, id, externalId }: ChargeToName): TxidKey[] {
  const scope = { merchantId, environment };
  const own = { ...scope, txid: txidFromId(id) };
  const isName = externalId !== null && externalId !== own.txid && isTxid(externalId);
  return isName ? [own, { ...scope, txid: externalId }] : [own];
}
