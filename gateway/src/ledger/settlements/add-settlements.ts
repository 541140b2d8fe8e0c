import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { bindToClock } from '#src/ground/clocks/bind-to-clock.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
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
    return {
      merchant_id: first.merchantId,
      environment: first.environment,
      id: createId(now),
      due_on: first.dueOn,
      amount_centavos: amount.toString(),
    };
  });
  const added = await addToSettlements(tx, rows, new Date(now));
  const ids = new Map(
    added.map((row) => [`${row.merchant_id} ${row.environment} ${row.due_on}`, row.id]),
  );
  bindToClock(
    tx,
    added.map(({ merchant_id: merchantId, id, due_on: dueOn }) => {
      const dueAt = startOfBrazilianDay(dueOn) ?? null;
      return { merchantId, kind: 'settlement', id, dueAt };
    }),
  );
  insertSettlementParts(
    tx,
    parts.map((part) => ({
      merchant_id: part.merchantId,
      environment: part.environment,
      charge_id: part.chargeId,
      kind: part.kind,
      settlement_id: ids.get(dayName(part)),
      amount_centavos: part.amount.toString(),
    })),
  );
}

function dayName({ merchantId, environment, dueOn }: PartOfCharge): string {
  return `${merchantId} ${environment} ${dueOn}`;
}
