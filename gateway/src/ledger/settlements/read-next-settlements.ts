import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { selectNextSettlements } from './settlement-store.ts';
import { selectWaitingParts } from './waiting-part-store.ts';

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
  const rows = await selectNextSettlements(database, { scopes, limit: DAYS_SHOWN });
  const byScope = Map.groupBy(rows, (row) => `${row.merchantId} ${row.environment}`);
  return new Map(
    [...byScope].map(([scope, group]) => [
      scope,
      // A day may have several settlements: one of the real time and one of each test clock.
      [...Map.groupBy(group, (row) => row.dueOn)].map(([date, ofDay]) => ({
        date,
        amount: sumCentavos(ofDay.map((row) => row.amount)),
      })),
    ]),
  );
}

/**
 * For each charge: the amount that waits for its settlement in the scope, and the last settlement
 * day, by the charge's id. Charges without waiting money are missing.
 */
export async function readWaitingOfCharges(
  database: Queryable,
  { merchantId, environment }: LedgerScope,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly amount: Centavos; readonly lastDate: string }>> {
  if (chargeIds.length === 0) return new Map();
  const ofCharges = chargeIds.map((chargeId) => ({ merchantId, environment, chargeId }));
  // The parts are sorted by their day.
  const waiting = await selectWaitingParts(database, { ofCharges });
  const byCharge = Map.groupBy(waiting, (part) => part.chargeId);
  return new Map(
    [...byCharge].map(([chargeId, parts]) => {
      const amount = sumCentavos(parts.map((part) => part.waiting));
      return [chargeId, { amount, lastDate: parts.at(-1)?.dueOn ?? '' }];
    }),
  );
}

/** The days on which a scope's money of a charge becomes available; empty when nothing waits. */
export async function readSettlementsOfCharge(
  database: Queryable,
  { merchantId, environment, id: chargeId }: LedgerScope & { readonly id: string },
): Promise<NextSettlement[]> {
  const parts = await selectWaitingParts(database, {
    ofCharges: [{ merchantId, environment, chargeId }],
  });
  return [...Map.groupBy(parts, (part) => part.dueOn)].map(([date, group]) => ({
    date,
    amount: sumCentavos(group.map((part) => part.waiting)),
  }));
}
