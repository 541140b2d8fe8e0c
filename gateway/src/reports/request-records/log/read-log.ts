import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import type { Page } from '#src/ground/database/read-page.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { ID_MAX, instantOfId, isId } from '#src/ground/ids.ts';
import { type LoggedRow, selectLogged, selectLoggedById } from './request-log-store.ts';

/** The most requests that one page reads to find those that match its filter. */
const SCANNED_MAX = 2_000;
const CLASS = 100;

/** What a request must match. */
export interface LogFilter {
  readonly clientId: string | undefined;
  readonly operation: string | undefined;
  /** The first digit of the status. */
  readonly statusClass: number | undefined;
}

/** The facts of a logged request; `at` is its instant. */
export interface LoggedFacts extends LoggedRow {
  readonly at: number;
}

/** A page of the log, newest first; `next` is undefined at the end. */
export async function listLogged(
  database: Queryable,
  scope: LedgerScope,
  page: { readonly cursor: string | undefined; readonly filter: LogFilter; readonly limit: number },
): Promise<Page<LoggedFacts>> {
  const { cursor: beforeId = ID_MAX, filter, limit } = page;
  const selected = await selectLogged(database, {
    merchantId: scope.merchantId,
    environment: scope.environment,
    beforeId,
    clientId: filter.clientId ?? null,
    operation: filter.operation ?? null,
    statusClass: filter.statusClass ?? null,
    scanned: SCANNED_MAX,
    limit: limit + 1,
  });
  const scanned = selected.slice(0, limit);
  const last = scanned.at(-1);
  // There may be more requests after the last one that was read.
  const isCut = selected.length > limit || last?.position === SCANNED_MAX;
  const rows = scanned.map(factsOf).filter((request) => isMatching(request, filter));
  return { rows, next: isCut && last ? last.id : null };
}

/** A logged request with its bodies. Refuses `request_not_found`. */
export async function readLogged(
  database: Queryable,
  scope: LedgerScope,
  id: string,
): Promise<LoggedFacts & { requestBody: string | null; answerBody: string | null }> {
  const row = isId(id) ? await selectLoggedById(database, { ...scope, id }) : undefined;
  if (!row) throw new Refusal('request_not_found');
  return factsOf(row);
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

function factsOf<Row extends LoggedRow>(row: Row): Row & LoggedFacts {
  return { ...row, at: instantOfId(row.id) };
}
