import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  bucketOf,
  countRows,
  many,
  maybeOne,
  one,
  paramsOf,
  rowsOf,
  run,
  send,
  sql,
} from '#src/ground/database/sql.ts';
import {
  BATCH_KEY,
  type ChargeBatchKey,
  type ChargeLineStatus,
  type CheckedLine,
  type LineContent,
  type LineNumber,
  type LineRefusal,
} from './charge-batch.ts';

const NUMBER = { line: f.count, part: f.count };
const LINE = {
  ...NUMBER,
  status: f.textOf<ChargeLineStatus>(),
  /** In centavos. */
  amount: f.inColumn('amount_centavos', f.orNull(f.count)),
  /** Null from the creation or the refusal on. */
  content: f.orNull(f.json<LineContent>()),
  refusal: f.orNull(f.json<LineRefusal>()),
  chargeId: f.orNull(f.uuid),
  attempts: f.count,
};
/** A line as it is stored. */
export type StoredLine = f.RecordOf<typeof LINE>;

/** A line to insert. */
const NEW_LINE = {
  ...NUMBER,
  status: LINE.status,
  amount: f.orNull(f.count),
  content: LINE.content,
  payerDocument: f.orNull(f.text),
  refusal: LINE.refusal,
};
const CHARGE_OF_LINE = {
  ...f.SCOPE,
  batchId: f.uuid,
  ...NUMBER,
  chargeId: f.uuid,
};
/** A line and the charge that it makes. */
export type ChargeOfLine = f.RecordOf<typeof CHARGE_OF_LINE>;

const $ = paramsOf({
  ...BATCH_KEY,
  ...LINE,
  document: f.text,
  offset: f.count,
  limit: f.count,
});
const OF_BATCH = sql`where merchant_id = ${$.merchantId} and environment = ${$.environment}
  and batch_id = ${$.id}`;
const SELECT = sql`select ${f.columnsOf(LINE)} from charge_batch_lines ${OF_BATCH}`;
const KEYS = rowsOf('lines', 'key', CHARGE_OF_LINE);
const SAME_LINE = `(l.merchant_id, l.environment, l.batch_id, l.line, l.part) =
  (key.merchant_id, key.environment, key.batch_id, key.line, key.part)`;

const insertRows = send(
  'charge_batch_lines_insert',
  sql`insert into charge_batch_lines (merchant_id, environment, batch_id, line, part, status,
      amount_centavos, content, payer_document, refusal)
    select ${$.merchantId}, ${$.environment}, ${$.id}, line, part, status, amount, content,
      payer_document, refusal
    from ${rowsOf('lines', 'row', NEW_LINE)}`,
  bucketOf($.merchantId),
);

/** The first charge of a line of a file; undefined when there is none. */
export const selectLineOfFile = maybeOne(
  'charge_batch_lines_select_line',
  LINE,
  sql`${SELECT} and line = ${$.line} order by part limit 1`,
);

/** The counts of a checked batch, and the amount of its lines without errors. */
export const sumLines = one(
  'charge_batch_lines_sum',
  {
    lineCount: f.inColumn('lines', f.count),
    invalidCount: f.inColumn('refused', f.count),
    total: f.centavos,
  },
  sql`select count(*) as lines, count(*) filter (where status = 'refused') as refused,
      coalesce(sum(amount_centavos) filter (where status = 'open'), 0)::bigint as total
    from charge_batch_lines ${OF_BATCH}`,
);

/** The first lines of a batch that have no charge yet. */
export const selectOpenLines = many(
  'charge_batch_lines_select_open',
  LINE,
  sql`${SELECT} and status = 'open' order by line, part limit ${$.limit}`,
);

const countByStatus = many(
  'charge_batch_lines_count',
  { status: LINE.status, count: f.count },
  sql`select status, count(*) as count from charge_batch_lines ${OF_BATCH} group by status`,
);

