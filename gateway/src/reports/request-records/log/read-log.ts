import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Page } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { ID_MAX, instantOfId, isId } from '#src/ground/ids.ts';
import {
  type LogFilter,
  type LogRow,
  selectLogged,
  selectLoggedById,
} from './request-log-store.ts';

/** The most requests that one page reads to find those that match its filter. */
const SCANNED_MAX = 2_000;
const CLASS = 100;

/** The facts of a logged request. */
export interface LoggedFacts {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly clientId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly status: number;
  readonly durationMs: number;
  readonly isReplay: boolean;
  readonly code: string | null;
  /** How many requests of the key the same write omitted; only on the key's last request. */
  readonly omitted: number;
  /** Fields of the body that the operation doesn't have, separated by commas. */
  readonly unknownFields: string | null;
}

/** A page of the log, newest first; `next` is undefined at the end. */
export async function listLogged(
  database: Queryable,
  scope: LedgerScope,
  page: { readonly cursor: string | undefined; readonly filter: LogFilter; readonly limit: number },
): Promise<Page<LoggedFacts>> {
  const { cursor: beforeId = ID_MAX, filter, limit } = page;
  const bounds = { beforeId, filter, scanned: SCANNED_MAX, limit: limit + 1 };
  const selected = await selectLogged(database, scope, bounds);
  const scanned = selected.slice(0, limit);
  const last = scanned.at(-1);
  // There may be more requests after the last one that was read.
  const isCut = selected.length > limit || last?.position === BigInt(SCANNED_MAX);
  const rows = scanned.map(factsOf).filter((request) => isMatching(request, filter));
  return { rows, next: isCut && last ? last.id : null };
}

/** A logged request with its bodies. Refuses `request_not_found`. */
export async function readLogged(
  database: Queryable,
  scope: LedgerScope,
  id: string,
): Promise<LoggedFacts & { requestBody: string | null; answerBody: string | null }> {
  const row = isId(id) ? await selectLoggedById(database, scope, id) : undefined;
  if (!row) throw new Refusal('request_not_found');
  return { ...factsOf(row), requestBody: row.request_body, answerBody: row.answer_body };
}

function isMatching(
  request: LoggedFacts,
  { clientId, operation, statusClass }: LogFilter,
): boolean {
  return (
    (clientId === undefined || request.clientId === clientId) &&
    (operation === undefined || request.operation === operation) &&
    (statusClass === undefined || Math.floor(request.status / CLASS) === statusClass)
  );
}

function factsOf(row: LogRow): LoggedFacts {
  const { id, method, path, operation, code } = row;
  return {
    id,
    method,
    path,
    operation,
    code,
    at: instantOfId(id),
    clientId: row.client_id,
    status: Number(row.status),
    durationMs: Number(row.duration_ms),
    isReplay: row.is_replay,
    omitted: Number(row.omitted),
    unknownFields: row.unknown_fields,
  };
}
