import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { bindToClock } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { addToSettlements, insertSettlementParts } from './settlement-store.ts';
import type { WaitingPart } from './settlement-terms.ts';

/** A part of a charge's payment that waits in a scope. */
export interface PartOfCharge extends LedgerScope, WaitingPart {
  readonly chargeId: string;
}

/**
 * Stores the waiting parts of payments and adds them to the settlements of their days. The accounts
 * of their scopes must be locked, and the payments' postings must credit `pending_settlement`.
 */
export async function addSettlements(
  tx: Transaction,
  parts: readonly PartOfCharge[],
  now: number,
): Promise<void> {
  if (parts.length === 0) return;
  const byDay = Map.groupBy(parts, dayName);
  const rows = [...byDay.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const amount = group.reduce((sum, part) => sum + part.amount, 0n);
    const { merchantId, environment, dueOn } = first;
    return { merchantId, environment, id: createId(now), dueOn, amount: centavos(amount) };
  });
  const testClockId = tx.testTime?.clockId ?? null;
  const added = await addToSettlements(tx, { settlements: rows, at: now, testClockId });
  const ids = new Map(added.map((row) => [dayName(row), row.id]));
  bindToClock(
    tx,
    added.map(({ merchantId, id, dueOn }) => {
      const dueAt = startOfBrazilianDay(dueOn) ?? null;
      return { merchantId, kind: 'settlement', id, dueAt };
    }),
  );
  insertSettlementParts(tx, {
    parts: parts.map((part) => {
      const settlementId = ids.get(dayName(part));
      if (settlementId === undefined) throw new Error('a part has no settlement');
      return { ...part, settlementId };
    }),
  });
}

function dayName({
  merchantId,
  environment,
  dueOn,
}: LedgerScope & { readonly dueOn: string }): string {
  return `${merchantId} ${environment} ${dueOn}`;
}
