import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant } from '#src/ground/database/statement-place.ts';
import type { ChargeLineStatus, LineRefusal } from '../batches/charge-batch.ts';
import type { ChangingLine, LotChange, LotLine, LotNumber, ResentLine } from './lot.ts';

/** Lines in one statement. */
const LINES_OF_STATEMENT = 1_000;

const OF_LOT = 'l.merchant_id = $1 and l.environment = $2 and l.lot = $3';
const COLUMNS = 'l.line, l.txid, l.batch_id, l.change is not null as is_changing, l.problem';

// Another lot may take a txid at the same time: then its line is not inserted.
const INSERT = {
  name: 'api_pix_lot_lines_insert',
  place: bucketOfMerchant(1),
  text: `insert into api_pix_lot_lines (merchant_id, environment, lot, line, txid, batch_id)
    select $1, $2, $3, line, txid, $4
    from json_to_recordset($5) as row (line bigint, txid text)
    on conflict do nothing
    returning line`,
};
const SELECT_PAGE = {
  name: 'api_pix_lot_lines_select_page',
  text: `select ${COLUMNS} from api_pix_lot_lines l
    where ${OF_LOT} and l.line > $4 order by l.line limit $5`,
};
// Not a join: before a new lot is in the statistics, a join may read all of it for each line.
const SELECT_CREATIONS = {
  name: 'api_pix_lot_lines_select_creations',
  text: `select batch_id, line, status, refusal, charge_id from charge_batch_lines
    where merchant_id = $1 and environment = $2 and batch_id = any($3::uuid[])
      and line >= $4 and line <= $5 and part = 1`,
};
const SELECT_TXIDS = {
  name: 'api_pix_lot_lines_select_txids',
  place: bucketOfMerchant(1),
  text: `select ${COLUMNS} from json_to_recordset($3) as key (txid text)
    join api_pix_lot_lines l on (l.merchant_id, l.environment, l.txid) = ($1, $2, key.txid)`,
};
const SELECT_CHANGING = {
  name: 'api_pix_lot_lines_select_changing',
  text: `select l.line, l.txid, l.change, l.attempts from api_pix_lot_lines l
    where ${OF_LOT} and l.change is not null order by l.line limit $4`,
};
const RESEND = {
  name: 'api_pix_lot_lines_resend',
  text: `update api_pix_lot_lines l set batch_id = coalesce(row.batch_id, l.batch_id),
      change = row.change, payer_document = row.payer_document, problem = row.problem, attempts = 0
    from json_to_recordset($4) as row
      (line bigint, batch_id uuid, change json, payer_document text, problem json)
    where ${OF_LOT} and l.line = row.line`,
};
const FINISH = {
  name: 'api_pix_lot_lines_finish',
  text: `update api_pix_lot_lines l set change = null, payer_document = null,
      problem = row.problem, attempts = 0
    from json_to_recordset($4) as row (line bigint, problem json)
    where ${OF_LOT} and l.line = row.line and l.change is not null`,
};
const COUNT_ATTEMPTS = {
  name: 'api_pix_lot_lines_count_attempts',
  text: `update api_pix_lot_lines l set attempts = attempts + 1
    where ${OF_LOT} and l.line = any($4::bigint[]) and l.change is not null`,
};
const SELECT_OF_PAYER = {
  name: 'api_pix_lot_lines_select_of_payer',
  text: `select lot from api_pix_lot_lines
    where merchant_id = $1 and environment = $2 and payer_document = $3 limit 1`,
};

interface LineRow extends Record<string, unknown> {
  readonly line: bigint;
  readonly txid: string;
  readonly batch_id: string;
  readonly is_changing: boolean;
  readonly problem: object | null;
}

interface CreationRow extends Record<string, unknown> {
  readonly batch_id: string;
  readonly line: bigint;
  readonly status: ChargeLineStatus;
  readonly refusal: LineRefusal | null;
  readonly charge_id: string | null;
}

/** Inserts the lines of a new lot; returns whether all of their txids were free. */
export async function insertLotLines(
  tx: Transaction,
  lot: LotNumber,
  { batchId, txids }: { readonly batchId: string; readonly txids: readonly string[] },
): Promise<boolean> {
  const rows = txids.map((txid, line) => ({ line, txid }));
  for (const part of partsOf(rows)) {
    const values = [...valuesOf(lot), batchId, JSON.stringify(part)];
    if ((await tx.query(INSERT, values)).length < part.length) return false;
  }
  return true;
}

