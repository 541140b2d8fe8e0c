import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { RequestRecord } from '../request-record.ts';

const INSERT = {
  name: 'request_log_insert',
  text: `insert into request_log (merchant_id, environment, id, client_id, method, path, operation,
      status, duration_ms, is_replay, code, request_body, answer_body, omitted,
      unknown_fields)
    select merchant_id, environment, id, client_id, method, path, operation, status, duration_ms,
      is_replay, code, request_body, answer_body, omitted, unknown_fields
    from json_to_recordset($1) as record (merchant_id uuid, environment text, id uuid,
      client_id text, method text, path text, operation text, status bigint, duration_ms bigint,
      is_replay boolean, code text, request_body text, answer_body text, omitted bigint,
      unknown_fields text)
    on conflict do nothing`,
};
// A filter reads a limited number of rows, also when few of them match.
const LIST = {
  name: 'request_log_list',
  text: `select id, client_id, method, path, operation, status, duration_ms, is_replay, code,
      omitted, unknown_fields, position, scanned
    from (
      select *, count(*) over () as scanned, row_number() over (order by id desc) as position
      from (
        select * from request_log
        where merchant_id = $1 and environment = $2 and id < $3 order by id desc limit $4
      ) newest
    ) counted
    where ($5::text is null or client_id = $5) and ($6::text is null or operation = $6)
      and ($7::bigint is null or status / 100 = $7) or position = scanned
    order by id desc limit $8`,
};
const SELECT = {
  name: 'request_log_select',
  text: `select id, client_id, method, path, operation, status, duration_ms, is_replay, code,
      omitted, unknown_fields, request_body, answer_body
    from request_log where merchant_id = $1 and environment = $2 and id = $3`,
};

/** A request to log, with its masked bodies. */
export interface LoggedRequest extends RequestRecord {
  readonly requestBody: string | null;
  readonly answerBody: string | null;
}

export interface LogRow extends Record<string, unknown> {
  readonly id: string;
  readonly client_id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly status: bigint;
  readonly duration_ms: bigint;
  readonly is_replay: boolean;
  readonly code: string | null;
  readonly omitted: bigint;
  readonly unknown_fields: string | null;
}

export interface LogRowOfList extends LogRow {
  /** The number of the row among the rows that were read. */
  readonly position: bigint;
  readonly scanned: bigint;
}

export interface LogRowWithBodies extends LogRow {
  readonly request_body: string | null;
  readonly answer_body: string | null;
}

/** Inserts requests. */
export async function insertLogged(
  database: Queryable,
  requests: readonly LoggedRequest[],
): Promise<void> {
  const rows = requests.map((request) => ({
    merchant_id: request.merchantId,
    environment: request.environment,
    id: request.id,
    client_id: request.clientId,
    method: request.method,
    path: request.path,
    operation: request.operation,
    status: request.status,
    duration_ms: request.durationMs,
    is_replay: request.isReplay,
    code: request.code,
    request_body: request.requestBody,
    answer_body: request.answerBody,
    omitted: request.omitted,
    unknown_fields: request.unknownFields,
  }));
  await database.query(INSERT, [JSON.stringify(rows)]);
}

export interface LogFilter {
  readonly clientId: string | undefined;
  readonly operation: string | undefined;
  /** The first digit of the status. */
  readonly statusClass: number | undefined;
}

/**
 * The matching requests among the newest `scanned` before an id, newest first. The last request
 * that was read is always included, because the next page starts after it.
 */
export function selectLogged(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  page: {
    readonly beforeId: string;
    readonly scanned: number;
    readonly filter: LogFilter;
    readonly limit: number;
  },
): Promise<LogRowOfList[]> {
  const { clientId, operation, statusClass } = page.filter;
  return database.query<LogRowOfList>(LIST, [
    merchantId,
    environment,
    page.beforeId,
    page.scanned,
    clientId ?? null,
    operation ?? null,
    statusClass ?? null,
    page.limit,
  ]);
}

/** A logged request with its bodies. */
export async function selectLoggedById(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  id: string,
): Promise<LogRowWithBodies | undefined> {
  return (await database.query<LogRowWithBodies>(SELECT, [merchantId, environment, id]))[0];
}
