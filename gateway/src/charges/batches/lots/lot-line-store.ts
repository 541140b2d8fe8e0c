import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  bucketOf,
  countRows,
  many,
  param,
  paramsOf,
  rowsOf,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import type { ChargeLineStatus, LineRefusal } from '../charge-batch.ts';
import {
  CHANGING_LINE,
  type LotChange,
  type LotLine,
  type LotNumber,
  type ResentLine,
} from './lot.ts';

/** Lines in one statement. */
const LINES_OF_STATEMENT = 1_000;

const PROBLEM = { line: f.count, problem: f.orNull(f.json<object>()) };
const NEW_LINE = { line: f.count, txid: f.text };
const LINE = {
  ...NEW_LINE,
  batchId: f.uuid,
  isChanging: f.bool,
  problem: PROBLEM.problem,
};
const CREATION = {
  batchId: f.uuid,
  line: f.count,
  status: f.textOf<ChargeLineStatus>(),
  refusal: f.orNull(f.json<LineRefusal>()),
  chargeId: f.orNull(f.uuid),
};
const RESENT = {
  line: f.count,
  batchId: f.orNull(f.uuid),
  change: f.orNull(f.json<LotChange>()),
  payerDocument: f.orNull(f.text),
  problem: PROBLEM.problem,
};

const $ = paramsOf({
  ...f.SCOPE,
  number: f.count,
  batchId: f.uuid,
  after: f.count,
  limit: f.count,
  document: f.text,
});
const OF_LOT = sql`l.merchant_id = ${$.merchantId} and l.environment = ${$.environment}
  and l.lot = ${$.number}`;
const COLUMNS = 'l.line, l.txid, l.batch_id, l.change is not null as is_changing, l.problem';

// Another lot may take a txid at the same time: then its line is not inserted.
const insertRows = countRows(
  'api_pix_lot_lines_insert',
  sql`insert into api_pix_lot_lines (merchant_id, environment, lot, line, txid, batch_id)
    select ${$.merchantId}, ${$.environment}, ${$.number}, line, txid, ${$.batchId}
    from ${rowsOf('lines', 'row', NEW_LINE)}
    on conflict do nothing
    returning line`,
  bucketOf($.merchantId),
);

const selectPage = many(
  'api_pix_lot_lines_select_page',
  LINE,
  sql`select ${COLUMNS} from api_pix_lot_lines l
    where ${OF_LOT} and l.line > ${$.after} order by l.line limit ${$.limit}`,
);

// Not a join: before a new lot is in the statistics, a join may read all of it for each line.
const selectCreations = many(
  'api_pix_lot_lines_select_creations',
  CREATION,
  sql`select batch_id, line, status, refusal, charge_id from charge_batch_lines
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and batch_id = any(${param('batches', f.listOf(f.uuid))}::uuid[])
      and line >= ${param('first', f.count)} and line <= ${param('last', f.count)} and part = 1`,
);

const selectOfTxids = many(
  'api_pix_lot_lines_select_txids',
  LINE,
  sql`select ${COLUMNS} from ${rowsOf('keys', 'key', { txid: f.text })}
    join api_pix_lot_lines l on (l.merchant_id, l.environment, l.txid)
      = (${$.merchantId}, ${$.environment}, key.txid)`,
  bucketOf($.merchantId),
);

/** The first lines of a lot whose changes wait. */
export const selectChangingLines = many(
  'api_pix_lot_lines_select_changing',
  CHANGING_LINE,
  sql`select l.line, l.txid, l.change, l.attempts from api_pix_lot_lines l
    where ${OF_LOT} and l.change is not null order by l.line limit ${$.limit}`,
);

const resendRows = send(
  'api_pix_lot_lines_resend',
  sql`update api_pix_lot_lines l set batch_id = coalesce(row.batch_id, l.batch_id),
      change = row.change, payer_document = row.payer_document, problem = row.problem, attempts = 0
    from ${rowsOf('lines', 'row', RESENT)}
    where ${OF_LOT} and l.line = row.line`,
);

const finishRows = send(
  'api_pix_lot_lines_finish',
  sql`update api_pix_lot_lines l set change = null, payer_document = null,
      problem = row.problem, attempts = 0
    from ${rowsOf('results', 'row', PROBLEM)}
    where ${OF_LOT} and l.line = row.line and l.change is not null`,
);

