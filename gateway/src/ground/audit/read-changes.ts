import type { Queryable } from '../database/database.ts';
import { type Page, readPage } from '../database/read-page.ts';
import { ID_MAX, ID_MIN } from '../ids.ts';
import { type AuditFilter, selectChanges } from './audit-store.ts';
import type { AuditEntry } from './change.ts';

/** One page of the audit log, newest first. */
export async function readChanges(
  database: Queryable,
  filter: Partial<AuditFilter> & { limit: number },
): Promise<Page<AuditEntry>> {
  const { beforeId = ID_MAX, fromId = ID_MIN, limit } = filter;
  return readPage(
    limit,
    (rowsMax) => selectChanges(database, { ...filter, beforeId, fromId, limit: rowsMax }),
    ({ id }) => id,
  );
}
