import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { HERE } from '#src/ground/database/statement-place.ts';
import type { PayoutKey } from '../payout.ts';
import type { ApprovalCall } from './payout-approval.ts';

const SELECT = {
  name: 'payout_approval_server_select',
  text: `select id, url, sealed_secret, created_at from payout_approval_servers
    where merchant_id = $1 and environment = $2`,
};
const SELECT_OF_SCOPES = {
  name: 'payout_approval_servers_of_scopes',
  text: `select s.merchant_id, s.environment
    from json_to_recordset($1) as scope (merchant_id uuid, environment text)
    join payout_approval_servers s on (s.merchant_id, s.environment)
      = (scope.merchant_id, scope.environment)`,
};
const SAVE = {
  name: 'payout_approval_server_save',
  text: `insert into payout_approval_servers
      (merchant_id, environment, id, url, sealed_secret, created_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (merchant_id, environment) do update set id = excluded.id, url = excluded.url,
      sealed_secret = excluded.sealed_secret, created_at = excluded.created_at`,
};
const DELETE = {
  name: 'payout_approval_server_delete',
  text: `delete from payout_approval_servers where merchant_id = $1 and environment = $2
    returning url`,
};
const INSERT_CALL = {
  name: 'payout_approval_call_insert',
  text: `insert into payout_approval_calls (merchant_id, environment, id, payout_id, url,
      is_approved, duration_ms, response_status, response_excerpt, failure, called_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};
const LIST_CALLS = {
  name: 'payout_approval_calls_list',
  text: `select id, payout_id, url, is_approved, duration_ms, response_status, response_excerpt,
      failure, called_at
    from payout_approval_calls
    where merchant_id = $1 and environment = $2 and id < $3 order by id desc limit $4`,
};
const DELETE_CALLS = {
  name: 'payout_approval_calls_delete',
  place: HERE,
  text: `delete from payout_approval_calls where (merchant_id, environment, id) in (
      select merchant_id, environment, id from payout_approval_calls
      where called_at < $1 order by called_at limit $2
    ) returning id`,
};

export interface ServerRow extends Record<string, unknown> {
  readonly id: string;
  readonly url: string;
  readonly sealed_secret: Buffer;
  readonly created_at: number;
}

/** The server of a scope; undefined when it has none. */
export async function selectServer(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
): Promise<ServerRow | undefined> {
  return (await database.query<ServerRow>(SELECT, [merchantId, environment]))[0];
}

/** Selects the scopes that have a server, as `merchant environment`. */
export async function selectScopesWithServer(
  database: Queryable,
  scopes: readonly LedgerScope[],
): Promise<ReadonlySet<string>> {
  const keys = scopes.map(({ merchantId, environment }) => ({
    merchant_id: merchantId,
    environment,
  }));
  const rows = await database.query<{ merchant_id: string; environment: string }>(
    SELECT_OF_SCOPES,
    [JSON.stringify(keys)],
  );
  return new Set(rows.map((row) => `${row.merchant_id} ${row.environment}`));
}

/** Sends the write of a scope's server, in place of the one before. */
export function saveServer(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
  server: { id: string; url: string; sealedSecret: Buffer; createdAt: number },
): void {
  const { id, url, sealedSecret, createdAt } = server;
  tx.send(SAVE, [merchantId, environment, id, url, sealedSecret, new Date(createdAt)]);
}

/** Deletes the server of a scope; returns its URL, or undefined when there was none. */
export async function deleteServer(
  tx: Transaction,
  { merchantId, environment }: LedgerScope,
): Promise<string | undefined> {
  return (await tx.query<{ url: string }>(DELETE, [merchantId, environment]))[0]?.url;
}

/** Sends the insert of a call. */
export function insertCall(
  tx: Transaction,
  { merchantId, environment }: PayoutKey,
  call: ApprovalCall,
): void {
  tx.send(INSERT_CALL, [
    merchantId,
    environment,
    call.id,
    call.payoutId,
    call.url,
    call.isApproved,
    call.durationMs,
    call.responseStatus,
    call.responseExcerpt,
    call.failure,
    new Date(call.calledAt),
  ]);
}

/** Deletes the oldest calls before an instant; returns how many. */
export async function deleteCalls(
  database: Queryable,
  before: number,
  limit: number,
): Promise<number> {
  return (await database.query(DELETE_CALLS, [new Date(before), limit])).length;
}

interface CallRow extends Record<string, unknown> {
  readonly id: string;
  readonly payout_id: string;
  readonly url: string;
  readonly is_approved: boolean;
  readonly duration_ms: bigint;
  readonly response_status: bigint | null;
  readonly response_excerpt: string | null;
  readonly failure: string | null;
  readonly called_at: number;
}

/** The calls of a scope before an id, newest first. */
export async function selectCalls(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  { beforeId, limit }: { readonly beforeId: string; readonly limit: number },
): Promise<ApprovalCall[]> {
  const rows = await database.query<CallRow>(LIST_CALLS, [
    merchantId,
    environment,
    beforeId,
    limit,
  ]);
  return rows.map((row) => ({
    id: row.id,
    payoutId: row.payout_id,
    url: row.url,
    isApproved: row.is_approved,
    durationMs: Number(row.duration_ms),
    responseStatus: row.response_status === null ? null : Number(row.response_status),
    responseExcerpt: row.response_excerpt,
    failure: row.failure,
    calledAt: row.called_at,
  }));
}
