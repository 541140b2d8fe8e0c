import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, many, paramsOf, rowsOf, run, shaped, sql } from '#src/ground/database/sql.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { RecordedKey } from '#src/ground/http/answered-request.ts';
import type { RequestRecord } from './request-record.ts';

const KEY = { merchantId: f.uuid, clientId: f.text };
const RECORD = {
  ...KEY,
  id: f.uuid,
  environment: f.SCOPE.environment,
  method: f.text,
  path: f.text,
  operation: f.orNull(f.text),
  status: f.count,
  durationMs: f.count,
  isReplay: f.bool,
  code: f.orNull(f.text),
  omitted: f.count,
  unknownFields: f.orNull(f.text),
};
const LATEST = shaped({ ...RECORD, recordedAt: f.instant }, (row) => ({
  ...row,
  operation: row.operation ?? undefined,
  code: row.code ?? undefined,
  unknownFields: row.unknownFields ?? undefined,
}));

const $ = paramsOf({ ...KEY, lookBackMs: f.double, limit: f.count });

// A time that is far enough in the future is not written again: several programs may watch a key.
/**
 * Marks a key as watched for two to three minutes: all processes record its requests that are
 * authenticated after this.
 */
export const updateWatched = run(
  'credential_watch',
  sql`update credentials set watched_until = now() + interval '3 minutes'
    where client_id = ${$.clientId} and revoked_at is null
      and (watched_until is null or watched_until < now() + interval '2 minutes')`,
);

const insertRows = run(
  'request_records_insert',
  sql`insert into request_records (merchant_id, client_id, id, environment, method, path,
      operation, status, duration_ms, is_replay, code, omitted,
      unknown_fields)
    select merchant_id, client_id, id, environment, method, path, operation, status, duration_ms,
      is_replay, code, omitted, unknown_fields
    from ${rowsOf('records', 'record', RECORD)}`,
);

const selectRows = many(
  'request_records_latest',
  LATEST,
  sql`select latest.* from ${rowsOf('keys', 'key', KEY)}
    cross join lateral (
      select * from request_records
      where merchant_id = key.merchant_id and client_id = key.client_id
        and recorded_at > now() - ${$.lookBackMs} * interval '1 millisecond'
      order by recorded_at desc, id desc limit ${$.limit}
    ) latest`,
);

/** Deletes and counts up to `limit` records in this bucket older than `keptMs` milliseconds. */
export const deleteExpired = countRows(
  'request_records_expire',
  sql`delete from request_records where (merchant_id, client_id, recorded_at, id) in (
      select merchant_id, client_id, recorded_at, id from request_records
      where recorded_at < now() - ${$.lookBackMs.as('keptMs')} * interval '1 millisecond'
      order by recorded_at limit ${$.limit}
    ) returning id`,
  HERE,
);

/** Inserts the records of answered requests. */
export async function insertRecords(
  database: Queryable,
  records: readonly RequestRecord[],
): Promise<void> {
  const rows = records.map((record) => ({
    ...record,
    operation: record.operation ?? null,
    code: record.code ?? null,
    unknownFields: record.unknownFields ?? null,
  }));
  await insertRows(database, { records: rows });
}

/**
 * The records of keys from the last `lookBackMs` milliseconds, up to `limit` of each key, in the
 * order in which they were written.
 */
export async function selectLatest(
  database: Queryable,
  keys: readonly RecordedKey[],
  { lookBackMs, limit }: { readonly lookBackMs: number; readonly limit: number },
): Promise<RequestRecord[]> {
  const rows = await selectRows(database, { keys, lookBackMs, limit });
  return rows.toSorted(
    (left, right) => left.recordedAt - right.recordedAt || (left.id < right.id ? -1 : 1),
  );
}
