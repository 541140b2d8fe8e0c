import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  rowsOf,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import { EACH_BUCKET } from '#src/ground/database/statement-place.ts';
import { instantOfLocation, LOCATION, type Location, type LocationKind } from './location.ts';

const TOKEN = f.uuid;
/** A charge that claims a location. */
const CLAIM = {
  ...f.SCOPE,
  id: f.count,
  chargeId: f.uuid,
  txid: f.text,
};
const NEW_LOCATION = {
  ...CLAIM,
  chargeId: LOCATION.chargeId,
  txid: LOCATION.txid,
  kind: LOCATION.kind,
  url: LOCATION.url,
  token: f.orNull(TOKEN),
  bankId: LOCATION.bankId,
  createdAt: f.instant,
};

/** Which locations a list has: ids from the first to before the second. Null for any. */
const FILTER = {
  ...f.SCOPE,
  fromId: f.count,
  beforeId: f.count,
  kind: f.orNull(f.textOf<LocationKind>()),
  hasCharge: f.orNull(f.bool),
};

const $ = paramsOf({ ...LOCATION, token: TOKEN, offset: f.count, limit: f.count });
const $filter = paramsOf(FILTER);
const OF_CHARGE = param('id', f.uuid);
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const SELECT = `select ${f.columnsOf(LOCATION, 'l')} from api_pix_locations l`;

const insertRows = send(
  'api_pix_locations_insert',
  sql`insert into api_pix_locations
      (merchant_id, environment, id, kind, url, token, bank_id, charge_id, txid, created_at)
    select merchant_id, environment, id, kind, url, token, bank_id, charge_id, txid, created_at
    from ${rowsOf('locations', 'row', NEW_LOCATION)}`,
);

export const selectLocation = maybeOne(
  'api_pix_locations_select',
  LOCATION,
  sql`${SELECT} where ${OF_SCOPE} and id = ${$.id}`,
);

const selectMany = many(
  'api_pix_locations_select_many',
  LOCATION,
  sql`${SELECT} where ${OF_SCOPE} and id = any(${param('ids', f.listOf(f.count))}::bigint[])`,
);

/** The location of any merchant by the last part of its url. */
export const selectLocationByToken = maybeOne(
  'api_pix_locations_select_by_token',
  LOCATION,
  sql`${SELECT} where token = ${$.token}`,
  EACH_BUCKET,
);

// Two moves lock the same locations in this order.
/** Locks a location, and the one that a charge has. */
export const lockLocations = many(
  'api_pix_locations_lock',
  LOCATION,
  sql`${SELECT}
    where ${OF_SCOPE} and (id = ${$.id} or charge_id = ${param('chargeId', f.uuid)})
    order by id for update`,
);

const claimRows = many(
  'api_pix_locations_take',
  { chargeId: f.neverNull(f.uuid) },
  sql`update api_pix_locations l set charge_id = row.charge_id, txid = row.txid
    from ${rowsOf('claims', 'row', CLAIM)}
    where (l.merchant_id, l.environment, l.id) = (row.merchant_id, row.environment, row.id)
      and l.charge_id is null
    returning l.charge_id`,
);

/** Sends the release of the location of a charge; the commit waits for it. */
export const releaseLocationOf = send(
  'api_pix_locations_free',
  sql`update api_pix_locations set charge_id = null, txid = null
    where ${OF_SCOPE} and charge_id = ${OF_CHARGE}`,
);

const FILTERED = sql`from api_pix_locations l where ${OF_SCOPE} and id >= ${$filter.fromId}
    and id < ${$filter.beforeId} and (${$filter.kind}::text is null or kind = ${$filter.kind})
    and (${$filter.hasCharge}::boolean is null or (txid is not null) = ${$filter.hasCharge})`;

/** Counts locations, at most `limit` of them. */
export const countLocations = one(
  'api_pix_locations_count',
  { count: f.count },
  sql`select count(*) as count from (select 1 ${FILTERED} limit ${$.limit}) counted`,
);

/** A page of locations, the oldest first. */
export const pageLocations = many(
  'api_pix_locations_page',
  LOCATION,
  sql`select ${f.columnsOf(LOCATION, 'l')} ${FILTERED}
    order by id offset ${$.offset} limit ${$.limit}`,
);

// The location that a charge made itself is found by the second in its id.
/** The charge that made a location itself, among those with ids in a range. */
export const selectOwner = maybeOne(
  'api_pix_charges_select_by_location',
  { id: f.uuid, txid: f.text },
  sql`select t.charge_id as id, t.txid from charges c cross join lateral (
      select charge_id, txid from api_pix_charges
      where ${OF_SCOPE} and api_pix_charges.txid = c.external_id and charge_id = c.id
        and location_id = ${$.id} and has_location
      limit 1
    ) t
    where c.merchant_id = ${$.merchantId} and c.environment = ${$.environment}
      and c.id >= ${param('fromId', f.uuid)} and c.id < ${param('beforeId', f.uuid)} limit 1`,
);

const setLocation = send(
  'api_pix_charges_set_location',
  sql`update api_pix_charges set location_id = ${param('locationId', f.orNull(f.count))},
      has_location = ${param('hasLocation', f.bool)}
    where ${OF_SCOPE} and txid = ${param('txid', f.text)}`,
);

/** Sends the code of a charge, which the caller has locked. */
export const setCode = send(
  'charges_set_code',
  sql`update charges set qrcode = ${param('code', f.text)}
    where ${OF_SCOPE} and id = ${OF_CHARGE}`,
);

/** A location, with the last part of its url in the test environment. */
export type NewLocation = Location & { readonly token: string | null };

/** Sends the insert of locations; the commit waits for it. */
export function insertLocations(tx: Transaction, made: readonly NewLocation[]): void {
  if (made.length === 0) return;
  const locations = made.map((each) => ({ ...each, createdAt: instantOfLocation(each.id) }));
  insertRows(tx, { locations });
}

/** Those of some locations of a scope that have a row, in no order. */
export async function selectLocations(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  ids: readonly number[],
): Promise<Location[]> {
  return ids.length === 0 ? [] : selectMany(database, { merchantId, environment, ids });
}

/** Claims free locations for charges; returns the ids of the charges that got theirs. */
export async function claimLocations(
  tx: Transaction,
  wanted: readonly f.RecordOf<typeof CLAIM>[],
): Promise<ReadonlySet<string>> {
  const claims = wanted.toSorted((left, right) => left.id - right.id);
  return new Set((await claimRows(tx, { claims })).map(({ chargeId }) => chargeId));
}

/** Sends the location of a charge that has a txid; null when it has none. */
export function setLocationOfTxid(
  tx: Transaction,
  { merchantId, environment, txid }: LedgerScope & { readonly txid: string },
  locationId: number | null,
): void {
  setLocation(tx, { merchantId, environment, txid, locationId, hasLocation: locationId !== null });
}
