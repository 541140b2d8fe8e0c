import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { bucketOfMerchant } from '#src/ground/database/statement-place.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { LineOfBatch } from '../plan-charges.ts';
import type {
  ChargeBatch,
  ChargeBatchKey,
  ChargeLineStatus,
  CheckedLine,
  LineContent,
  LineNumber,
  LineRefusal,
} from './charge-batch.ts';

const KEY = 'merchant_id = $1 and environment = $2 and batch_id = $3';
const OF_BATCH = `where ${KEY}`;
const COLUMNS = 'line, part, status, amount_centavos, content, refusal, charge_id, attempts';
const KEYS = `json_to_recordset($1) as key (merchant_id uuid, environment text, batch_id uuid,
  line bigint, part bigint, charge_id uuid)`;
const SAME_LINE = `(l.merchant_id, l.environment, l.batch_id, l.line, l.part) =
  (key.merchant_id, key.environment, key.batch_id, key.line, key.part)`;

const INSERT = {
  name: 'charge_batch_lines_insert',
  place: bucketOfMerchant(1),
  text: `insert into charge_batch_lines (merchant_id, environment, batch_id, line, part, status,
      amount_centavos, content, payer_document, refusal)
    select $1, $2, $3, line, part, status, amount, content, payer_document, refusal
    from json_to_recordset($4) as row (line bigint, part bigint, status text, amount bigint,
      content json, payer_document text, refusal json)`,
};
const SELECT_LINE = {
  name: 'charge_batch_lines_select_line',
  text: `select ${COLUMNS} from charge_batch_lines ${OF_BATCH} and line = $4 order by part limit 1`,
};
const SUM = {
  name: 'charge_batch_lines_sum',
  text: `select count(*) as lines, count(*) filter (where status = 'refused') as refused,
      coalesce(sum(amount_centavos) filter (where status = 'open'), 0)::bigint as total
    from charge_batch_lines ${OF_BATCH}`,
};
const SELECT_OPEN = {
  name: 'charge_batch_lines_select_open',
  text: `select ${COLUMNS} from charge_batch_lines
    ${OF_BATCH} and status = 'open' order by line, part limit $4`,
};
const COUNT = {
  name: 'charge_batch_lines_count',
  text: `select status, count(*) as count from charge_batch_lines ${OF_BATCH} group by status`,
};
const SELECT_PAGE = {
  name: 'charge_batch_lines_select_page',
  text: `select ${COLUMNS} from charge_batch_lines
    ${OF_BATCH} and (line, part) > ($4, $5) order by line, part limit $6`,
};
const SELECT_PAGE_OF_STATUS = {
  name: 'charge_batch_lines_select_page_of_status',
  text: `select ${COLUMNS} from charge_batch_lines
    ${OF_BATCH} and status = $7 and (line, part) > ($4, $5) order by line, part limit $6`,
};
// The transaction that creates a charge, or its draft, claims the line: no second one can.
const CLAIM = {
  name: 'charge_batch_lines_claim',
  text: `update charge_batch_lines l set status = 'registering', charge_id = key.charge_id
    from ${KEYS} where ${SAME_LINE} and l.status = 'open'
    returning l.charge_id`,
};
const FINISH = {
  name: 'charge_batch_lines_finish',
  text: `update charge_batch_lines l set status = 'created', content = null, payer_document = null
    from ${KEYS} where ${SAME_LINE} and l.status = 'registering' and l.charge_id = key.charge_id`,
};
const RELEASE = {
  name: 'charge_batch_lines_release',
  text: `update charge_batch_lines l set status = 'open', charge_id = null
    from ${KEYS} where ${SAME_LINE} and l.status = 'registering' and l.charge_id = key.charge_id`,
};
const REFUSE = {
  name: 'charge_batch_lines_refuse',
  text: `update charge_batch_lines l set status = 'refused', refusal = key.refusal, content = null,
      payer_document = null
    from json_to_recordset($4) as key (line bigint, part bigint, refusal json)
    where l.merchant_id = $1 and l.environment = $2 and l.batch_id = $3 and l.line = key.line
      and l.part = key.part and l.status = 'open'`,
};
const COUNT_ATTEMPT = {
  name: 'charge_batch_lines_count_attempt',
  text: `update charge_batch_lines set attempts = attempts + 1
    ${OF_BATCH} and line = $4 and part = $5 and status = 'open'`,
};
const CLEAR_REFUSED = {
  name: 'charge_batch_lines_clear_refused',
  text: `update charge_batch_lines set content = null, payer_document = null
    ${OF_BATCH} and status = 'refused'`,
};
const DELETE_LINE = {
  name: 'charge_batch_lines_delete_line',
  text: `delete from charge_batch_lines ${OF_BATCH} and line = $4`,
};
const DELETE_ALL = {
  name: 'charge_batch_lines_delete',
  text: `delete from charge_batch_lines ${OF_BATCH}`,
};
const SELECT_OF_PAYER = {
  name: 'charge_batch_lines_select_of_payer',
  text: `select batch_id from charge_batch_lines
    where merchant_id = $1 and environment = $2 and payer_document = $3 limit 1`,
};
// The number of a charge among those of its payer in the batch, in the order of their due dates.
const SELECT_SLIPS = {
  name: 'charge_batch_lines_select_slips',
  text: `select id, number, count from (
      select c.id, l.line, l.part, row_number() over (
          partition by c.payer_document order by c.due_on, l.line, l.part) as number,
        count(*) over (partition by c.payer_document) as count
      from charge_batch_lines l join charges c
        on (c.merchant_id, c.environment, c.id) = (l.merchant_id, l.environment, l.charge_id)
      where l.merchant_id = $1 and l.environment = $2 and l.batch_id = $3 and l.status = 'created'
        and c.merchant_id = $1 and c.environment = $2
    ) slips order by line, part offset $4 limit $5`,
};