const AFTER = sql`(line, part) > (${$.line}, ${$.part}) order by line, part limit ${$.limit}`;
const selectPage = many('charge_batch_lines_select_page', LINE, sql`${SELECT} and ${AFTER}`);
const selectPageOfStatus = many(
  'charge_batch_lines_select_page_of_status',
  LINE,
  sql`${SELECT} and status = ${$.status} and ${AFTER}`,
);

// The transaction that creates a charge, or its draft, claims the line: no second one can. The
// status is in a `case`, so that no plan that is made without statistics looks lines up by it.
const hasStatus = (status: ChargeLineStatus) =>
  `case when l.status = '${status}' then true else false end`;
const claimRows = many(
  'charge_batch_lines_claim',
  { chargeId: f.neverNull(f.uuid) },
  sql`update charge_batch_lines l set status = 'registering', charge_id = key.charge_id
    from ${KEYS} where ${SAME_LINE} and ${hasStatus('open')}
    returning l.charge_id`,
);

const finishRows = send(
  'charge_batch_lines_finish',
  sql`update charge_batch_lines l set status = 'created', content = null, payer_document = null
    from ${KEYS} where ${SAME_LINE} and ${hasStatus('registering')}
      and l.charge_id = key.charge_id`,
);

const releaseRows = send(
  'charge_batch_lines_release',
  sql`update charge_batch_lines l set status = 'open', charge_id = null
    from ${KEYS} where ${SAME_LINE} and ${hasStatus('registering')}
      and l.charge_id = key.charge_id`,
);

const refuseRows = send(
  'charge_batch_lines_refuse',
  sql`update charge_batch_lines l set status = 'refused', refusal = key.refusal, content = null,
      payer_document = null
    from ${rowsOf('refused', 'key', { ...NUMBER, refusal: f.json<LineRefusal>() })}
    where l.merchant_id = ${$.merchantId} and l.environment = ${$.environment}
      and l.batch_id = ${$.id} and l.line = key.line and l.part = key.part and l.status = 'open'`,
);

/** Counts a failed attempt at an open line. */
export const countAttempt = run(
  'charge_batch_lines_count_attempt',
  sql`update charge_batch_lines set attempts = attempts + 1
    ${OF_BATCH} and line = ${$.line} and part = ${$.part} and status = 'open'`,
);

/** Sends the deletion of the content of refused lines; called when their batch is accepted. */
export const clearRefused = send(
  'charge_batch_lines_clear_refused',
  sql`update charge_batch_lines set content = null, payer_document = null
    ${OF_BATCH} and status = 'refused'`,
);

/** Sends the deletion of a line of a file, with all of its parts. */
export const deleteLine = send(
  'charge_batch_lines_delete_line',
  sql`delete from charge_batch_lines ${OF_BATCH} and line = ${$.line}`,
);

/** Sends the deletion of all lines of a batch. */
export const deleteLines = send(
  'charge_batch_lines_delete',
  sql`delete from charge_batch_lines ${OF_BATCH}`,
);

const countOfPayer = countRows(
  'charge_batch_lines_select_of_payer',
  sql`select batch_id from charge_batch_lines
    where merchant_id = ${$.merchantId} and environment = ${$.environment}
      and payer_document = ${$.document} limit 1`,
);

/**
 * The charges of a batch, from the one with index `offset` on: payer by payer in the order of their
 * first lines, those of a payer by due date. `number` is that of a charge among those of its payer.
 */
export const selectSlips = many(
  'charge_batch_lines_select_slips',
  { id: f.uuid, number: f.count, count: f.count },
  sql`select id, number, count from (
      select c.id, min(l.line) over (partition by c.payer_document) as first_line,
        row_number() over (
          partition by c.payer_document order by c.due_on, l.line, l.part) as number,
        count(*) over (partition by c.payer_document) as count
      from charge_batch_lines l join charges c
        on (c.merchant_id, c.environment, c.id) = (l.merchant_id, l.environment, l.charge_id)
      where l.merchant_id = ${$.merchantId} and l.environment = ${$.environment}
        and l.batch_id = ${$.id} and l.status = 'created'
        and c.merchant_id = ${$.merchantId} and c.environment = ${$.environment}
    ) slips order by first_line, number offset ${$.offset} limit ${$.limit}`,
);

