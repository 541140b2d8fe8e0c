import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, maybeOne, one, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { DueQueue } from '#src/ground/work/due-queues.ts';
import { LOT, type Lot } from './lot.ts';

/** The lots that were made in a time, both ends included. In milliseconds. */
const PERIOD = { ...f.SCOPE, from: f.instant, to: f.instant };
export type LotPeriod = f.RecordOf<typeof PERIOD>;

const $ = paramsOf({
  ...LOT,
  ...PERIOD,
  at: f.instant,
  until: f.instant,
  dueAt: f.orNull(f.instant),
  offset: f.count,
  limit: f.count,
});
const COLUMNS = f.columnsOf(LOT, 'l');
const OF_SCOPE = sql`merchant_id = ${$.merchantId} and environment = ${$.environment}`;
const OF_KEY = sql`${OF_SCOPE} and name = ${$.name}`;
const OF_PERIOD = sql`${OF_SCOPE} and created_at >= ${$.from} and created_at <= ${$.to}`;

// Another lot may take the name or the number at the same time: then nothing is inserted.
const insertRow = countRows(
  'api_pix_lots_insert',
  sql`insert into api_pix_lots (merchant_id, environment, name, number, description, line_count,
      client_id, created_at, request_digest)
    values (${$.merchantId}, ${$.environment}, ${$.name}, ${$.number}, ${$.description},
      ${$.lineCount}, ${$.clientId}, ${$.createdAt}, ${$.requestDigest})
    on conflict do nothing
    returning number`,
);

/** The lot with a name; undefined when there is none. */
export const selectLot = maybeOne(
  'api_pix_lots_select',
  LOT,
  sql`select ${COLUMNS} from api_pix_lots l where ${OF_KEY}`,
);

/** The lot with a number; undefined when there is none. */
export const selectLotByNumber = maybeOne(
  'api_pix_lots_select_number',
  LOT,
  sql`select ${COLUMNS} from api_pix_lots l where ${OF_SCOPE} and number = ${$.number}`,
);

/** Locks a lot; undefined when there is none. */
export const lockLot = maybeOne(
  'api_pix_lots_lock',
  LOT,
  sql`select ${COLUMNS} from api_pix_lots l where ${OF_KEY} for update`,
);

/** How many lots were made in a time. */
export const countLots = one(
  'api_pix_lots_count',
  { count: f.count },
  sql`select count(*) as count from api_pix_lots where ${OF_PERIOD}`,
);

/** A page of the lots of a time, the oldest first. */
export const selectLots = many(
  'api_pix_lots_list',
  LOT,
  sql`select ${COLUMNS} from api_pix_lots l
    where ${OF_PERIOD} order by created_at, number offset ${$.offset} limit ${$.limit}`,
);

/** How many lots of a scope have changes that wait for the worker. */
export const countChangingLots = one(
  'api_pix_lots_count_changing',
  { count: f.count },
  sql`select count(*) as count from api_pix_lots where ${OF_SCOPE} and due_at is not null`,
);

/** Sends that a further request for a locked lot was accepted; `dueAt` is null without changes. */
export const acceptLot = send(
  'api_pix_lots_accept',
  sql`update api_pix_lots set description = ${$.description}, request_count = request_count + 1,
      request_digest = ${$.requestDigest}, due_at = ${$.dueAt}
    where ${OF_KEY}`,
);

// The lot that has waited longest goes first, so that merchants take turns.
function dueLots(environment: Environment): DueQueue {
  const due = `select from api_pix_lots where environment = '${environment}' and due_at <= $1`;
  return { name: `lots-${environment}`, due };
}
/** Lots whose next changes are due. */
export const DUE_TEST_LOTS = dueLots('test');
export const DUE_LIVE_LOTS = dueLots('live');

/** Leases the lot whose changes have waited longest; undefined when none is due. */
export const claimLot = maybeOne(
  'api_pix_lots_claim',
  LOT,
  sql`update api_pix_lots l set due_at = ${$.until} where (merchant_id, environment, name) in (
      select merchant_id, environment, name from api_pix_lots
      where environment = ${$.environment} and due_at <= ${$.at}
      order by due_at limit 1 for update skip locked
    ) returning ${COLUMNS}`,
  HERE,
);

/** Sends when the changes of a lot go on; null when none is left. */
export const advanceLot = send(
  'api_pix_lots_advance',
  sql`update api_pix_lots set due_at = ${$.dueAt}
    where ${OF_KEY} and due_at is not null`,
);

/** Inserts a lot; false when its name or its number is taken. */
export async function insertLot(tx: Transaction, lot: Omit<Lot, 'requestCount'>): Promise<boolean> {
  return (await insertRow(tx, lot)) === 1;
}