/** A line as it is stored. */
export interface StoredLine extends LineNumber {
  readonly status: ChargeLineStatus;
  /** In centavos. */
  readonly amount: number | null;
  /** Null from the creation or the refusal on. */
  readonly content: LineContent | null;
  readonly refusal: LineRefusal | null;
  readonly chargeId: string | null;
  readonly attempts: number;
}

interface LineRow extends Record<string, unknown> {
  readonly line: bigint;
  readonly part: bigint;
  readonly status: ChargeLineStatus;
  readonly amount_centavos: bigint | null;
  readonly content: LineContent | null;
  readonly refusal: LineRefusal | null;
  readonly charge_id: string | null;
  readonly attempts: bigint;
}

/** Sends the insert of lines. A refused line keeps its content only with `keepsRefused`. */
export function insertLines(
  tx: Transaction,
  key: ChargeBatchKey,
  lines: readonly CheckedLine[],
  { keepsRefused }: { readonly keepsRefused: boolean },
): void {
  if (lines.length === 0) return;
  const rows = lines.map(({ line, part, amount, content, payerDocument, refusal }) => {
    const isKept = refusal === null || keepsRefused;
    return {
      line,
      part,
      status: refusal === null ? 'open' : 'refused',
      amount,
      refusal,
      content: isKept ? content : null,
      payer_document: isKept ? payerDocument : null,
    };
  });
  tx.send(INSERT, [...valuesOf(key), JSON.stringify(rows)]);
}

/** The first lines of a batch that have no charge yet. */
export async function selectOpenLines(
  database: Queryable,
  key: ChargeBatchKey,
  limit: number,
): Promise<StoredLine[]> {
  return (await database.query<LineRow>(SELECT_OPEN, [...valuesOf(key), limit])).map(lineFromRow);
}

/** The first charge of a line of a file; undefined when there is none. */
export async function selectLineOfFile(
  database: Queryable,
  key: ChargeBatchKey,
  line: number,
): Promise<StoredLine | undefined> {
  const [row] = await database.query<LineRow>(SELECT_LINE, [...valuesOf(key), line]);
  return row && lineFromRow(row);
}

/** The counts of a checked batch, and the amount of its lines without errors. */
export async function sumLines(
  tx: Transaction,
  key: ChargeBatchKey,
): Promise<Pick<ChargeBatch, 'lineCount' | 'invalidCount' | 'total'>> {
  const [row] = await tx.query<{ lines: bigint; refused: bigint; total: bigint }>(
    SUM,
    valuesOf(key),
  );
  if (!row) throw new Error('an aggregate has a row');
  const { lines, refused, total } = row;
  return { lineCount: Number(lines), invalidCount: Number(refused), total: centavos(total) };
}

/** How many lines of a batch there are in each state. */
export async function countLines(
  database: Queryable,
  key: ChargeBatchKey,
): Promise<Readonly<Record<ChargeLineStatus, number>>> {
  const rows = await database.query<{ status: ChargeLineStatus; count: bigint }>(
    COUNT,
    valuesOf(key),
  );
  const counts = { open: 0, registering: 0, created: 0, refused: 0 };
  for (const { status, count } of rows) counts[status] = Number(count);
  return counts;
}

/** A page of the lines of a batch: those after a line, of one state or of all. */
export interface LinePage {
  readonly after: LineNumber;
  readonly limit: number;
  readonly status: ChargeLineStatus | undefined;
}