/** Sends the insert of lines. A refused line keeps its content only with `keepsRefused`. */
export function insertLines(
  tx: Transaction,
  { merchantId, environment, id }: ChargeBatchKey,
  lines: readonly CheckedLine[],
  { keepsRefused }: { readonly keepsRefused: boolean },
): void {
  if (lines.length === 0) return;
  const rows = lines.map((line) => {
    const isRefused = line.refusal !== null;
    const isKept = !isRefused || keepsRefused;
    return {
      ...line,
      status: isRefused ? ('refused' as const) : ('open' as const),
      content: isKept ? line.content : null,
      payerDocument: isKept ? line.payerDocument : null,
    };
  });
  insertRows(tx, { merchantId, environment, id, lines: rows });
}

/** How many lines of a batch there are in each state. */
export async function countLines(
  database: Queryable,
  key: ChargeBatchKey,
): Promise<Readonly<Record<ChargeLineStatus, number>>> {
  const counts = { open: 0, registering: 0, created: 0, refused: 0 };
  for (const { status, count } of await countByStatus(database, key)) counts[status] = count;
  return counts;
}

/** A page of the lines of a batch: those after a line, of one state or of all. */
export interface LinePage {
  readonly after: LineNumber;
  readonly limit: number;
  readonly status: ChargeLineStatus | undefined;
}

/** The lines of a page, in their order. */
export function selectLines(
  database: Queryable,
  { merchantId, environment, id }: ChargeBatchKey,
  { after: { line, part }, limit, status }: LinePage,
): Promise<StoredLine[]> {
  const page = { merchantId, environment, id, line, part, limit };
  return status === undefined
    ? selectPage(database, page)
    : selectPageOfStatus(database, { ...page, status });
}

/**
 * Claims open lines for their charges, in the transaction that creates the charges or their drafts.
 * Returns the ids of the charges whose lines were open.
 */
export async function claimLines(
  tx: Transaction,
  lines: readonly ChargeOfLine[],
): Promise<ReadonlySet<string>> {
  const claimed = await claimRows(tx, { lines: sorted(lines) });
  return new Set(claimed.map(({ chargeId }) => chargeId));
}

/** Sends that the charges of lines exist, in the transaction that creates them. */
export function finishLines(tx: Transaction, lines: readonly ChargeOfLine[]): void {
  if (lines.length > 0) finishRows(tx, { lines: sorted(lines) });
}

/** Sends that lines whose charges are not made are open again. */
export function releaseLines(tx: Transaction, lines: readonly ChargeOfLine[]): void {
  if (lines.length > 0) releaseRows(tx, { lines: sorted(lines) });
}

/** Sends the refusals of open lines; ignores lines that another worker has taken meanwhile. */
export function refuseLines(
  tx: Transaction,
  { merchantId, environment, id }: ChargeBatchKey,
  refused: readonly (LineNumber & { readonly refusal: LineRefusal })[],
): void {
  if (refused.length > 0) refuseRows(tx, { merchantId, environment, id, refused });
}

/** Whether a line that has no charge yet names a payer. */
export async function hasLineOfPayer(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  document: string,
): Promise<boolean> {
  return (await countOfPayer(database, { merchantId, environment, document })) > 0;
}

/** Two workers that claim the same lines lock them in this order. */
function sorted(lines: readonly ChargeOfLine[]): ChargeOfLine[] {
  return lines.toSorted(byLine);
}

function byLine(left: ChargeOfLine, right: ChargeOfLine): number {
  if (left.batchId !== right.batchId) return left.batchId < right.batchId ? -1 : 1;
  return left.line - right.line || left.part - right.part;
}
