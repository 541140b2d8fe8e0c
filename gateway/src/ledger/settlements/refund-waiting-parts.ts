import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { type Centavos, centavos, sumCentavos } from '#src/ground/money/centavos.ts';
import { type Account, accounts } from '../chart-of-accounts.ts';
import { type LockedAccounts, lockForPosting, type ScopeToLock } from '../post.ts';
import {
  returnParts,
  selectTakenParts,
  selectWaitingParts,
  type TakenPart,
  takeParts,
  type WaitingPart,
} from './waiting-part-store.ts';

/** A scope to lock for refunds of a charge. */
export interface ScopeOfCharge extends ScopeToLock {
  readonly chargeId: string;
}

/** A scope to lock for the end of a refund. */
export interface ScopeOfRefund extends ScopeToLock {
  readonly refundId: string;
}

/** Money of charges that waits for its settlement, while its accounts are locked. */
export interface WaitingMoney {
  /** The amount of a charge that waits in a scope, in centavos. */
  of(scope: LedgerScope, chargeId: string): Centavos;
  /** Takes up to `amount` for a refund, the nearest day first. Returns the amount taken. */
  take(
    scope: LedgerScope,
    refund: { readonly chargeId: string; readonly refundId: string; readonly amount: Centavos },
  ): Centavos;
  /** Sends the amounts that refunds took. */
  write(): void;
}

/**
 * Locks the accounts of scopes for refunds of charges, `pending_settlement` only where money of
 * the charge waits. The charges must be locked.
 */
export async function lockForRefunds(
  tx: Transaction,
  scopes: readonly ScopeOfCharge[],
): Promise<{ locked: LockedAccounts; waiting: WaitingMoney }> {
  const seen = await selectWaitingParts(tx, { ofCharges: scopes });
  const locked = await lockForPosting(tx, withPending(scopes, seen));
  // Read again under the lock: a settlement may have ended in between. No part is new, because a
  // charge gets its parts when it is paid.
  const rows = seen.length === 0 ? [] : await selectWaitingParts(tx, { ofCharges: scopes });
  return { locked, waiting: waitingMoney(tx, rows) };
}

function waitingMoney(tx: Transaction, rows: readonly WaitingPart[]): WaitingMoney {
  const taken: TakenPart[] = [];
  const partsOf = (scope: LedgerScope, chargeId: string): WaitingPart[] =>
    rows.filter((row) => isIn(row, scope) && row.chargeId === chargeId);
  return {
    of: (scope, chargeId) => sumCentavos(partsOf(scope, chargeId).map((row) => row.waiting)),
    take(scope, { chargeId, refundId, amount }) {
      let left: bigint = amount;
      for (const row of partsOf(scope, chargeId)) {
        const part = centavos(left < row.waiting ? left : row.waiting);
        if (part === 0n) continue;
        row.waiting = centavos(row.waiting - part);
        left -= part;
        taken.push({ ...row, refundId, amount: part });
      }
      return centavos(amount - left);
    },
    write: () => takeParts(tx, taken),
  };
}

/**
 * Locks the accounts of scopes for the end of refunds, and gives the money of failed refunds back
 * to settlements that still wait. Only such scopes have `pending_settlement` locked.
 * @returns the amount that each failed refund gives back in each scope, by `returnName`.
 */
export async function lockForRefundEnds(
  tx: Transaction,
  { scopes, failed }: { scopes: readonly ScopeToLock[]; failed: readonly ScopeOfRefund[] },
  now: number,
): Promise<{ locked: LockedAccounts; returned: ReadonlyMap<string, Centavos> }> {
  const seen = failed.length === 0 ? [] : await selectTakenParts(tx, { ofRefunds: failed });
  const locked = await lockForPosting(tx, withPending(scopes, seen));
  const rows = seen.length === 0 ? [] : await selectTakenParts(tx, { ofRefunds: failed });
  returnParts(tx, rows, now);
  const returned = new Map<string, Centavos>();
  for (const row of rows) {
    const name = returnName(row.merchantId, row.refundId);
    returned.set(name, centavos((returned.get(name) ?? 0n) + row.amount));
  }
  return { locked, returned };
}

/** The key of a refund in a merchant's scope, for the result of `lockForRefundEnds`. */
export function returnName(merchantId: string, refundId: string): string {
  return `${merchantId} ${refundId}`;
}

function withPending(scopes: readonly ScopeToLock[], rows: readonly LedgerScope[]): ScopeToLock[] {
  return scopes.map((scope) => {
    if (!rows.some((row) => isIn(row, scope))) return scope;
    const names: readonly Account[] = [...scope.accounts, accounts.pendingSettlement];
    return { ...scope, accounts: names };
  });
}

function isIn(row: LedgerScope, { merchantId, environment }: LedgerScope): boolean {
  return row.merchantId === merchantId && row.environment === environment;
}