/** The lines of a page, in their order. */
export async function selectLines(
  database: Queryable,
  key: ChargeBatchKey,
  { after, limit, status }: LinePage,
): Promise<StoredLine[]> {
  const values = [...valuesOf(key), after.line, after.part, limit];
  const rows =
    status === undefined
      ? await database.query<LineRow>(SELECT_PAGE, values)
      : await database.query<LineRow>(SELECT_PAGE_OF_STATUS, [...values, status]);
  return rows.map(lineFromRow);
}

/** A line and the charge that it makes. */
export interface ChargeOfLine extends LedgerScope, LineOfBatch {
  readonly chargeId: string;
}

/**
 * Claims open lines for their charges, in the transaction that creates the charges or their drafts.
 * Returns the ids of the charges whose lines were open.
 */
export async function claimLines(
  tx: Transaction,
  lines: readonly ChargeOfLine[],
): Promise<ReadonlySet<string>> {
  const values = [JSON.stringify(keyRows(lines))];
  const rows = await tx.query<{ charge_id: string }>(CLAIM, values);
  return new Set(rows.map((row) => row.charge_id));
}

/** Sends that the charges of lines exist, in the transaction that creates them. */
export function finishLines(tx: Transaction, lines: readonly ChargeOfLine[]): void {
  if (lines.length > 0) tx.send(FINISH, [JSON.stringify(keyRows(lines))]);
}

/** Sends that lines whose charges are not made are open again. */
export function releaseLines(tx: Transaction, lines: readonly ChargeOfLine[]): void {
  if (lines.length > 0) tx.send(RELEASE, [JSON.stringify(keyRows(lines))]);
}

/** Sends the refusals of open lines; ignores lines that another worker has taken meanwhile. */
export function refuseLines(
  tx: Transaction,
  key: ChargeBatchKey,
  refused: readonly (LineNumber & { readonly refusal: LineRefusal })[],
): void {
  if (refused.length > 0) tx.send(REFUSE, [...valuesOf(key), JSON.stringify(refused)]);
}

/** Counts a failed attempt at an open line. */
export async function countAttempt(
  database: Queryable,
  key: ChargeBatchKey,
  { line, part }: LineNumber,
): Promise<void> {
  await database.query(COUNT_ATTEMPT, [...valuesOf(key), line, part]);
}

/** Sends the deletion of the content of refused lines; called when their batch is accepted. */
export function clearRefused(tx: Transaction, key: ChargeBatchKey): void {
  tx.send(CLEAR_REFUSED, valuesOf(key));
}

/** Sends the deletion of a line of a file, with all of its parts. */
export function deleteLine(tx: Transaction, key: ChargeBatchKey, line: number): void {
  tx.send(DELETE_LINE, [...valuesOf(key), line]);
}

/** Sends the deletion of all lines of a batch. */
export function deleteLines(tx: Transaction, key: ChargeBatchKey): void {
  tx.send(DELETE_ALL, valuesOf(key));
}

/** Whether a line that has no charge yet names a payer. */
export async function hasLineOfPayer(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  document: string,
): Promise<boolean> {
  const values = [merchantId, environment, document];
  return (await database.query(SELECT_OF_PAYER, values)).length > 0;
}

/** A charge of a batch, and its number among the charges of its payer there. */
export interface SlipRow extends Record<string, unknown> {
  readonly id: string;
  readonly number: bigint;
  readonly count: bigint;
}

/** The charges of a batch in the order of its lines, from the one with index `from` on. */
export function selectSlips(
  database: Queryable,
  key: ChargeBatchKey,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<SlipRow[]> {
  return database.query<SlipRow>(SELECT_SLIPS, [...valuesOf(key), from, limit]);
}

/** Two workers that claim the same lines lock them in this order. */
function keyRows(lines: readonly ChargeOfLine[]) {
  return lines
    .toSorted(byLine)
    .map(({ merchantId, environment, batchId, line, part, chargeId }) => ({
      merchant_id: merchantId,
      environment,
      batch_id: batchId,
      line,
      part,
      charge_id: chargeId,
    }));
}

function byLine(left: ChargeOfLine, right: ChargeOfLine): number {
  if (left.batchId !== right.batchId) return left.batchId < right.batchId ? -1 : 1;
  return left.line - right.line || left.part - right.part;
}

function valuesOf({ merchantId, environment, id }: ChargeBatchKey): unknown[] {
  return [merchantId, environment, id];
}

function lineFromRow(row: LineRow): StoredLine {
  return {
    line: Number(row.line),
    part: Number(row.part),
    status: row.status,
    amount: row.amount_centavos === null ? null : Number(row.amount_centavos),
    content: row.content,
    refusal: row.refusal,
    chargeId: row.charge_id,
    attempts: Number(row.attempts),
  };
}
