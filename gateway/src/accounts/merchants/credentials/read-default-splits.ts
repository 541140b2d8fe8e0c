import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { selectDefaultSplits } from './credential-store.ts';

/** The splits of the keys of a scope that have one and are not revoked. */
export function readDefaultSplits(database: Queryable, scope: LedgerScope) {
  return selectDefaultSplits(database, scope);
}