const countAttemptsOf = send(
  'api_pix_lot_lines_count_attempts',
  sql`update api_pix_lot_lines l set attempts = attempts + 1
    where ${OF_LOT} and l.line = any(${param('lines', f.listOf(f.count))}::bigint[])
      and l.change is not null`,
);

const countOfPayer = countRows(
  'api_pix_lot_lines_select_of_payer',
  sql`select lot from api_pix_lot_lines
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and payer_document = ${$.document} limit 1`,
);

/** Inserts the lines of a new lot; returns whether all of their txids were free. */
export async function insertLotLines(
  tx: Transaction,
  lot: LotNumber,
  { batchId, txids }: { readonly batchId: string; readonly txids: readonly string[] },
): Promise<boolean> {
  const rows = txids.map((txid, line) => ({ line, txid }));
  for (const lines of partsOf(rows)) {
    if ((await insertRows(tx, { ...lot, batchId, lines })) < lines.length) return false;
  }
  return true;
}

/** The lines of a lot after a line, in their order. */
export async function selectLotLines(
  database: Queryable,
  lot: LotNumber,
  page: { readonly after: number; readonly limit: number },
): Promise<LotLine[]> {
  return withCreations(database, lot, await selectPage(database, { ...lot, ...page }));
}

/** The line of a scope's lots that has a txid; undefined when there is none. */
export async function selectLineOfTxid(
  database: Queryable,
  scope: LedgerScope,
  txid: string,
): Promise<LotLine | undefined> {
  const rows = await selectOfTxids(database, { ...scope, keys: [{ txid }] });
  const [line] = await withCreations(database, scope, rows);
  return line;
}

/** Those of the txids that a scope's lots have. */
export async function selectTxidsInLots(
  database: Queryable,
  scope: LedgerScope,
  txids: readonly string[],
): Promise<string[]> {
  const keys = txids.map((txid) => ({ txid }));
  return (await selectOfTxids(database, { ...scope, keys })).map(({ txid }) => txid);
}

/** Lines of lots with the states of their creations. */
async function withCreations(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  rows: readonly f.RecordOf<typeof LINE>[],
): Promise<LotLine[]> {
  if (rows.length === 0) return [];
  const numbers = rows.map(({ line }) => line);
  const creations = await selectCreations(database, {
    merchantId,
    environment,
    batches: [...new Set(rows.map(({ batchId }) => batchId))],
    first: Math.min(...numbers),
    last: Math.max(...numbers),
  });
  const byLine = new Map(creations.map((row) => [`${row.batchId} ${row.line}`, row]));
  return rows.map((row) => {
    const creation = byLine.get(`${row.batchId} ${row.line}`);
    if (!creation) throw new Error('a line of a lot is in a batch');
    const { status, refusal, chargeId } = creation;
    return { ...row, creation: status, refusal, chargeId };
  });
}

/** Sends what a further request does with lines of a locked lot. */
export function resendLines(tx: Transaction, lot: LotNumber, lines: readonly ResentLine[]): void {
  const rows = lines.map(({ line, batchId, change, payerDocument, problem }) => ({
    line,
    batchId: batchId ?? null,
    change: change ?? null,
    problem: problem ?? null,
    payerDocument: (change && payerDocument) ?? null,
  }));
  for (const part of partsOf(rows)) resendRows(tx, { ...lot, lines: part });
}

/** Sends the results of changes: null, or the error of the standard. */
export function finishChanges(
  tx: Transaction,
  lot: LotNumber,
  results: readonly { readonly line: number; readonly problem: object | null }[],
): void {
  if (results.length > 0) finishRows(tx, { ...lot, results });
}

/** Sends that changes failed by a fault of the gateway. */
export function countAttempts(tx: Transaction, lot: LotNumber, lines: readonly number[]): void {
  if (lines.length > 0) countAttemptsOf(tx, { ...lot, lines });
}

/** Whether a change that waits names a payer. */
export async function hasChangeOfPayer(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  document: string,
): Promise<boolean> {
  return (await countOfPayer(database, { merchantId, environment, document })) > 0;
}

function partsOf<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let from = 0; from < rows.length; from += LINES_OF_STATEMENT) {
    parts.push(rows.slice(from, from + LINES_OF_STATEMENT));
  }
  return parts;
}
