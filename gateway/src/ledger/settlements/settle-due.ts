import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { type DueWorkDeps, runDueWork } from '#src/ground/work/due-work.ts';
import { buildPosting } from '../build-posting.ts';
import { accounts } from '../chart-of-accounts.ts';
import { lockForPosting } from '../post.ts';
import { markSettled, type SettlementKey, selectDueSettlements } from './settlement-store.ts';

const DUE_MAX = 200;
const SETTLED_ACCOUNTS = [accounts.available, accounts.pendingSettlement] as const;

/**
 * Moves the money of settlements whose day has begun at Brasília to `available`, where the rule of
 * credits applies. Throws when the database doesn't answer.
 * @returns whether there may be more.
 */
export async function settleDuePayments(deps: DueWorkDeps): Promise<boolean> {
  const now = deps.clock.now();
  const due = await selectDueSettlements(deps.database, {
    at: now,
    today: brazilianDayOf(now),
    limit: DUE_MAX,
  });
  const settled = await settleByKey(deps, due);
  return due.length === DUE_MAX && settled > 0;
}

/**
 * Settles these settlements, if they wait, before or after their day.
 * @returns how many were settled or set aside.
 */
export function settleByKey(deps: DueWorkDeps, due: readonly SettlementKey[]): Promise<number> {
  const now = deps.clock.now();
  return runDueWork(deps, due, {
    kind: 'settlement',
    idOf: ({ id }) => id,
    merchantOf: ({ merchantId }) => merchantId,
    run: (database, some) => database.transaction((tx) => settle(tx, some, now)),
  });
}

async function settle(
  tx: Transaction,
  rows: readonly SettlementKey[],
  now: number,
): Promise<number> {
  const locked = await lockForPosting(
    tx,
    // These accounts were opened by the payments, with their own rules.
    rows.map((row) => ({ ...scopeOf(row), isSandbox: false, accounts: SETTLED_ACCOUNTS })),
  );
  const settled = await markSettled(tx, { settlements: rows, at: now });
  for (const row of settled) {
    const { id: referenceId, amount } = row;
    // Refunds may have taken all of it.
    if (amount === 0n) continue;
    const posting = buildPosting({ ...scopeOf(row), referenceId }, 'payment_settled', [
      [accounts.pendingSettlement, centavos(-amount)],
      [accounts.available, amount],
    ]);
    if (!locked.add(posting)) throw new Error(`settlement ${referenceId} was not posted`);
  }
  locked.write(now);
  return settled.length;
}

function scopeOf({ merchantId, environment }: SettlementKey): LedgerScope {
  return { merchantId, environment };
}
