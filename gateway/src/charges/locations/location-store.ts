import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import type { TransactionKey } from '../charge.ts';
import {
  instantOfLocation,
  type Location,
  type LocationKey,
  type LocationKind,
} from './location.ts';

const COLUMNS = 'l.merchant_id, l.environment, l.id, l.kind, l.url, l.bank_id, l.charge_id, l.txid';
const OF_SCOPE = 'merchant_id = $1 and environment = $2';
const ROW = `merchant_id uuid, environment text, id bigint, charge_id uuid, txid text`;

const INSERT = {
  name: 'api_pix_locations_insert',
  text: `insert into api_pix_locations
      (merchant_id, environment, id, kind, url, token, bank_id, charge_id, txid, created_at)
    select merchant_id, environment, id, kind, url, token, bank_id, charge_id, txid, created_at
    from json_to_recordset($1) as row (${ROW}, kind text, url text, token uuid, bank_id bigint,
      created_at timestamptz)`,
};
const SELECT = {
  name: 'api_pix_locations_select',
  text: `select ${COLUMNS} from api_pix_locations l where ${OF_SCOPE} and id = $3`,
};
const SELECT_MANY = {
  name: 'api_pix_locations_select_many',
  text: `select ${COLUMNS} from api_pix_locations l where ${OF_SCOPE} and id = any($3::bigint[])`,
};
const SELECT_BY_TOKEN = {
  name: 'api_pix_locations_select_by_token',
  place: EACH_BUCKET,
  text: `select ${COLUMNS} from api_pix_locations l where token = $1`,
};
// Two moves lock the same locations in this order.
const LOCK = {
  name: 'api_pix_locations_lock',
  text: `select ${COLUMNS} from api_pix_locations l
    where ${OF_SCOPE} and (id = $3 or charge_id = $4) order by id for update`,
};
const TAKE = {
  name: 'api_pix_locations_take',
  text: `update api_pix_locations l set charge_id = row.charge_id, txid = row.txid
    from json_to_recordset($1) as row (${ROW})
    where (l.merchant_id, l.environment, l.id) = (row.merchant_id, row.environment, row.id)
      and l.charge_id is null
    returning l.charge_id`,
};
const FREE = {
  name: 'api_pix_locations_free',
  text: `update api_pix_locations set charge_id = null, txid = null
    where ${OF_SCOPE} and charge_id = $3`,
};
const FILTERED = `from api_pix_locations l where ${OF_SCOPE} and id >= $3 and id < $4
    and ($5::text is null or kind = $5) and ($6::boolean is null or (txid is not null) = $6)`;
const COUNT = {
  name: 'api_pix_locations_count',
  text: `select count(*) as count from (select 1 ${FILTERED} limit $7) counted`,
};
const PAGE = {
  name: 'api_pix_locations_page',
  text: `select ${COLUMNS} ${FILTERED} order by id offset $7 limit $8`,
};
// The location that a charge made itself is found by the second in its id.
const SELECT_OWN = {
  name: 'api_pix_charges_select_by_location',
  text: `select t.charge_id as id, t.txid from charges c cross join lateral (
      select charge_id, txid from api_pix_charges
      where ${OF_SCOPE} and api_pix_charges.txid = c.external_id and charge_id = c.id
        and location_id = $5 and has_location
      limit 1
    ) t
    where c.merchant_id = $1 and c.environment = $2 and c.id >= $3 and c.id < $4 limit 1`,
};
const SET_OF_CHARGE = {
  name: 'api_pix_charges_set_location',
  text: `update api_pix_charges set location_id = $4, has_location = $5
    where ${OF_SCOPE} and txid = $3`,
};
const SET_CODE = {
  name: 'charges_set_code',
  text: `update charges set qrcode = $4 where ${OF_SCOPE} and id = $3`,
};

interface LocationRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly id: bigint;
  readonly kind: LocationKind;
  readonly url: string;
  readonly bank_id: bigint | null;
  readonly charge_id: string | null;
  readonly txid: string | null;
}

/** A location, with the last part of its url in the test environment. */
export type NewLocation = Location & { readonly token: string | null };

/** Sends the insert of locations; the commit waits for it. */
export function insertLocations(tx: Transaction, locations: readonly NewLocation[]): void {
  if (locations.length === 0) return;
  const rows = locations.map((location) => ({
    ...rowOf(location),
    kind: location.kind,
    url: location.url,
    token: location.token,
    bank_id: location.bankId,
    created_at: new Date(instantOfLocation(location.id)),
  }));
  tx.send(INSERT, [JSON.stringify(rows)]);
}

