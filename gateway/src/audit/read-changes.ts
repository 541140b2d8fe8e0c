import type { Queryable } from '#src/platform/database/database.ts';
import { type AuditFilter, type AuditRow, selectChanges } from './audit-store.ts';

export type { AuditRow } from './audit-store.ts';

const BEYOND_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/** One page of the audit log, newest first, and the id to go on from when there is more. */
export async function readChanges(
  database: Queryable,
  filter: Partial<AuditFilter> & { limit: number },
): Promise<{ rows: AuditRow[]; nextId: string | null }> {
  const { beforeId = BEYOND_ALL_IDS, fromId = BEFORE_ALL_IDS, limit } = filter;
  const found = await selectChanges(database, { ...filter, beforeId, fromId, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return { rows, nextId: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
