import type { Environment, LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import type { Lot, LotKey, LotNumber } from './lot.ts';

const COLUMNS = `l.merchant_id, l.environment, l.name, l.number, l.description, l.line_count,
  l.client_id, l.created_at, l.request_count, l.request_digest`;
const SCOPE = 'merchant_id = $1 and environment = $2';
const PERIOD = `${SCOPE} and created_at >= $3 and created_at <= $4`;

// Another lot may take the name or the number at the same time: then nothing is inserted.
const INSERT = {
  name: 'api_pix_lots_insert',
  text: `insert into api_pix_lots (merchant_id, environment, name, number, description, line_count,
      client_id, created_at, request_digest)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    on conflict do nothing
    returning number`,
};
const SELECT = {
  name: 'api_pix_lots_select',
  text: `select ${COLUMNS} from api_pix_lots l where ${SCOPE} and name = $3`,
};
const SELECT_NUMBER = {
  name: 'api_pix_lots_select_number',
  text: `select ${COLUMNS} from api_pix_lots l where ${SCOPE} and number = $3`,
};
const LOCK = {
  name: 'api_pix_lots_lock',
  text: `select ${COLUMNS} from api_pix_lots l where ${SCOPE} and name = $3 for update`,
};
const COUNT = {
  name: 'api_pix_lots_count',
  text: `select count(*) as count from api_pix_lots where ${PERIOD}`,
};
const LIST = {
  name: 'api_pix_lots_list',
  text: `select ${COLUMNS} from api_pix_lots l
    where ${PERIOD} order by created_at, number offset $5 limit $6`,
};
const COUNT_CHANGING = {
  name: 'api_pix_lots_count_changing',
  text: `select count(*) as count from api_pix_lots where ${SCOPE} and due_at is not null`,
};
const ACCEPT = {
  name: 'api_pix_lots_accept',
  text: `update api_pix_lots set description = $4, request_count = request_count + 1,
      request_digest = $5, due_at = $6
    where ${SCOPE} and name = $3`,
};
// The lot that has waited longest goes first, so that merchants take turns.
function dueLots(environment: Environment): DueQueue {
  const due = `select from api_pix_lots where environment = '${environment}' and due_at <= $1`;
  return { name: `lots-${environment}`, due };
}
/** Lots whose next changes are due. */
export const DUE_LOTS = { test: dueLots('test'), live: dueLots('live') };
const CLAIM = {
  name: 'api_pix_lots_claim',
  place: HERE,
  text: `update api_pix_lots l set due_at = $3 where (merchant_id, environment, name) in (
      select merchant_id, environment, name from api_pix_lots
      where environment = $1 and due_at <= $2 order by due_at limit 1 for update skip locked
    ) returning ${COLUMNS}`,
};
const ADVANCE = {
  name: 'api_pix_lots_advance',
  text: `update api_pix_lots set due_at = $4
    where ${SCOPE} and name = $3 and due_at is not null`,
};

interface LotRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly environment: Environment;
  readonly name: string;
  readonly number: bigint;
  readonly description: string;
  readonly line_count: bigint;
  readonly client_id: string;
  readonly created_at: number;
  readonly request_count: bigint;
  readonly request_digest: Buffer;
}

/** Inserts a lot; false when its name or its number is taken. */
export async function insertLot(tx: Transaction, lot: Omit<Lot, 'requestCount'>): Promise<boolean> {
  const rows = await tx.query(INSERT, [
    lot.merchantId,
    lot.environment,
    lot.name,
    lot.number,
    lot.description,
    lot.lineCount,
    lot.clientId,
    new Date(lot.createdAt),
    lot.requestDigest,
  ]);
  return rows.length === 1;
}

/** The lot with a name; undefined when there is none. */
export async function selectLot(database: Queryable, key: LotKey): Promise<Lot | undefined> {
  const [row] = await database.query<LotRow>(SELECT, valuesOf(key));
  return row && lotFromRow(row);
}

/** The lot with a number; undefined when there is none. */
export async function selectLotByNumber(
  database: Queryable,
  { merchantId, environment, number }: LotNumber,
): Promise<Lot | undefined> {
  const [row] = await database.query<LotRow>(SELECT_NUMBER, [merchantId, environment, number]);
  return row && lotFromRow(row);
}

/** Locks a lot; undefined when there is none. */
export async function lockLot(tx: Transaction, key: LotKey): Promise<Lot | undefined> {
  const [row] = await tx.query<LotRow>(LOCK, valuesOf(key));
  return row && lotFromRow(row);
}

/** The lots that were made in a time, both ends included. In milliseconds. */
export interface LotPeriod extends LedgerScope {
  readonly from: number;
  readonly to: number;
}

export async function countLots(database: Queryable, period: LotPeriod): Promise<number> {
  const [row] = await database.query<{ count: bigint }>(COUNT, periodValues(period));
  return Number(row?.count ?? 0);
}

/** A page of lots, the oldest first. */
export async function selectLots(
  database: Queryable,
  period: LotPeriod,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Lot[]> {
  const values = [...periodValues(period), offset, limit];
  return (await database.query<LotRow>(LIST, values)).map(lotFromRow);
}

/** How many lots of a scope have changes that wait for the worker. */
export async function countChangingLots(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(COUNT_CHANGING, [merchantId, environment]);
  return Number(row?.count ?? 0);
}

/** Sends that a further request for a locked lot was accepted; `dueAt` is null without changes. */
export function acceptLot(
  tx: Transaction,
  key: LotKey,
  {
    description,
    requestDigest,
    dueAt,
  }: Pick<Lot, 'description' | 'requestDigest'> & { readonly dueAt: Date | null },
): void {
  tx.send(ACCEPT, [...valuesOf(key), description, requestDigest, dueAt]);
}

/** Leases the lot whose changes have waited longest; undefined when none is due. */
export async function claimLot(
  database: Queryable,
  { environment, at, until }: { environment: Environment; at: Date; until: Date },
): Promise<Lot | undefined> {
  const [row] = await database.query<LotRow>(CLAIM, [environment, at, until]);
  return row && lotFromRow(row);
}

/** Sends when the changes of a lot go on; null when none is left. */
export function advanceLot(tx: Transaction, key: LotKey, dueAt: Date | null): void {
  tx.send(ADVANCE, [...valuesOf(key), dueAt]);
}

function valuesOf({ merchantId, environment, name }: LotKey): unknown[] {
  return [merchantId, environment, name];
}

function periodValues({ merchantId, environment, from, to }: LotPeriod): unknown[] {
  return [merchantId, environment, new Date(from), new Date(to)];
}

function lotFromRow(row: LotRow): Lot {
  return {
    merchantId: row.merchant_id,
    environment: row.environment,
    name: row.name,
    number: Number(row.number),
    description: row.description,
    lineCount: Number(row.line_count),
    clientId: row.client_id,
    createdAt: row.created_at,
    requestCount: Number(row.request_count),
    requestDigest: row.request_digest,
  };
}
