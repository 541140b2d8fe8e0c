import type { Environment } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { RecordedKey, RequestRecord } from './request-record.ts';

const INSERT = {
  name: 'request_records_insert',
  text: `insert into request_records (merchant_id, client_id, id, environment, method, path,
      operation, status, duration_ms, is_replay, code, omitted,
      unknown_fields)
    select merchant_id, client_id, id, environment, method, path, operation, status, duration_ms,
      is_replay, code, omitted, unknown_fields
    from json_to_recordset($1) as record (merchant_id uuid, client_id text, id uuid,
      environment text, method text, path text, operation text, status bigint, duration_ms bigint,
      is_replay boolean, code text, omitted bigint,
      unknown_fields text)`,
};
const LATEST = {
  name: 'request_records_latest',
  text: `select latest.* from json_to_recordset($1) as key (merchant_id uuid, client_id text)
    cross join lateral (
      select * from request_records
      where merchant_id = key.merchant_id and client_id = key.client_id
        and recorded_at > now() - $2 * interval '1 millisecond'
      order by recorded_at desc, id desc limit $3
    ) latest`,
};
const EXPIRE = {
  name: 'request_records_expire',
  place: HERE,
  text: `delete from request_records where (merchant_id, client_id, recorded_at, id) in (
      select merchant_id, client_id, recorded_at, id from request_records
      where recorded_at < now() - $1 * interval '1 millisecond' order by recorded_at limit $2
    ) returning id`,
};

interface RecordRow extends Record<string, unknown> {
  readonly merchant_id: string;
  readonly client_id: string;
  readonly recorded_at: number;
  readonly id: string;
  readonly environment: Environment;
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

/** Inserts the records of answered requests. */
export async function insertRecords(
  database: Queryable,
  records: readonly RequestRecord[],
): Promise<void> {
  const rows = records.map((record) => ({
    merchant_id: record.merchantId,
    client_id: record.clientId,
    id: record.id,
    environment: record.environment,
    method: record.method,
    path: record.path,
    operation: record.operation,
    status: record.status,
    duration_ms: record.durationMs,
    is_replay: record.isReplay,
    code: record.code,
    omitted: record.omitted,
    unknown_fields: record.unknownFields,
  }));
  await database.query(INSERT, [JSON.stringify(rows)]);
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
  const keyRows = keys.map(({ merchantId, clientId }) => ({
    merchant_id: merchantId,
    client_id: clientId,
  }));
  const values = [JSON.stringify(keyRows), lookBackMs, limit];
  const rows = await database.query<RecordRow>(LATEST, values);
  const inOrder = rows.toSorted(
    (left, right) => left.recorded_at - right.recorded_at || (left.id < right.id ? -1 : 1),
  );
  return inOrder.map(recordFromRow);
}

function recordFromRow(row: RecordRow): RequestRecord {
  return {
    merchantId: row.merchant_id,
    clientId: row.client_id,
    id: row.id,
    environment: row.environment,
    method: row.method,
    path: row.path,
    operation: row.operation ?? undefined,
    status: Number(row.status),
    durationMs: Number(row.duration_ms),
    isReplay: row.is_replay,
    code: row.code ?? undefined,
    omitted: Number(row.omitted),
    unknownFields: row.unknown_fields ?? undefined,
  };
}

/** Deletes up to `limit` records in this bucket that are older than `keptMs` milliseconds. */
export async function deleteExpired(
  database: Queryable,
  keptMs: number,
  limit: number,
): Promise<number> {
  return (await database.query(EXPIRE, [keptMs, limit])).length;
}