export async function selectLocation(
  database: Queryable,
  { merchantId, environment, id }: LocationKey,
): Promise<Location | undefined> {
  const [row] = await database.query<LocationRow>(SELECT, [merchantId, environment, id]);
  return row && locationFrom(row);
}

/** Those of some locations of a scope that have a row, in no order. */
export async function selectLocations(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  ids: readonly number[],
): Promise<Location[]> {
  if (ids.length === 0) return [];
  const values = [merchantId, environment, ids];
  return (await database.query<LocationRow>(SELECT_MANY, values)).map(locationFrom);
}

/** The location of any merchant by the last part of its url. */
export async function selectLocationByToken(
  database: Queryable,
  token: string,
): Promise<Location | undefined> {
  const [row] = await database.query<LocationRow>(SELECT_BY_TOKEN, [token]);
  return row && locationFrom(row);
}

/** Locks a location, and the one that a charge has. */
export async function lockLocations(
  tx: Transaction,
  { merchantId, environment, id }: LocationKey,
  chargeId: string,
): Promise<Location[]> {
  const rows = await tx.query<LocationRow>(LOCK, [merchantId, environment, id, chargeId]);
  return rows.map(locationFrom);
}

/** A charge that claims a location. */
export interface LocationToTake extends LocationKey {
  readonly chargeId: string;
  readonly txid: string;
}

/** Claims free locations for charges; returns the ids of the charges that got theirs. */
export async function claimLocations(
  tx: Transaction,
  wanted: readonly LocationToTake[],
): Promise<ReadonlySet<string>> {
  const rows = wanted.toSorted((left, right) => left.id - right.id).map(rowOf);
  const taken = await tx.query<{ charge_id: string }>(TAKE, [JSON.stringify(rows)]);
  return new Set(taken.map((row) => row.charge_id));
}

/** Sends the release of the location of a charge; the commit waits for it. */
export function releaseLocationOf(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
): void {
  tx.send(FREE, [merchantId, environment, id]);
}

/** Which locations a list has: ids from the first to before the second. Null for any. */
export interface LocationFilter extends LedgerScope {
  readonly fromId: number;
  readonly beforeId: number;
  readonly kind: LocationKind | null;
  readonly hasCharge: boolean | null;
}

/** Counts locations, at most `max` of them. */
export async function countLocations(
  database: Queryable,
  filter: LocationFilter,
  max: number,
): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(COUNT, [...valuesOf(filter), max]);
  return Number(row?.count ?? 0);
}

/** A page of locations, the oldest first. */
export async function pageLocations(
  database: Queryable,
  filter: LocationFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Location[]> {
  const rows = await database.query<LocationRow>(PAGE, [...valuesOf(filter), offset, limit]);
  return rows.map(locationFrom);
}

/** The charge that made a location itself, among those with ids in a range. */
export async function selectOwner(
  database: Queryable,
  { merchantId, environment, id }: LocationKey,
  { fromId, beforeId }: { readonly fromId: string; readonly beforeId: string },
): Promise<{ readonly id: string; readonly txid: string } | undefined> {
  const values = [merchantId, environment, fromId, beforeId, id];
  const [row] = await database.query<{ id: string; txid: string }>(SELECT_OWN, values);
  return row;
}

/** Sends the location of a charge that has a txid; null when it has none. */
export function setLocationOfTxid(
  tx: Transaction,
  { merchantId, environment, txid }: LedgerScope & { readonly txid: string },
  locationId: number | null,
): void {
  const values = [merchantId, environment, txid, locationId, locationId !== null];
  tx.send(SET_OF_CHARGE, values);
}

/** Sends the code of a charge, which the caller has locked. */
export function setCode(
  tx: Transaction,
  { merchantId, environment, id }: TransactionKey,
  code: string,
): void {
  tx.send(SET_CODE, [merchantId, environment, id, code]);
}

function valuesOf(filter: LocationFilter): unknown[] {
  const { merchantId, environment, fromId, beforeId, kind, hasCharge } = filter;
  return [merchantId, environment, fromId, beforeId, kind, hasCharge];
}

function locationFrom(row: LocationRow): Location {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    id: Number(row.id),
    kind: row.kind,
    url: row.url,
    chargeId: row.charge_id,
    txid: row.txid,
    bankId: row.bank_id === null ? null : Number(row.bank_id),
  };
}

function rowOf({
  merchantId,
  environment,
  id,
  chargeId,
  txid,
}: LocationKey & Pick<Location, 'chargeId' | 'txid'>) {
  return { merchant_id: merchantId, environment, id, charge_id: chargeId, txid };
}
