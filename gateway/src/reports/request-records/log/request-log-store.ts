import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { many, maybeOne, param, paramsOf, rowsOf, run, sql } from '#src/ground/database/sql.ts';
import type { RequestRecord } from '../request-record.ts';

const FACTS = {
  id: f.uuid,
  clientId: f.text,
  method: f.text,
  path: f.text,
  operation: f.orNull(f.text),
  status: f.count,
  durationMs: f.count,
  isReplay: f.bool,
  code: f.orNull(f.text),
};
const OMISSIONS = { omitted: f.count, unknownFields: f.orNull(f.text) };
const BODIES = { requestBody: f.orNull(f.text), answerBody: f.orNull(f.text) };
const LOGGED = { ...FACTS, ...OMISSIONS };
export type LoggedRow = f.RecordOf<typeof LOGGED>;
/** `position` is the number of the row among the `scanned` rows that were read. */
const LISTED = { ...LOGGED, position: f.count, scanned: f.count };

const $ = paramsOf({ ...f.SCOPE, ...FACTS, scanned: f.count, limit: f.count });
const CLIENT_ID = param('clientId', f.orNull(f.text));
const STATUS_CLASS = param('statusClass', f.orNull(f.count));

const insertRows = run(
  'request_log_insert',
  sql`insert into request_log (merchant_id, environment, id, client_id, method, path, operation,
      status, duration_ms, is_replay, code, request_body, answer_body, omitted,
      unknown_fields)
    select merchant_id, environment, id, client_id, method, path, operation, status, duration_ms,
      is_replay, code, request_body, answer_body, omitted, unknown_fields
    from ${rowsOf('requests', 'record', { ...f.SCOPE, ...FACTS, ...BODIES, ...OMISSIONS })}
    on conflict do nothing`,
);

// A filter reads a limited number of rows, also when few of them match.
/**
 * The matching requests among the newest `scanned` before an id, newest first. The last request
 * that was read is always included, because the next page starts after it. `statusClass` is the
 * first digit of the status.
 */
export const selectLogged = many(
  'request_log_list',
  LISTED,
  sql`select id, client_id, method, path, operation, status, duration_ms, is_replay, code,
      omitted, unknown_fields, position, scanned
    from (
      select *, count(*) over () as scanned, row_number() over (order by id desc) as position
      from (
        select * from request_log
        where merchant_id = ${$.merchantId} and environment = ${$.environment}
          and id < ${$.id.as('beforeId')} order by id desc limit ${$.scanned}
      ) newest
    ) counted
    where (${CLIENT_ID}::text is null or client_id = ${CLIENT_ID})
      and (${$.operation}::text is null or operation = ${$.operation})
      and (${STATUS_CLASS}::bigint is null or status / 100 = ${STATUS_CLASS})
      or position = scanned
    order by id desc limit ${$.limit}`,
);

/** A logged request with its bodies, or undefined. */
export const selectLoggedById = maybeOne(
  'request_log_select',
  { ...LOGGED, ...BODIES },
  sql`select id, client_id, method, path, operation, status, duration_ms, is_replay, code,
      omitted, unknown_fields, request_body, answer_body
    from request_log
    where merchant_id = ${$.merchantId} and environment = ${$.environment} and id = ${$.id}`,
);

/** A request to log, with its masked bodies. */
export interface LoggedRequest extends RequestRecord {
  readonly requestBody: string | null;
  readonly answerBody: string | null;
}

/** Inserts requests. */
export async function insertLogged(
  database: Queryable,
  requests: readonly LoggedRequest[],
): Promise<void> {
  const rows = requests.map((request) => ({
    ...request,
    operation: request.operation ?? null,
    code: request.code ?? null,
    unknownFields: request.unknownFields ?? null,
  }));
  await insertRows(database, { requests: rows });
}