/** The lines of a lot after a line, in their order. */
export async function selectLotLines(
  database: Queryable,
  lot: LotNumber,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<LotLine[]> {
  const values = [...valuesOf(lot), after, limit];
  return withCreations(database, lot, await database.query<LineRow>(SELECT_PAGE, values));
}

/** The line of a scope's lots that has a txid; undefined when there is none. */
export async function selectLineOfTxid(
  database: Queryable,
  scope: LedgerScope,
  txid: string,
): Promise<LotLine | undefined> {
  const [line] = await withCreations(database, scope, await selectOfTxids(database, scope, [txid]));
  return line;
}

/** Those of the txids that a scope's lots have. */
export async function selectTxidsInLots(
  database: Queryable,
  scope: LedgerScope,
  txids: readonly string[],
): Promise<string[]> {
  return (await selectOfTxids(database, scope, txids)).map(({ txid }) => txid);
}

function selectOfTxids(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  txids: readonly string[],
): Promise<LineRow[]> {
  const values = [merchantId, environment, JSON.stringify(txids.map((txid) => ({ txid })))];
  return database.query<LineRow>(SELECT_TXIDS, values);
}

/** Lines of lots with the states of their creations. */
async function withCreations(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  rows: readonly LineRow[],
): Promise<LotLine[]> {
  if (rows.length === 0) return [];
  const numbers = rows.map(({ line }) => Number(line));
  const batches = [...new Set(rows.map((row) => row.batch_id))];
  const creations = await database.query<CreationRow>(SELECT_CREATIONS, [
    merchantId,
    environment,
    batches,
    Math.min(...numbers),
    Math.max(...numbers),
  ]);
  const byLine = new Map(creations.map((row) => [`${row.batch_id} ${row.line}`, row]));
  return rows.map((row) => {
    const creation = byLine.get(`${row.batch_id} ${row.line}`);
    if (!creation) throw new Error('a line of a lot is in a batch');
    return lineFromRow(row, creation);
  });
}

/** Sends what a further request does with lines of a locked lot. */
export function resendLines(tx: Transaction, lot: LotNumber, lines: readonly ResentLine[]): void {
  const rows = lines.map(({ line, batchId, change, payerDocument, problem }) => ({
    line,
    batch_id: batchId ?? null,
    change: change ?? null,
    problem: problem ?? null,
    payer_document: (change && payerDocument) ?? null,
  }));
  for (const part of partsOf(rows)) tx.send(RESEND, [...valuesOf(lot), JSON.stringify(part)]);
}

/** The first lines of a lot whose changes wait. */
export async function selectChangingLines(
  database: Queryable,
  lot: LotNumber,
  limit: number,
): Promise<ChangingLine[]> {
  const rows = await database.query<{
    readonly line: bigint;
    readonly txid: string;
    readonly change: LotChange;
    readonly attempts: bigint;
  }>(SELECT_CHANGING, [...valuesOf(lot), limit]);
  return rows.map(({ line, txid, change, attempts }) => ({
    line: Number(line),
    txid,
    change,
    attempts: Number(attempts),
  }));
}

/** Sends the results of changes: null, or the error of the standard. */
export function finishChanges(
  tx: Transaction,
  lot: LotNumber,
  results: readonly { readonly line: number; readonly problem: object | null }[],
): void {
  if (results.length > 0) tx.send(FINISH, [...valuesOf(lot), JSON.stringify(results)]);
}

/** Sends that changes failed by a fault of the gateway. */
export function countAttempts(tx: Transaction, lot: LotNumber, lines: readonly number[]): void {
  if (lines.length > 0) tx.send(COUNT_ATTEMPTS, [...valuesOf(lot), lines]);
}

/** Whether a change that waits names a payer. */
export async function hasChangeOfPayer(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  document: string,
): Promise<boolean> {
  const values = [merchantId, environment, document];
  return (await database.query(SELECT_OF_PAYER, values)).length > 0;
}

function partsOf<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  for (let from = 0; from < rows.length; from += LINES_OF_STATEMENT) {
    parts.push(rows.slice(from, from + LINES_OF_STATEMENT));
  }
  return parts;
}

function valuesOf({ merchantId, environment, number }: LotNumber): unknown[] {
  return [merchantId, environment, number];
}

function lineFromRow(row: LineRow, creation: CreationRow): LotLine {
  return {
    line: Number(row.line),
    txid: row.txid,
    batchId: row.batch_id,
    creation: creation.status,
    refusal: creation.refusal,
    chargeId: creation.charge_id,
    isChanging: row.is_changing,
    problem: row.problem,
  };
}
