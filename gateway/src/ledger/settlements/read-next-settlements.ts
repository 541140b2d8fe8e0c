import type { LedgerScope } from '#src/access/ledger-scope.ts';
import { type Centavos, centavos } from '#src/money/centavos.ts';
import type { Queryable } from '#src/platform/database/database.ts';
import { selectNextSettlements } from './settlement-store.ts';

const DAYS_SHOWN = 10;

/** Money that becomes available on a day at Brasília. */
export interface NextSettlement {
  /** `2026-11-20`. */
  readonly date: string;
  readonly amount: Centavos;
}

/** The next settlements of scopes by `merchantId environment`, nearest day first. */
export async function readNextSettlements(
  database: Queryable,
  scopes: readonly LedgerScope[],
): Promise<ReadonlyMap<string, readonly NextSettlement[]>> {
  if (scopes.length === 0) return new Map();
  const rows = await selectNextSettlements(database, scopes, DAYS_SHOWN);
  const byScope = Map.groupBy(rows, (row) => `${row.merchant_id} ${row.environment}`);
  return new Map(
    [...byScope].map(([scope, group]) => [
      scope,
      group.map((row) => ({ date: row.due_on, amount: centavos(row.amount_centavos) })),
    ]),
  );
}
